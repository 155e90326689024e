package report

import (
	"io"
	"strings"
	"testing"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/msg"
)

const sample = `User-agent: GPTBot
Crawl-delay: 5

User-agent: *
Disallow: /新聞/
Allow: /新聞/開放$
Disallow: tmp
Dissallow: /x
Disallow /y
Foo: 1

User-agent: Bing|Bot
Disallow:
Sitemap: https://a.example/sitemap.xml
Content-Signal: ai-train=no
`

// check asks a policy as the command does.
func check(s Source, agents, targets []string, explain bool) Check {
	c := Check{Source: s, Explain: explain}
	for _, name := range agents {
		for _, target := range targets {
			a := Answer{Agent: Agent{ID: name, Name: name}, Target: target}
			if name == OtherID {
				a.Agent.Name = "UnnamedBot"
			}
			if strings.HasPrefix(target, "/") {
				a.Trace = s.Policy.Explain(a.Agent.Name, target)
			} else {
				a.Trace = s.Policy.ExplainURL(a.Agent.Name, target, s.FileURL)
			}
			c.Answers = append(c.Answers, a)
		}
	}
	return c
}

// Every code of the parser has its four sentences in every language, and its
// details fill all their placeholders.
func TestEveryCodeIsTold(t *testing.T) {
	for _, d := range robots.Codes() {
		for _, l := range msg.Langs() {
			for _, part := range []string{"title", "message", "why", "fix"} {
				if key := "diag." + string(d.Code) + "." + part; !l.Has(key) {
					t.Errorf("%v: %s is missing", l, key)
				}
			}
		}
	}
}

func TestNoPlaceholderIsLeftOver(t *testing.T) {
	texts := []string{sample, "Disallow: /a\nCrawl-delay: 1\nUser-agent:\nUser-agent: a/1\nUser-agent: b2\nDisallow: /$a%\nCrawl-delay: x\nRequest-rate: y\n",
		"\xef\xbb\xbfUser-agent: *\n\xef\xbb\xbfDisallow: /\x00\xff\nnothing\n", "\xff\xfeU\x00:\x00\n\x00", "<html>", strings.Repeat("#\n", 600<<10)}
	options := []robots.Options{{}, {Profile: robots.Google}, {Limits: robots.Limits{Lines: 2, LineBytes: 10}},
		{Limits: robots.Limits{Groups: 1}}, {Limits: robots.Limits{Rules: 1, LineBytes: 8}}}
	seen := map[string]bool{}
	for _, text := range texts {
		for _, o := range options {
			for _, d := range o.Parse(text).Diagnostics() {
				seen[string(d.Code)] = true
				for _, l := range msg.Langs() {
					for _, s := range []string{Message(l, d), Fix(l, d)} {
						if strings.ContainsAny(s, "{}") {
							t.Errorf("%v: %s: %q", l, d.Code, s)
						}
					}
				}
			}
		}
	}
	long := robots.Options{Profile: robots.Google}.Parse("User-agent: *\nDisallow: /" + strings.Repeat("a", 20000) + "\n")
	for _, d := range long.Diagnostics() {
		seen[string(d.Code)] = true
	}
	for _, d := range robots.Codes() {
		if !seen[string(d.Code)] {
			t.Errorf("no text of this test makes %s", d.Code)
		}
	}
}

// The word "allowed" is for sites that have a file which speaks to the crawler.
func TestVerdictWords(t *testing.T) {
	status := func(code int) *robots.Policy { p, _ := robots.ForStatus(code); return p }
	for _, tt := range []struct {
		policy      *robots.Policy
		target      string
		want, basis string
	}{
		{robots.Parse("User-agent: *\nDisallow: /a\nAllow: /b"), "/a", "disallowed", "the group of *"},
		{robots.Parse("User-agent: *\nDisallow: /a\nAllow: /b"), "/b", "allowed", "the group of *"},
		{robots.Parse("User-agent: x\nDisallow: /a"), "/a", "disallowed", "its own group"},
		{robots.Parse("User-agent: x\nDisallow: /a"), "/c", "allowed", "no rule of its group matches"},
		{robots.Parse("User-agent: y\nDisallow: /a"), "/a", "not restricted", "no group applies"},
		{robots.Parse(""), "/", "empty file", "the file holds no record"},
		{robots.Parse("# only this"), "/", "empty file", "the file holds no record"},
		{robots.Parse(""), "/robots.txt", "allowed", "robots.txt itself is always open"},
		{status(404), "/", "absent", "there is no file"},
		{status(403), "/", "unavailable", "the file is refused (4xx)"},
		{status(503), "/", "unreachable", "the file cannot be had (5xx or no answer)"},
		{robots.Options{Profile: robots.Temoto}.Parse("Disallow: /a"), "/", "rejected", "its parser gives the whole file up: a rule before any user-agent line"},
		{&robots.Policy{}, "/", "no answer", "nothing"},
	} {
		source, d := Source{Policy: tt.policy}, tt.policy.Decide("x", tt.target)
		if got := source.Verdict(msg.En, d); got != tt.want {
			t.Errorf("%v %s: %q, want %q", d.Basis, tt.target, got, tt.want)
		}
		if got := source.Because(msg.En, d); got != tt.basis {
			t.Errorf("%v %s: because %q, want %q", d.Basis, tt.target, got, tt.basis)
		}
	}
}

