package signals_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/signals"
)

// short writes statements in a line each, silence left out.
func short(all []signals.Statement) string {
	var b strings.Builder
	for _, s := range all {
		if s.Span.IsZero() {
			continue
		}
		fmt.Fprintf(&b, "%v %v %v %v", s.Signal, s.Use, s.Value, s.Scope)
		if s.Path != "" {
			b.WriteString(" " + s.Path)
		}
		if s.Detail != "" {
			b.WriteString(" " + s.Detail)
		}
		if s.Disputed {
			b.WriteString(" disputed")
		}
		fmt.Fprintf(&b, " line %d\n", s.Line())
	}
	return b.String()
}

func TestFor(t *testing.T) {
	for _, tt := range []struct {
		name, text, token, target, want string
	}{
		{"no signal: silence", "User-agent: *\nDisallow: /\n", "a", "/", ""},
		{"no group for the crawler: silence", "User-agent: b\nAllow: /\nContent-Usage: train-ai=n\n", "a", "/", ""},

		{"content-usage without a path is about the whole site",
			"User-agent: *\nAllow: /\nContent-Usage: train-ai=n, search=y\n", "a", "/x",
			"content-usage train refused group line 3\ncontent-usage search allowed group line 3\n"},
		{"content-usage: the longest path wins, whatever the order",
			"User-agent: *\nAllow: /\nContent-Usage: /a/b train-ai=y\nContent-Usage: /a train-ai=n\nContent-Usage: / search=n\n", "a", "/a/b/c",
			"content-usage train allowed path /a/b line 3\n"},
		{"content-usage: paths have the wildcards of Disallow",
			"User-agent: *\nAllow: /\nContent-Usage: /*.pdf$ train-ai=n\nContent-Usage: / train-ai=y\n", "a", "/x/y.pdf",
			"content-usage train refused path /*.pdf$ line 3\n"},
		{"content-usage: a path is compared in its normal form",
			"User-agent: *\nAllow: /\nContent-Usage: /%7ea train-ai=n\n", "a", "/~a",
			"content-usage train refused path /%7ea line 3\n"},
		{"content-usage: on the same path refusal wins",
			"User-agent: *\nAllow: /\nContent-Usage: /a train-ai=y, search=y\nContent-Usage: /a train-ai=n\n", "a", "/a",
			"content-usage train refused path /a line 4\ncontent-usage search allowed path /a line 3\n"},
		{"content-usage: no path and the path / are the same",
			"User-agent: *\nAllow: /\nContent-Usage: / train-ai=y\nContent-Usage: train-ai=n\n", "a", "/a",
			"content-usage train refused group line 4\n"},
		{"content-usage: of a key given twice the last wins",
			"User-agent: *\nAllow: /\nContent-Usage: train-ai=n, train-ai=y\n", "a", "/",
			"content-usage train allowed group line 3\n"},
		{"content-usage: the last wins even if its value is unknown",
			"User-agent: *\nAllow: /\nContent-Usage: train-ai=n, train-ai=maybe\n", "a", "/", ""},
		{"content-usage: an upper-case key leaves all unknown",
			"User-agent: *\nAllow: /\nContent-Usage: search=n, Train-ai=n\n", "a", "/", ""},
		{"content-usage: an unreadable record hides shorter paths",
			"User-agent: *\nAllow: /\nContent-Usage: / train-ai=n\nContent-Usage: /a train-ai=n,\n", "a", "/a", ""},
		{"content-usage: unknown labels and parameters are passed over",
			"User-agent: *\nAllow: /\nContent-Usage: x=(1 2);y, search=n;because=\"so\"\n", "a", "/",
			"content-usage search refused group line 3\n"},
		{"content-usage: what may not be fetched is listed all the same",
			"User-agent: *\nDisallow: /a\nContent-Usage: train-ai=n\n", "a", "/a",
			"content-usage train refused group line 3\n"},
		{"content-usage outside a group speaks to nobody",
			"Content-Usage: train-ai=n\nUser-agent: *\nAllow: /\n", "a", "/", ""},
		{"a named group replaces that of all others",
			"User-agent: *\nAllow: /\nContent-Usage: train-ai=n\nUser-agent: a\nAllow: /\n", "a", "/", ""},

		{"content-signal: an absent key is silence",
			"User-agent: *\nContent-Signal: search=yes, ai-train=no, use=reference\nAllow: /\n", "a", "/",
			"content-signal train refused group line 2\ncontent-signal search allowed group line 2\ncontent-signal extent allowed group reference line 2\n"},
		{"content-signal: the longest path counts",
			"User-agent: *\nAllow: /\nContent-Signal: ai-train=no\nContent-Signal: /open ai-train=yes\n", "a", "/open/1",
			"content-signal train allowed path /open line 4\n"},
		{"content-signal: two records with one path are both listed",
			"User-agent: *\nAllow: /\nContent-Signal: ai-train=no\nContent-Signal: ai-train=yes\n", "a", "/",
			"content-signal train refused group line 3\ncontent-signal train allowed group line 4\n"},
		{"content-signal: another group's record is disputed",
			"User-agent: *\nContent-Signal: ai-train=no\nAllow: /\n\nUser-agent: a\nDisallow: /x\n", "a", "/",
			"content-signal train refused group disputed line 2\n"},
		{"content-signal: another group's record is not repeated",
			"User-agent: *\nContent-Signal: ai-train=no\nAllow: /\n\nUser-agent: a\nContent-Signal: ai-train=no\nDisallow: /x\n", "a", "/",
			"content-signal train refused group line 6\n"},
		{"content-signal outside a group is for the file",
			"Content-Signal: ai-train=no\nUser-agent: a\nContent-Signal: ai-train=yes\nAllow: /\n", "a", "/",
			"content-signal train refused file line 1\ncontent-signal train allowed group line 3\n"},
		{"content-signal: odd marks say nothing",
			"User-agent: a\nAllow: /\nContent-Signal: search:yes; ai-train=no, ai-input=no\n", "a", "/",
			"content-signal ai-input refused group line 3\n"},
		{"above the rules a record speaks to the names before it",
			"User-agent: a\nContent-Signal: search=no\nUser-agent: b\nContent-Signal: search=yes\nDisallow: /x\n", "b", "/",
			"content-signal search allowed group line 4\ncontent-signal search refused group disputed line 2\n"},

		{"license of the file", "License: https://e.com/f\nUser-agent: *\nAllow: /\n", "a", "/x",
			"license terms no-statement file https://e.com/f line 1\n"},
		{"license of the group before that of the file",
			"License: https://e.com/f\nUser-agent: a\nAllow: /\nLicense: https://e.com/g\n", "a", "/x",
			"license terms no-statement group https://e.com/g line 4\n"},
		{"license: a relative one takes the place of none",
			"License: https://e.com/f\nUser-agent: a\nAllow: /\nLicense: /g\n", "a", "/x",
			"license terms no-statement file https://e.com/f line 1\n"},
		{"llm-policy is for the file", "User-agent: b\nAllow: /\nLLM-Policy: https://e.com/p\n", "a", "/",
			"llm-policy terms no-statement file https://e.com/p line 3\n"},

		{"ai-training: by path", "User-agent: *\nAllow: /\nDisallowAITraining: /\nAllowAITraining: /open\n", "a", "/open/1",
			"ai-training train allowed path /open line 4\n"},
		{"ai-training: an empty path says nothing", "User-agent: *\nAllow: /\nDisallowAITraining:\n", "a", "/", ""},

		{"signals are never merged",
			"User-agent: *\nAllow: /\nContent-Usage: train-ai=y\nContent-Signal: ai-train=no\nDisallowAITraining: /\n", "a", "/",
			"content-usage train allowed group line 3\ncontent-signal train refused group line 4\nai-training train refused path / line 5\n"},
		{"a target that is none: silence", "User-agent: *\nAllow: /\nContent-Usage: train-ai=n\n", "a", "https://e.com/", ""},
		{"signals hold for /robots.txt too", "User-agent: *\nDisallow: /\nContent-Usage: train-ai=n\n", "a", "/robots.txt",
			"content-usage train refused group line 3\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := short(signals.Read(robots.Parse(tt.text)).For(tt.token, tt.target)); got != tt.want {
				t.Errorf("got\n%swant\n%s", got, tt.want)
			}
		})
	}
}

