package signals_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
	"github.com/robotsgate/robots/signals"
)

// remarksOn reads a text in one of the ways of this package and returns what
// there is to say about it.
var remarksOn = map[string]func(text string) []diag.Diagnostic{
	"robots": func(s string) []diag.Diagnostic { return signals.Read(robots.Parse(s)).Diagnostics() },
	"group": func(s string) []diag.Diagnostic {
		return signals.Read(robots.Parse("User-agent: a\nAllow: /\n" + s + "\n")).Diagnostics()
	},
	"header": func(s string) []diag.Diagnostic { return signals.ReadHeader(strings.Split(s, "\n")...).Diagnostics() },
	"meta":   func(s string) []diag.Diagnostic { return signals.ReadMeta("robots", s).Diagnostics() },
	"tdmrep": func(s string) []diag.Diagnostic { return signals.ReadTDMRep(s).Diagnostics() },
	"unread": func(s string) []diag.Diagnostic {
		d, ok := signals.ReadHeader(s).Unread(robots.Parse("User-agent: a\nDisallow: /x\n"), "a", "/x")
		if !ok {
			return nil
		}
		return []diag.Diagnostic{d}
	},
}

type codeTest struct {
	code          diag.Code
	way           string // of remarksOn
	bad, at, good string
}

// Every code has a text that brings it and one, as near as can be, that does
// not. at is the text that the remark is on.
var codeTests = []codeTest{
	{"signal-joins-groups", "robots", "User-agent: a\nCrawl-delay: 1\nUser-agent: b\nDisallow: /\n", "Crawl-delay: 1", "User-agent: a\nCrawl-delay: 1\nAllow: /\nUser-agent: b\nDisallow: /\n"},
	{"signal-joins-groups", "robots", "User-agent: *\nContent-Signal: search=yes\n\nUser-agent: b\nDisallow: /\n", "Content-Signal: search=yes", "User-agent: *\nUser-agent: b\nContent-Signal: search=yes\nDisallow: /\n"},
	{"signal-without-rules", "robots", "User-agent: a\nContent-Usage: search=y\n", "Content-Usage: search=y", "User-agent: a\nContent-Usage: search=y\nDisallow:\n"},
	{"signal-without-rules", "robots", "User-agent: a\nLicense: https://e.com/l\n", "License: https://e.com/l", "User-agent: a\nSitemap: https://e.com/s\n"},
	{"contradictory-signals", "group", "Content-Usage: train-ai=n\nContent-Signal: ai-train=yes", "ai-train=yes", "Content-Usage: train-ai=n\nContent-Signal: ai-train=no"},
	{"contradictory-signals", "group", "Content-Signal: search=no\nContent-Signal: search=yes", "search=yes", "Content-Signal: search=no\nContent-Signal: /a search=yes"},
	{"contradictory-signals", "group", "Content-Usage: /a* train-ai=y\nDisallowAITraining: /", "/", "Content-Usage: /a* train-ai=y\nDisallowAITraining: /b"},

	{"content-usage-unparsable", "group", "Content-Usage: train-ai=n,", "", "Content-Usage: train-ai=n"},
	{"content-usage-unparsable", "group", "Content-Usage: train-ai: n", ":", "Content-Usage: /a"},
	{"content-usage-unparsable", "group", "Content-Usage: train-ai=n search=y", "s", "Content-Usage: train-ai=n ,\tsearch=y"},
	{"content-usage-uppercase-key", "group", "Content-Usage: train-AI=n", "train-AI", "Content-Usage: train-ai=n"},
	{"content-usage-uppercase-key", "group", "Content-Usage: /A search=y, Train-ai=n", "Train-ai", "Content-Usage: /A search=y, train-ai=N"},
	{"content-usage-value", "group", "Content-Usage: search=yes", "search=yes", "Content-Usage: search=y;x=yes"},
	{"content-usage-value", "group", "Content-Usage: search=1", "search=1", "Content-Usage: search=1, search=y"},
	{"content-usage-quoted", "group", `Content-Usage: search="n"`, `search="n"`, `Content-Usage: other="n"`},
	{"content-usage-boolean", "group", "Content-Usage: search=?1", "search=?1", "Content-Usage: x=?1"},
	{"content-usage-boolean", "group", "Content-Usage: search", "search", "Content-Usage: x"},
	{"content-usage-obsolete-label", "group", "Content-Usage: genai=n", "genai", "Content-Usage: train-ai=n"},
	{"content-usage-unknown-label", "group", "Content-Usage: cooking=n", "cooking", "Content-Usage: search=n"},
	{"content-usage-path-conflict", "group", "Content-Usage: /a train-ai=n\nContent-Usage: /%61 train-ai=y", "train-ai=y", "Content-Usage: /a train-ai=n\nContent-Usage: /ab train-ai=y"},
	{"content-usage-path-disallowed", "robots", "User-agent: a\nDisallow: /x\nContent-Usage: /x/y search=n\n", "/x/y", "User-agent: a\nDisallow: /x\nContent-Usage: /y search=n\n"},

	{"content-signal-outside-group", "robots", "Content-Signal: search=yes\nUser-agent: *\nDisallow:\n", "search=yes", "User-agent: *\nContent-Signal: search=yes\nDisallow:\n"},
	{"content-signal-value", "group", "Content-Signal: search=maybe", "search=maybe", "Content-Signal: search=YES"},
	{"content-signal-value", "group", "Content-Signal: use=all", "use=all", "Content-Signal: use=full"},
	{"content-signal-value", "group", "Content-Signal:", "", "Content-Signal: search=yes,"},
	{"content-signal-value", "group", "Content-Signal: search", "search", "Content-Signal: search = yes"},
	{"content-signal-unknown-key", "group", "Content-Signal: ai_train=no", "ai_train=no", "Content-Signal: ai-train=no"},
	{"content-signal-separator", "group", "Content-Signal: search=yes; ai-train=no", "search=yes; ai-train=no", "Content-Signal: search=yes, ai-train=no"},
	{"content-signal-separator", "group", "Content-Signal: search:yes", "search:yes", "Content-Signal: /a:b;c search=yes"},
	{"content-signal-separator", "group", "Content-Signal: search=yes ai-train=no", "search=yes ai-train=no", "Content-Signal: search=yes,ai-train=no"},
	{"content-signal-differs", "group", "Content-Signal: search=no\nUser-agent: b\nAllow: /\nContent-Signal: search=yes", "search=yes", "Content-Signal: search=no\nUser-agent: b\nAllow: /\nContent-Signal: search=no"},

	{"license-not-absolute", "group", "License: /l.xml", "/l.xml", "License: https://example.com/l.xml"},
	{"license-several-global", "robots", "License: https://e.com/1\nLicense: https://e.com/2\n", "https://e.com/2", "License: https://e.com/1\nUser-agent: *\nAllow: /\nLicense: https://e.com/2\n"},
	{"license-in-group", "group", "\n\nLicense: https://e.com/1", "https://e.com/1", "Sitemap: https://e.com/1"},

	{"expired-draft-directive", "group", "DisallowAITraining: /", "/", "Disallow: /"},
	{"expired-draft-directive", "group", "AllowAIOther: /", "AllowAIOther: /", "Allow: /"},
	{"little-read-directive", "group", "Host: example.com", "Host: example.com", "Sitemap: https://example.com"},
	{"little-read-directive", "group", "LLM-Policy: https://e.com/p", "https://e.com/p", "License: https://e.com/p"},
	{"meta-rule-as-directive", "group", "Noindex: /x", "Noindex: /x", "Disallow: /x"},
	{"meta-rule-as-directive", "group", "nosnippet: /x", "nosnippet: /x", "nosnip: /x"},
	{"meta-rule-as-directive", "group", "X-Robots-Tag: noindex", "X-Robots-Tag: noindex", "# X-Robots-Tag: noindex"},
	{"long-crawl-delay", "group", "Crawl-delay: 31", "31", "Crawl-delay: 30.5"},
	{"long-crawl-delay", "group", "Crawl-delay: 301", "301", "Crawl-delay: soon"},
	{"bad-visit-time", "group", "Visit-time: 4-8", "4-8", "Visit-time: 0400 - 0845"},
	{"bad-visit-time", "group", "Visit-time: 0400-2460", "0400-2460", "Visit-time: 2359-0000"},
	{"bad-clean-param", "group", "Clean-param: a&&b", "a&&b", "Clean-param: a&b"},
	{"bad-clean-param", "group", "Clean-param: a b c", "a b c", "Clean-param: a /*b"},
	{"bad-clean-param", "group", "Clean-param: " + strings.Repeat("a", 501), strings.Repeat("a", 501), "Clean-param: " + strings.Repeat("a", 500)},

	{"managed-block-open", "robots", "# BEGIN Cloudflare Managed content\n", "# BEGIN Cloudflare Managed content", "# begin CLOUDFLARE managed content\n# END Cloudflare Managed Content\n"},
	{"managed-block-doubles-star", "robots", managed + "User-agent: *\nDisallow: /x\n", "*", managed + "User-agent: b\nDisallow: /x\n"},

	{"robots-tag-unknown-rule", "header", "noindex, nothing", "nothing", "noindex, nofollow"},
	{"robots-tag-unknown-rule", "meta", "googlebot: noindex", "googlebot: noindex", "noindex"},
	{"robots-tag-value", "header", "max-snippet: many", "max-snippet: many", "max-snippet: -1"},
	{"robots-tag-value", "header", "noindex: yes", "noindex: yes", "noindex"},
	{"robots-tag-value", "meta", "max-image-preview:huge", "max-image-preview:huge", "max-image-preview:Large"},
	{"robots-tag-value", "meta", "max-snippet", "max-snippet", "max-snippet:0"},
	{"unavailable-after-date", "header", "unavailable_after: tomorrow", "unavailable_after: tomorrow", "unavailable_after: Saturday, 25-Jun-10 15:00:00 PST"},
	{"unavailable-after-date", "header", "unavailable_after: 32 Jun 2010", "unavailable_after: 32 Jun 2010", "unavailable_after: 2010-06-25T15:00:00+02:00, noindex"},
	{"robots-tag-conflict", "header", "noindex, index", "index", "noindex, nofollow"},
	{"robots-tag-conflict", "header", "max-snippet: 5\nnosnippet", "nosnippet", "max-snippet: 5\nmax-snippet: 5"},
	{"robots-tag-conflict", "meta", "all, nofollow", "nofollow", "none, nofollow"},
	{"noai-little-read", "meta", "noindex, noai", "noai", "noindex"},
	{"noai-little-read", "header", "a: noimageai", "noimageai", "a: noimageindex"},
	{"indexifembedded-alone", "header", "indexifembedded", "indexifembedded", "indexifembedded, noindex"},
	{"noindex-never-read", "unread", "nofollow, none", "none", "nofollow"},

	{"tdmrep-not-json", "tdmrep", "[{]", "]", "[]"},
	{"tdmrep-not-json", "tdmrep", "[]x", "x", "\ufeff [ ] "},
	{"tdmrep-shape", "tdmrep", "{}", "{}", "[]"},
	{"tdmrep-shape", "tdmrep", "[1]", "1", "[]"},
	{"tdmrep-shape", "tdmrep", `[{"location":"/"}]`, `{"location":"/"}`, `[{"location":"/","tdm-reservation":0}]`},
	{"tdmrep-shape", "tdmrep", `[{"tdm-reservation":1}]`, `{"tdm-reservation":1}`, `[{"location":"/","tdm-reservation":1,"x":[{}]}]`},
	{"tdmrep-shape", "tdmrep", `[{"location":"/","tdm-reservation":"1"}]`, `"1"`, `[{"location":"/","tdm-reservation":1}]`},
	{"tdmrep-shape", "tdmrep", `[{"location":"/","tdm-reservation":2}]`, `2`, `[]`},
	{"tdmrep-location", "tdmrep", `[{"location":"a","tdm-reservation":1}]`, `"a"`, `[{"location":"*a","tdm-reservation":1}]`},
	{"tdmrep-policy-not-absolute", "tdmrep", `[{"location":"/","tdm-reservation":1,"tdm-policy":"/p"}]`, `"/p"`, `[{"location":"/","tdm-reservation":1,"tdm-policy":"https://e.com/p"}]`},
	{"tdmrep-shadowed", "tdmrep", tdm("/a", "/a/b"), `{"location":"/a/b","tdm-reservation":1}`, tdm("/a/b", "/a")},
	{"tdmrep-shadowed", "tdmrep", tdm("*", "/x*y"), `{"location":"/x*y","tdm-reservation":1}`, tdm("/a$", "/a")},
	{"tdmrep-shadowed", "tdmrep", tdm("/a$", "/%61$"), `{"location":"/%61$","tdm-reservation":1}`, tdm("/a$", "/a*$")},
	{"tdmrep-shadowed", "tdmrep", tdm("/*b", "/ab$"), `{"location":"/ab$","tdm-reservation":1}`, tdm("/*b$", "/ab")},

	{"signal-limit-reached", "tdmrep", strings.Repeat(" ", 1<<20+1), "", "[]"},
	{"signal-limit-reached", "tdmrep", tdm(slices.Repeat([]string{"/a"}, 257)...), `{"location":"/a","tdm-reservation":1}`, tdm(slices.Repeat([]string{"/a"}, 256)...)},
	{"signal-limit-reached", "group", "Content-Usage: train-ai=n" + manyAgents(300) + "\nContent-Signal: ai-train=yes", "", "Content-Usage: train-ai=n" + manyAgents(9) + "\nContent-Signal: ai-train=yes"},
}

