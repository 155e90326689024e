package signals_test

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
	"github.com/robotsgate/robots/internal/shared"
	"github.com/robotsgate/robots/signals"
)

// checkSet holds what must be true of the signals of any text whatever.
func checkSet(t *testing.T, p *robots.Policy) signals.Set {
	t.Helper()
	s := signals.Read(p)
	checkRemarks(t, p.Text(), s.Diagnostics())
	checkStatements(t, p.Text(), s.All())
	for _, o := range s.Origins() {
		if o.First < 1 || o.Last < o.First {
			t.Fatalf("origin %+v", o)
		}
	}
	for _, c := range s.Contradictions() {
		checkStatements(t, p.Text(), c.Statements)
		for _, st := range c.Statements {
			if st.Use != c.Use || !slices.Contains(s.For(c.Token, c.Target), st) {
				t.Fatalf("%+v is not said to %q of %q", st, c.Token, c.Target)
			}
		}
	}
	return s
}

func checkRemarks(t *testing.T, text string, all []diag.Diagnostic) {
	t.Helper()
	for _, d := range all {
		if d.Code == "" || d.Severity == 0 || d.Span.Line < 1 || d.Span.Column < 1 || d.Span.Offset < 0 || d.Span.Len < 0 || d.Span.End() > len(text) {
			t.Fatalf("remark %+v on %q", d, clip(text))
		}
	}
}

func checkStatements(t *testing.T, text string, all []signals.Statement) {
	t.Helper()
	for _, s := range all {
		if s.Line() == 0 || s.Span.End() > len(text) || !strings.Contains(s.Raw, text[s.Span.Offset:s.Span.End()]) {
			t.Fatalf("statement %+v on %q", s, clip(text))
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, tt := range codeTests {
		if len(tt.bad) < 1000 {
			f.Add(tt.bad, "a", "/a")
			f.Add("User-agent: *\nAllow: /\n"+tt.bad, "*", "/a%2a")
		}
	}
	f.Fuzz(func(t *testing.T, text, token, target string) {
		if len(text) > 1<<12 {
			return
		}
		for _, profile := range robots.Profiles() {
			p := robots.Options{Profile: profile}.Parse(text)
			s := checkSet(t, p)
			got := s.For(token, target)
			if again := signals.Read(p); !reflect.DeepEqual(again.For(token, target), got) || !reflect.DeepEqual(again.Diagnostics(), s.Diagnostics()) ||
				!reflect.DeepEqual(again.Contradictions(), s.Contradictions()) {
				t.Fatalf("%q: read twice, told differently", text)
			}
		}
	})
}

func FuzzTag(f *testing.F) {
	for _, tt := range codeTests {
		if tt.way == "header" || tt.way == "meta" {
			f.Add(tt.bad, "a")
			f.Add(tt.good, "robots")
		}
	}
	f.Fuzz(func(t *testing.T, value, name string) {
		for _, tag := range []signals.Tag{signals.ReadHeader(value), signals.ReadMeta(name, value)} {
			checkRemarks(t, value, tag.Diagnostics())
			for _, r := range tag.Rules() {
				if text := value[r.Span.Offset:r.Span.End()]; !strings.HasSuffix(text, r.Value) {
					t.Fatalf("%q: rule %+v is on %q", value, r, text)
				}
			}
			if got, want := len(tag.For(name)), len(signals.RobotsTag.Uses()); got != want {
				t.Fatalf("%q: %d statements", value, got)
			}
		}
	})
}

func FuzzTDMRep(f *testing.F) {
	for _, tt := range codeTests {
		if tt.way == "tdmrep" && len(tt.bad) < 1000 {
			f.Add(tt.bad, "/a")
			f.Add(tt.good, "/")
		}
	}
	f.Fuzz(func(t *testing.T, text, target string) {
		r := signals.ReadTDMRep(text)
		checkRemarks(t, text, r.Diagnostics())
		if got := r.For(target); len(got) != 1 {
			t.Fatalf("%q: %d statements", text, len(got))
		}
	})
}

// Texts that are made to cost: many of everything, in every product that a
// careless reader would build. The bound is far above what they take.
func TestHostileTextsEnd(t *testing.T) {
	const n = 15_000
	agents := strings.Repeat("User-agent: *\n", n)
	var names, paths, stars, groups, keys strings.Builder
	for i := range n {
		fmt.Fprintf(&names, "User-agent: a%d\n", i)
		fmt.Fprintf(&paths, "Content-Usage: /%d train-ai=n\nContent-Signal: /%d ai-train=yes\n", i, i)
		fmt.Fprintf(&groups, "User-agent: a%d\nAllow: /\nContent-Signal: /%d search=no, ai-train=yes\n", i, i%100)
		if i%50 == 0 {
			fmt.Fprintf(&stars, "Content-Usage: /%sb%d train-ai=n\nContent-Signal: ai-train=yes\n", strings.Repeat("*a", 1000), i)
		}
		fmt.Fprintf(&keys, "k%d=y,", i)
	}
	for name, text := range map[string]string{
		"agents and paths":  agents + paths.String() + "Allow: /\n",
		"names and paths":   names.String() + "Allow: /\n" + paths.String(),
		"groups":            groups.String(),
		"paths and groups":  "User-agent: *\nAllow: /\n" + paths.String() + groups.String(),
		"outside any group": paths.String(),
		"stars":             "User-agent: *\nAllow: /\n" + stars.String(),
		"one long line":     "User-agent: *\nContent-Usage: " + keys.String() + "a=y",
		"items":             "User-agent: *\nContent-Signal: " + strings.Repeat("search=yes,", 80_000),
		"blocks":            strings.Repeat("# BEGIN Cloudflare Managed content\n# END Cloudflare Managed content\nUser-agent: *\nAllow: /\n", 3000),
	} {
		began := time.Now()
		p := robots.Parse(text)
		s := signals.Read(p)
		s.For("a1", "/"+strings.Repeat("a", 1000))
		t.Logf("%s: %v for %d bytes", name, time.Since(began), len(text))
	}
	for name, v := range map[string]string{
		"rules": strings.Repeat("noindex,", 100_000), "agents": strings.Repeat("a: b: c: ", 100_000),
		"dates": "unavailable_after: " + strings.Repeat("1,", 300_000), "colons": strings.Repeat(":", 500_000),
	} {
		began := time.Now()
		signals.ReadHeader(v).For("a")
		t.Logf("header of %s: %v", name, time.Since(began))
	}
	began := time.Now()
	signals.ReadTDMRep(tdm(slices.Repeat([]string{"/*a*a*a*a$"}, n)...)).For("/" + strings.Repeat("a", 1000))
	t.Logf("tdmrep: %v", time.Since(began))
}

// The files of the corpus are older than most signals, so what is counted is
// mostly customs; what is checked is that every one is read.
func TestCorpus(t *testing.T) {
	counts := map[diag.Code]int{}
	files, speaking := 0, 0
	for _, f := range shared.Corpus(t) {
		s := checkSet(t, robots.Parse(f.Text))
		files++
		if len(s.All()) > 0 {
			speaking++
		}
		for _, c := range s.Counts() {
			counts[c.Code] += c.Seen
		}
	}
	t.Logf("%d files, %d with statements", files, speaking)
	for _, c := range slices.Sorted(maps.Keys(counts)) {
		t.Logf("%6d %s", counts[c], c)
	}
	if counts["meta-rule-as-directive"] < 1000 || counts["content-usage-unparsable"] > 0 {
		t.Errorf("counts are off: %v", counts)
	}
}