// Whatever the file, there is an answer for every signal and use.
func TestForNamesSilence(t *testing.T) {
	for _, s := range []signals.Set{{}, signals.Read(nil), signals.Read(robots.Absent()), signals.Read(robots.Parse("")),
		signals.Read(robots.Parse("User-agent: *\nContent-Signal: search=yes\nAllow: /\n"))} {
		got := s.For("a", "/")
		for sig := signals.ContentUsage; sig <= signals.AITraining; sig++ {
			for _, use := range sig.Uses() {
				if !slices.ContainsFunc(got, func(st signals.Statement) bool { return st.Signal == sig && st.Use == use && !st.Disputed }) {
					t.Errorf("nothing on %v, %v", sig, use)
				}
			}
		}
	}
}

// Beside a disputed statement stands the silence of the other reading.
func TestBothReadingsOfContentSignalAreShown(t *testing.T) {
	s := signals.Read(robots.Parse("User-agent: *\nContent-Signal: search=no\nAllow: /\nUser-agent: a\nAllow: /\n"))
	var got []signals.Statement
	for _, st := range s.For("a", "/") {
		if st.Signal == signals.ContentSignal && st.Use == signals.Search {
			got = append(got, st)
		}
	}
	if len(got) != 2 || got[0].Value != signals.NoStatement || got[1].Value != signals.Refused || !got[1].Disputed {
		t.Errorf("got %+v", got)
	}
}