const managed = "# BEGIN Cloudflare Managed content\nUser-agent: *\nContent-Signal: search=yes,ai-train=no\nAllow: /\n\nUser-agent: GPTBot\nDisallow: /\n# END Cloudflare Managed Content\n\n"

// tdm writes a tdmrep.json that reserves all of the locations.
func tdm(locations ...string) string {
	var b strings.Builder
	for _, l := range locations {
		b.WriteString(`,{"location":"` + l + `","tdm-reservation":1}`)
	}
	return "[" + strings.TrimPrefix(b.String(), ",") + "]"
}

// manyAgents names n further crawlers, in groups of their own.
func manyAgents(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("\nUser-agent: b" + strings.Repeat("c", i) + "\nDisallow: /")
	}
	return b.String()
}

func with(code diag.Code, all []diag.Diagnostic) []diag.Diagnostic {
	return slices.DeleteFunc(slices.Clone(all), func(d diag.Diagnostic) bool { return d.Code != code })
}

func TestEveryCodeHasATextThatBringsItAndOneThatDoesNot(t *testing.T) {
	tested := map[diag.Code]bool{}
	for _, tt := range codeTests {
		tested[tt.code] = true
		got := with(tt.code, remarksOn[tt.way](tt.bad))
		if len(got) == 0 {
			t.Errorf("%s: no remark on %q", tt.code, clip(tt.bad))
			continue
		}
		if !strings.HasPrefix(tt.bad[offsetIn(tt, got[0]):], tt.at) || got[0].Span.Len != len(tt.at) {
			t.Errorf("%s: remark on %q at %+v, want it on %q", tt.code, clip(tt.bad), got[0].Span, tt.at)
		}
		if more := with(tt.code, remarksOn[tt.way](tt.good)); len(more) > 0 {
			t.Errorf("%s: remark on %q at %+v", tt.code, clip(tt.good), more[0].Span)
		}
	}
	seen := map[diag.Code]bool{}
	for _, c := range signals.Codes() {
		if seen[c.Code] || !tested[c.Code] || c.Severity == 0 {
			t.Errorf("%s: listed twice, not tested, or without a severity", c.Code)
		}
		seen[c.Code] = true
	}
	if len(seen) != len(tested) {
		t.Errorf("%d codes are tested, %d listed", len(tested), len(seen))
	}
}

