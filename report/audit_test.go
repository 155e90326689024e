package report

import (
	"bytes"
	"encoding/xml"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/audit"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/sitemap"
)

var updateWeights = flag.Bool("weights", false, "write the tables of docs/audit.md anew")

// hostile is a file that tries to get out of every place it is shown in.
const hostile = "User-agent: <script>alert(1)</script>\nDisallow: private\"'><img src=x onerror=alert(1)>/\x1b[31m\u202e\x07\n" +
	"Disallow: /</style><script>'\"&\nDisallow：/新聞/\nContent-Signal: \"><b>=no\nLicense: javascript:alert('x')\n" +
	"Content-Usage: /<i>&\"' train-ai=n\n\xff\xfe\x00]]>\n\nUser-agent: *\nDisallow: /\n"

// audits are reports of all kinds.
func audits() map[string]Audit {
	all := map[string]Audit{}
	put := func(name string, p *robots.Policy, o audit.Options) {
		all[name] = Audit{Source: Source{Name: name, Policy: p}, Report: audit.Run(p, o)}
	}
	p := robots.Parse(hostile)
	l := &audit.Listing{Entries: 3}
	for c := range sitemap.Conflicts(p, audit.DefaultEngines, "", func(yield func(sitemap.Entry) bool) {
		_ = yield(sitemap.Entry{URL: "https://a.example/<script>&\"'\x1b"}) && yield(sitemap.Entry{URL: "nonsense"})
	}) {
		l.Tally.Add("<map>\x07", c)
	}
	put("<script>alert(1)</script>\"'&\x1b[2J.txt", p, audit.Options{Paths: []string{"/", "/<script>\"'&\x1b/\u202e"}, Listing: l})
	for i, text := range []string{"", "# only", sample, "<!DOCTYPE html>\n", "\xff\xfeU\x00:\x00\n\x00", "User-agent: *\nDisallow: /\xff\n"} {
		put(fmt.Sprint(i), robots.Parse(text), audit.Options{})
	}
	put("suppressed", robots.Parse("User-agent: *\nDisallow: /a* # robots-lint: ignore=trailing-star -- <b>why</b>\n"), audit.Options{})
	put("absent", robots.Absent(), audit.Options{})
	put("unavailable", robots.Unavailable(), audit.Options{})
	put("unreachable", robots.Unreachable(), audit.Options{})
	put("python", robots.Options{Profile: robots.PythonLegacy}.Parse("User-agent: *\nDisallow: /\xff\n"), audit.Options{})
	return all
}

func TestAuditsFollowTheSchema(t *testing.T) {
	s := schema(t, "audit.json")
	for name, a := range audits() {
		for _, l := range msg.Langs() {
			valid(t, s, name, func(w io.Writer) error { return AuditJSON(w, a, Options{Lang: l}) })
		}
	}
}

// Whatever a file holds, the page is well-formed, has no script, loads nothing,
// and the words of the file are text.
func TestAuditPagesAreSafeAndWellFormed(t *testing.T) {
	allowed := regexp.MustCompile(`^(html|head|meta|title|style|body|header|main|footer|div|h1|h2|p|span|b|i|ul|li|table|thead|tbody|tr|th|td|article|pre|mark|details|summary|code|a|svg|g|circle|rect|line|text|desc)$`)
	for name, a := range audits() {
		for _, l := range msg.Langs() {
			var b bytes.Buffer
			if err := AuditHTML(&b, a, Options{Lang: l}); err != nil {
				t.Fatal(err)
			}
			text := b.String()
			if !strings.HasPrefix(text, "<!DOCTYPE html>\n<html lang=\""+l.String()+"\">") {
				t.Errorf("%s: begins with %.60q", name, text)
			}
			if left := regexp.MustCompile(`\{[a-z]+[?|}]|(audit|head|severity|matrix|verdict|note|diag)\.[a-z-]+\.?[a-z]*<`).FindString(text); left != "" {
				t.Errorf("%s in %v: %q is left over", name, l, left)
			}
			for _, r := range text {
				if r < ' ' && r != '\n' || r == '\u202e' || r == '\ufffd' {
					t.Errorf("%s: %q reached the page", name, r)
				}
			}
			// meta is the one element of ours that is never closed.
			d := xml.NewDecoder(strings.NewReader(regexp.MustCompile(`<meta [^>]*[^/]>`).ReplaceAllStringFunc(text, func(s string) string { return s[:len(s)-1] + "/>" })))
			for {
				token, err := d.Token()
				if err == io.EOF {
					break
				} else if err != nil {
					t.Fatalf("%s in %v: %v\n%s", name, l, err, text)
				}
				e, ok := token.(xml.StartElement)
				if !ok {
					continue
				}
				if !allowed.MatchString(e.Name.Local) {
					t.Errorf("%s: an element <%s>", name, e.Name.Local)
				}
				for _, attr := range e.Attr {
					n := attr.Name.Local
					if strings.HasPrefix(n, "on") || n == "src" || n == "srcset" || n == "href" && !strings.HasPrefix(attr.Value, projectURL) {
						t.Errorf("%s: %s=%q", name, n, attr.Value)
					}
				}
			}
			if strings.Contains(text, "@import") || strings.Contains(text, "url(") {
				t.Errorf("%s: the style loads something", name)
			}
		}
	}
}

