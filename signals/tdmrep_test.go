package signals_test

import (
	"fmt"
	"testing"

	"github.com/robotsgate/robots/signals"
)

func TestReservationFor(t *testing.T) {
	const terms = "https://example.com/terms.json"
	for _, tt := range []struct{ name, text, target, want string }{
		{"no text: silence", "", "/", "no-statement"},
		{"no JSON: silence", "{", "/", "no-statement"},
		{"no entry: silence", "[]", "/", "no-statement"},
		{"no match: silence", tdm("/a"), "/b", "no-statement"},
		{"reserved", tdm("/a"), "/a/b", "refused /a"},
		{"not reserved", `[{"location":"/","tdm-reservation":0}]`, "/a", "allowed /"},
		{"the first match wins, not the longest",
			`[{"location":"/a","tdm-reservation":0},{"location":"/a/b","tdm-reservation":1}]`, "/a/b/c", "allowed /a"},
		{"even the first of the same", `[{"location":"/a","tdm-reservation":1},{"location":"/a","tdm-reservation":0}]`, "/a", "refused /a"},
		{"wildcards", tdm("/*.pdf$", "/"), "/x/y.pdf", "refused /*.pdf$"},
		{"with terms", `[{"location":"/","tdm-reservation":1,"tdm-policy":"` + terms + `"}]`, "/", "refused / " + terms},
		{"an unusable entry is passed over", `[{"location":"/","tdm-reservation":true},{"location":"/a","tdm-reservation":1}]`, "/a", "refused /a"},
		{"escapes of JSON are undone", `[{"location":"\/\u0061","tdm-reservation":1}]`, "/a", "refused /a"},
		{"an odd location cannot pass for a line", `[{"location":"/a\nDisallow: /b","tdm-reservation":1}]`, "/b", "no-statement"},
		{"nor for a comment", `[{"location":"/a#b","tdm-reservation":1}]`, "/a", "no-statement"},
		{"a member given twice: the last counts", `[{"location":"/","tdm-reservation":1,"tdm-reservation":0}]`, "/", "allowed /"},
	} {
		got := ""
		for _, s := range signals.ReadTDMRep(tt.text).For(tt.target) {
			got += s.Value.String()
			for _, more := range []string{s.Path, s.Detail} {
				if more != "" {
					got += " " + more
				}
			}
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
	if got := (signals.Reservation{}).For("/"); len(got) != 1 || got[0].Value != signals.NoStatement {
		t.Errorf("the zero reservation says %v", got)
	}
}

func TestTDMRepPositions(t *testing.T) {
	const text = "[\n {\"location\": \"/\",\n  \"tdm-reservation\": \"1\"}\n]\n"
	d := signals.ReadTDMRep(text).Diagnostics()
	if len(d) != 1 || d[0].Span.Line != 3 || d[0].Span.Column != 22 || text[d[0].Span.Offset:d[0].Span.End()] != `"1"` {
		t.Errorf("got %v", fmt.Sprint(d))
	}
}