// offsetIn returns where in the text of a case a remark is.
func offsetIn(tt codeTest, d diag.Diagnostic) int {
	switch {
	case d.Span.Line == 1 && d.Code == "signal-limit-reached" && tt.way == "group":
		return len(tt.bad) // on the file as a whole
	case tt.way == "group":
		return d.Span.Offset - len("User-agent: a\nAllow: /\n")
	case tt.way == "header":
		lines := strings.SplitAfter(tt.bad, "\n")
		return len(strings.Join(lines[:d.Span.Line-1], "")) + d.Span.Offset
	}
	return d.Span.Offset
}

func clip(s string) string { return s[:min(len(s), 200)] }

func TestNoCodeIsSharedWithTheParser(t *testing.T) {
	for _, c := range robots.Codes() {
		for _, d := range signals.Codes() {
			if c.Code == d.Code {
				t.Errorf("%s is a code of package robots too", c.Code)
			}
		}
	}
}

func TestSeverities(t *testing.T) {
	for _, tt := range []struct {
		text string
		code diag.Code
		want diag.Severity
	}{
		{"User-agent: a\nCrawl-delay: 1\nUser-agent: b\nDisallow: /\n", "signal-joins-groups", diag.Warning},
		{"User-agent: a\nCrawl-delay: 1\nUser-agent: *\nDisallow: /\n", "signal-joins-groups", diag.Error},
		{"User-agent: a\nAllow: /\nCrawl-delay: 31\n", "long-crawl-delay", diag.Info},
		{"User-agent: a\nAllow: /\nCrawl-delay: 300\n", "long-crawl-delay", diag.Info},
		{"User-agent: a\nAllow: /\nCrawl-delay: 301\n", "long-crawl-delay", diag.Warning},
	} {
		got := with(tt.code, remarksOn["robots"](tt.text))
		if len(got) != 1 || got[0].Severity != tt.want {
			t.Errorf("%q: %v, want one %s of severity %v", tt.text, got, tt.code, tt.want)
		}
	}
}