func TestAuditTextAndMarkdownStayOnTheirLines(t *testing.T) {
	for name, a := range audits() {
		for _, l := range msg.Langs() {
			for format, write := range map[string]func(io.Writer, Audit, Options) error{"text": AuditText, "markdown": AuditMarkdown} {
				var b bytes.Buffer
				if err := write(&b, a, Options{Lang: l}); err != nil {
					t.Fatal(err)
				}
				text := b.String()
				if strings.ContainsAny(text, "\x1b\x07\x00\u202e\r") {
					t.Errorf("%s of %s: a control character", format, name)
				}
				if left := regexp.MustCompile(`\{[a-z]+[?|}]|(audit|head|severity|matrix)\.[a-z]`).FindString(text); left != "" {
					t.Errorf("%s of %s in %v: %q is left over", format, name, l, left)
				}
				if format == "markdown" && regexp.MustCompile(`(?m)^[^`+"`"+`]*<script`).MatchString(text) {
					t.Errorf("markup in the markdown of %s:\n%s", name, text)
				}
				if n := strings.Count(text, "\n"); format == "text" && n > 120 {
					t.Errorf("%s: %d lines are a wall", name, n)
				}
			}
		}
	}
}

// All that can be charged or noticed has words.
func TestAuditWordsAreComplete(t *testing.T) {
	var keys []string
	for _, c := range audit.NoticeCodes() {
		keys = append(keys, "notice."+string(c))
	}
	for _, c := range audit.ChargeCodes() {
		keys = append(keys, "charge."+string(c), "share."+string(c)+".name", "share."+string(c)+".why")
	}
	for _, p := range audit.Parts() {
		keys = append(keys, "part."+string(p.ID)+".name", "part."+string(p.ID)+".why")
	}
	for _, p := range audit.Prices() {
		keys = append(keys, "price."+p.Name+".name", "price."+p.Name+".why")
	}
	for _, c := range audit.Caps() {
		keys = append(keys, "cap."+string(c.Why)+".name", "cap."+string(c.Why)+".why")
	}
	for _, key := range keys {
		for _, l := range msg.Langs() {
			if !l.Has("audit." + key) {
				t.Errorf("%v has no audit.%s", l, key)
			}
		}
	}
}

func TestWeightsStandInTheDocumentation(t *testing.T) {
	const name, from, to = "../docs/audit.md", "<!-- weights: written by a test -->\n\n", "\n<!-- end of weights -->"
	var b strings.Builder
	if err := WeightsMarkdown(&b, Options{}); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(page), from)
	was, after, ok2 := strings.Cut(rest, to)
	if !ok || !ok2 {
		t.Fatalf("%s has no place for the weights", name)
	}
	if was == b.String() {
		return
	}
	if !*updateWeights {
		t.Fatalf("%s is not what the code says: go test ./report -run %s -weights", name, t.Name())
	}
	if err := os.WriteFile(name, []byte(before+from+b.String()+to+after), 0o644); err != nil {
		t.Fatal(err)
	}
}