func TestClean(t *testing.T) {
	for in, want := range map[string]string{
		"":                    "",
		"plain /a?b=c":        "plain /a?b=c",
		"判定 é 👩‍💻":            "判定 é 👩‍💻",
		"a\tb":                "a b",
		"a\x1b[31mb":          `a\x1b[31mb`,
		"a\r\nb\x7f":          `a\x0d\x0ab\x7f`,
		"a\u202eb\u200bc":     `a\u202eb\u200bc`,
		"\xffa\xc3":           `\xffa\xc3`,
		"\u0085\ufeff":        `\u0085\ufeff`,
		"\U000e0041tag chars": `\U000e0041tag chars`,
	} {
		if got := Clean(in); got != want {
			t.Errorf("Clean(%q) = %q, want %q", in, got, want)
		}
	}
}

// Carets begin where the pattern begins and are as wide, in cells.
func TestCaretsStandUnderThePattern(t *testing.T) {
	for _, line := range []string{"Disallow: /a", "  disallow :\t/a # b", "Disallow: /新聞/公開", "Disallow: /é👩‍💻x", "Disallow: /\xff\x01", "Disallow: /" + strings.Repeat("長", 90)} {
		p := robots.Parse("User-agent: *\n" + line + "\n")
		target := "/"
		for g := range p.Groups() {
			for r := range g.Rules() {
				target = r.Normal
			}
		}
		for _, l := range msg.Langs() {
			var b strings.Builder
			s := Source{Name: "x", Policy: p}
			Trace(&b, s, check(s, []string{"x"}, []string{target}, true).Answers[0], Options{Lang: l})
			out := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
			source, carets := out[len(out)-2], out[len(out)-1]
			at := width(source[:strings.Index(source, "/")])
			if got := width(carets[:strings.Index(carets, "^")]); got != at {
				t.Errorf("%v %q: carets at %d, pattern at %d\n%s", l, line, got, at, b.String())
			}
		}
	}
}

// Columns of a table begin at the same cell in every row, in every language.
func TestTablesAreAligned(t *testing.T) {
	tb := &table{heads: []string{"判定", "b", "n"}, numbers: map[int]bool{2: true}}
	tb.add(cell{"a", green}, cell{"新聞", plain}, cell{"5", plain})
	tb.add(cell{"abcdefg", red}, cell{"", plain}, cell{"123", plain})
	var b strings.Builder
	tb.write(&b, Options{})
	want := "判定     b       n\na        新聞    5\nabcdefg        123\n"
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
	b.Reset()
	tb.write(&b, Options{Color: true})
	if !strings.Contains(b.String(), "\x1b[32ma\x1b[0m        新聞") {
		t.Errorf("colour moves a column: %q", b.String())
	}
}

// A hostile file cannot reach the terminal, whatever the format for people.
func TestNothingEscapes(t *testing.T) {
	p := robots.Parse("User-agent: \x1b]0;x\x07Bot\nDisallow: /\x1b[2J\u202e\nX\x1b[1m: \x1b[5m\n\x1b[3mjunk\nUser-agent: *\nDisallow: /\x1b[2J")
	s := Source{Name: "x", FileURL: "https://a.example/robots.txt", Policy: p}
	c := check(s, []string{"\x1b]0;x\x07Bot", "x\x1b[1m"}, []string{"/\x1b[2J", "\x1b[2J"}, true)
	for name, write := range map[string]Format{"text": Text, "markdown": Markdown,
		"parse":   func(w io.Writer, c Check, o Options) error { return ParseText(w, c.Source, o) },
		"remarks": func(w io.Writer, c Check, o Options) error { return Remarks(w, c.Source, true, o) }} {
		var b strings.Builder
		if err := write(&b, c, Options{}); err != nil {
			t.Fatal(err)
		}
		if strings.ContainsAny(b.String(), "\x1b\x07\u202e") {
			t.Errorf("%s lets control characters through: %q", name, b.String())
		}
	}
}