// A signal that is written well is no error, a warning, or even worth a word,
// as long as somebody reads it.
func TestSignalsAreNoErrorForBeingThere(t *testing.T) {
	const text = "User-agent: *\nAllow: /\nContent-Usage: train-ai=n, search=y\nContent-Signal: search=yes, ai-input=no, ai-train=no, use=reference\nCrawl-delay: 10\nVisit-time: 0400-0845\nClean-param: ref /\n"
	if got := remarksOn["robots"]("License: https://example.com/license.xml\n" + text); len(got) > 0 {
		t.Errorf("remarks on a file without fault: %v", got)
	}
}

func TestEditsMend(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"Content-Usage: Train-AI=n", "Content-Usage: train-ai=n"},
		{`Content-Usage: search="n"`, "Content-Usage: search=n"},
		{"Content-Signal: search:yes; ai-train:no", "Content-Signal: search=yes, ai-train=no"},
	} {
		text := "User-agent: a\nAllow: /\n" + tt.text
		for _, d := range remarksOn["robots"](text) {
			for _, e := range d.Edits {
				text = text[:e.Span.Offset] + e.New + text[e.Span.End():]
			}
		}
		if got := strings.TrimPrefix(text, "User-agent: a\nAllow: /\n"); got != tt.want {
			t.Errorf("%q is mended to %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestOfOneCodeAHundredAreKept(t *testing.T) {
	s := signals.Read(robots.Parse("User-agent: a\nAllow: /\n" + strings.Repeat("Content-Signal: x=y\n", 500)))
	if got := len(s.Diagnostics()); got != 100 {
		t.Errorf("%d remarks, want 100", got)
	}
	if got := s.Counts(); len(got) != 1 || got[0].Seen != 500 {
		t.Errorf("counts %v, want one of 500", got)
	}
}