func TestStatementsPointIntoTheText(t *testing.T) {
	const text = "\ufeffUser-agent: *\r\nAllow: /\r\n  content-usage :  /a\ttrain-ai=n;x , search=y  # so\r\n"
	p := robots.Parse(text)
	all := signals.Read(p).All()
	if len(all) != 2 {
		t.Fatalf("%d statements, want 2", len(all))
	}
	for i, want := range []string{"train-ai=n", "search=y"} {
		s := all[i]
		if got := p.Text()[s.Span.Offset:s.Span.End()]; got != want {
			t.Errorf("span is on %q, want %q", got, want)
		}
		if line := strings.Split(text, "\r\n")[s.Line()-1]; s.Raw != line || line[s.Span.Column-1:][:len(want)] != want {
			t.Errorf("raw %q, column %d", s.Raw, s.Span.Column)
		}
	}
}

func TestContradictions(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       []string // token, target, use, lines
	}{
		{"none", "User-agent: *\nAllow: /\nContent-Usage: train-ai=n\nContent-Signal: ai-train=no, search=yes\n", nil},
		{"two signals", "User-agent: *\nAllow: /\nContent-Usage: train-ai=y\nContent-Signal: ai-train=no\n", []string{"* / train [3 4]"}},
		{"only on a path", "User-agent: *\nAllow: /\nContent-Usage: /a* train-ai=y\nContent-Signal: ai-train=no\n", []string{"* /a train [3 4]"}},
		{"two groups of one crawler", "User-agent: a\nContent-Signal: search=yes\nAllow: /\nUser-agent: A\nContent-Signal: search=no\nAllow: /\n", []string{"a / search [2 5]"}},
		{"two groups of two crawlers", "User-agent: a\nContent-Signal: search=yes\nAllow: /\nUser-agent: b\nContent-Signal: search=no\nAllow: /\n", nil},
		{"the file and a group", "Content-Signal: search=yes\nUser-agent: b\nContent-Signal: search=no\nAllow: /\n", []string{"b / search [1 3]"}},
		{"outside of any group", "Content-Signal: search=yes\nContent-Signal: search=no\n", []string{"* / search [1 2]"}},
		{"content-usage settles its own", "User-agent: a\nAllow: /\nContent-Usage: train-ai=y\nContent-Usage: train-ai=n\n", nil},
		{"told once", "User-agent: a\nUser-agent: b\nAllow: /\nContent-Signal: search=yes, search=no\nContent-Signal: /x ai-train=yes\n", []string{"a / search [4 4]"}},
	} {
		var got []string
		for _, c := range signals.Read(robots.Parse(tt.text)).Contradictions() {
			var lines []int
			for _, s := range c.Statements {
				lines = append(lines, s.Line())
			}
			got = append(got, fmt.Sprint(c.Token, " ", c.Target, " ", c.Use, " ", lines))
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestOrigins(t *testing.T) {
	const begin, end = "# BEGIN Cloudflare Managed content\n", "# END Cloudflare Managed Content\n"
	for _, tt := range []struct {
		name, text string
		want       []signals.Origin
		doubles    bool
	}{
		{"none", "# Cloudflare Managed content\nUser-agent: *\nAllow: /\n", nil, false},
		{"in front of the site's own", managed + "User-agent: *\nDisallow: /x\n",
			[]signals.Origin{{Name: "Cloudflare", First: 1, Last: 8, Star: 2, OtherStar: 10}}, true},
		{"alone", managed, []signals.Origin{{Name: "Cloudflare", First: 1, Last: 8, Star: 2}}, false},
		{"any case", strings.ToUpper(begin) + strings.ToLower(end), []signals.Origin{{Name: "Cloudflare", First: 1, Last: 2}}, false},
		{"not closed", "User-agent: *\nAllow: /\n\n" + begin + "User-agent: b\nAllow: /\n",
			[]signals.Origin{{Name: "Cloudflare", First: 4, Last: 6, Open: true, OtherStar: 1}}, false},
		{"closed but not begun", end, nil, false},
		{"twice", begin + end + begin + end, []signals.Origin{{Name: "Cloudflare", First: 1, Last: 2}, {Name: "Cloudflare", First: 3, Last: 4}}, false},
	} {
		got := signals.Read(robots.Parse(tt.text)).Origins()
		if !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: got %+v, want %+v", tt.name, got, tt.want)
		}
		if len(got) > 0 && got[0].DoublesStar() != tt.doubles {
			t.Errorf("%s: DoublesStar is %v", tt.name, !tt.doubles)
		}
	}
}

// The block's Allow: / and the site's own rules are read together: what the
// signal of the block says reaches crawlers of both groups.
func TestManagedBlockSpeaksToTheSiteOwnStarGroup(t *testing.T) {
	s := signals.Read(robots.Parse(managed + "User-agent: *\nContent-Signal: ai-train=yes\nDisallow: /x\n"))
	want := "content-signal train refused group line 3\ncontent-signal train allowed group line 11\ncontent-signal search allowed group line 3\n"
	if got := short(s.For("other", "/")); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if got := s.Contradictions(); len(got) != 1 || got[0].Use != signals.Train {
		t.Errorf("contradictions %+v", got)
	}
}
