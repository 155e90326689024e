package audit_test

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/access"
	"github.com/robotsgate/robots/agents"
	"github.com/robotsgate/robots/audit"
	"github.com/robotsgate/robots/diag"
	"github.com/robotsgate/robots/lint"
	"github.com/robotsgate/robots/sitemap"
)

const fine = "User-agent: *\nDisallow: /private/\n\nSitemap: https://a.example/sitemap.xml\n"

func run(text string) audit.Report { return audit.Run(robots.Parse(text), audit.Options{}) }

// notices are the codes of what a reader is told first.
func notices(r audit.Report) (codes []string) {
	for _, n := range r.Notices {
		codes = append(codes, n.Severity.String()+" "+string(n.Code))
	}
	return codes
}

func TestTheScoreSaysHowWellAFileSaysWhatItSays(t *testing.T) {
	for _, c := range []struct {
		what, text string
		score      int
		grade      audit.Grade
		failed     bool
		notices    []string
	}{
		{"a fine file", fine, 100, "A", false, nil},
		{"a file that closes nothing", "User-agent: *\nDisallow:\n", 100, "A", false, nil},
		{"a file that closes all AI crawlers", "User-agent: GPTBot\nUser-agent: CCBot\nUser-agent: ClaudeBot\nDisallow: /\n\n" + fine, 100, "A", false, nil},
		{"information costs nothing", "User-agent: *\nDisallow: /a*\nDisallow: /b*\n", 100, "A", false, nil},
		{"one doubt takes the A", "User-agent: *\nDisallow: private/\n", 94, "B", false, nil},
		{"one error takes more", "User-agent: *\nDisallow：/private/\nDisallow: /b\n", 80, "C", true, nil},
		{"a closed site is no failure of the file, and is told loudly", "User-agent: *\nDisallow: /\n", 75, "C", true,
			[]string{"error search-engines-shut-out", "info everybody-shut-out"}},
		{"half as much for one engine of two", "User-agent: bingbot\nDisallow: /\n\n" + fine, 87, "B", true, []string{"error search-engines-shut-out"}},
		{"a closed front page", "User-agent: *\nDisallow: /\nAllow: /public/\n", 87, "B", false, []string{"warning front-page-closed"}},
		{"a web page", "<!DOCTYPE html>\n<title>Not found</title>\n", 10, "F", true, []string{"error score-capped"}},
		{"a text without a record", "{\"error\": \"not found\"}\n", 10, "F", true, []string{"error score-capped"}},
		{"UTF-16", "\xff\xfeU\x00s\x00e\x00r\x00-\x00a\x00g\x00e\x00n\x00t\x00:\x00*\x00\n\x00D\x00i\x00s\x00a\x00l\x00l\x00o\x00w\x00:\x00/\x00a\x00", 40, "F", true, []string{"error score-capped"}},
	} {
		r := run(c.text)
		if r.Score != c.score || r.Grade != c.grade || !r.Scored || r.Failed() != c.failed || !slices.Equal(notices(r), c.notices) {
			t.Errorf("%s: %d %q, failed %v, %q; want %d %q, %v, %q\n%+v", c.what, r.Score, r.Grade, r.Failed(), notices(r), c.score, c.grade, c.failed, c.notices, r.Parts)
		}
	}
}

// An absent file is neither 100 nor 0: what follows from it is told instead.
func TestWithoutATextThereIsNoScore(t *testing.T) {
	for want, p := range map[string]*robots.Policy{
		"info absent": robots.Absent(), "warning unavailable": robots.Unavailable(), "error unreachable": robots.Unreachable(), "info empty": robots.Parse("# soon\n"),
	} {
		r := audit.Run(p, audit.Options{})
		if r.Scored || r.Score != 0 || r.Grade != "" || len(r.Parts) > 0 || !slices.Equal(notices(r), []string{want}) {
			t.Errorf("%s: %v %d %q %q", want, r.Scored, r.Score, r.Grade, notices(r))
		}
		if r.Failed() != strings.HasPrefix(want, "error") {
			t.Errorf("%s: failed %v", want, r.Failed())
		}
	}
}

func TestASiteThatIsMeantToBeClosedLosesNothing(t *testing.T) {
	r := audit.Run(robots.Parse("User-agent: *\nDisallow: /\n"), audit.Options{Engines: []string{}})
	if r.Score != 100 || r.Failed() {
		t.Errorf("%d, failed %v, %q", r.Score, r.Failed(), notices(r))
	}
}

// drafts are records outside RFC 9309, right and wrong ones, and one of nobody.
var drafts = []string{
	"Content-Signal: ai-train=no", "Content-Signal: training", "Content-Usage: train-ai=n", "Content-Usage: =n", "Content-Usage: Train-AI=n",
	"License: /license.xml", "LLM-Policy: https://a.example/llm.txt", "DisallowAITraining: /a", "Crawl-delay: slow", "Request-rate: often",
	"Visit-time: night", "Host: a.example", "Clean-param: ?sid=", "Noindex: /old/", "Frobnicate: yes", "License: https://a.example/a.xml",
}

// Tools that took drafts for errors have lowered scores for being early.
func TestRecordsOutsideRFC9309NeverLowerTheScore(t *testing.T) {
	for _, text := range []string{fine, "User-agent: *\nDisallow: private/\n\nUser-agent: GPTBot\nDisallow: /\n", "User-agent: a\nUser-agent: b\nDisallow: /x\n"} {
		lines := strings.SplitAfter(text, "\n")
		before := run(text)
		for i := 1; i <= len(lines); i++ {
			// Inside a run of names any record makes two groups of one list for who
			// reads it; that is about the rule that is missing.
			if i < len(lines) && strings.HasPrefix(lines[i-1], "User-agent") && strings.HasPrefix(lines[i], "User-agent") {
				continue
			}
			for _, d := range drafts {
				with := strings.Join(lines[:i], "") + d + "\n" + strings.Join(lines[i:], "")
				if r := run(with); r.Score < before.Score {
					t.Errorf("%d, and %d without %q in\n%s\n%+v", r.Score, before.Score, d, with, r.Parts)
				}
			}
		}
	}
	if n := len(run(fine + "Content-Usage: =n\n").Findings); n == 0 {
		t.Error("they are not reported either")
	}
}

func TestManyHitsOfOneCodeAreDamped(t *testing.T) {
	last := 101
	for _, n := range []int{1, 2, 16, 100, 5000} {
		var b strings.Builder
		b.WriteString("User-agent: *\n")
		for i := range n {
			fmt.Fprintf(&b, "Disallow: private%d/\n", i)
		}
		r := run(b.String())
		if r.Score > last || r.Score < 100-3*6 {
			t.Errorf("%d hits: %d, before %d", n, r.Score, last)
		}
		last = r.Score
	}
}

func TestChargesAddUp(t *testing.T) {
	text := "Disallow: /a\nUser-agent: Googlbot\nUser-agent: *\nDisallow：/b\nDisallow: x/\nDisallow: https://a.example/c\nSitemap: /s.xml\nUser-agent: *\nDisallow: /\n"
	r := run(text)
	total, lost := 0, 0.0
	for _, p := range r.Parts {
		sum := 0.0
		for _, c := range p.Charges {
			sum += c.Points
		}
		if sum != p.Lost || p.Lost > float64(p.Weight) || p.Lost != math.Floor(2*p.Lost)/2 {
			t.Errorf("%s: charges of %v, %v of %d lost", p.ID, sum, p.Lost, p.Weight)
		}
		total += p.Weight
		lost += p.Lost
	}
	if total != 100 || r.Score != int(100-lost) || r.Score > 60 {
		t.Errorf("weights of %d, score %d, lost %v", total, r.Score, lost)
	}
	if !reflect.DeepEqual(r, run(text)) {
		t.Error("a second run says something else")
	}
}

// What Google's library reads otherwise than RFC 9309 counts for Googlebot.
func TestGooglebotIsAskedAsItReads(t *testing.T) {
	r := run("User-agent: *\nDisallow /\nDisallow: /x\n")
	if e := r.Engines[0]; e.State != audit.StateShut || e.Profile != robots.Google {
		t.Errorf("%+v", e)
	}
	if e := r.Engines[1]; e.State != audit.StateOpen || e.Profile != robots.RFC9309 {
		t.Errorf("%+v", e)
	}
}

func TestListedURLsThatAreClosedCostByTheirShare(t *testing.T) {
	p := robots.Parse("User-agent: *\nDisallow: /b\n")
	for _, c := range []struct {
		urls  string
		score int
	}{{"/a /c", 100}, {"/a /b", 93}, {"/b", 90}, {strings.Repeat("/a ", 999) + "/b", 97}} {
		l := &audit.Listing{}
		entries := func(yield func(sitemap.Entry) bool) {
			for u := range strings.FieldsSeq(c.urls) {
				if l.Entries++; !yield(sitemap.Entry{URL: "https://a.example" + u}) {
					return
				}
			}
		}
		for x := range sitemap.Conflicts(p, audit.DefaultEngines, "", entries) {
			l.Tally.Add("s", x)
		}
		if r := audit.Run(p, audit.Options{Listing: l}); r.Score != c.score || r.Failed() != (c.score < 100) {
			t.Errorf("%.20s: %d, want %d", c.urls, r.Score, c.score)
		}
	}
}

func TestAnswersAreExplicitOrInherited(t *testing.T) {
	p := robots.Parse("User-agent: Googlebot\nDisallow: /a\n\nUser-agent: *\nDisallow: /b\n")
	r := audit.Run(p, audit.Options{Paths: []string{"/", "/a", "/b"}})
	explicit := map[string]bool{}
	for i, b := range r.Bots {
		explicit[b.Agent.Token] = b.Explicit()
		for j, target := range r.Matrix.Targets {
			if c := r.Matrix.Cells[i][j]; c.Decision != b.Decide(target) || c.Evidence != access.EvidenceOf(c.Decision) {
				t.Errorf("%s %s: %+v", b.Agent.Token, target, c)
			}
		}
	}
	// Applebot follows the group of Googlebot, as Apple documents it.
	if !explicit["Googlebot"] || !explicit["Applebot"] || explicit["bingbot"] || !r.Bots[len(r.Bots)-1].Other() {
		t.Errorf("%v", explicit)
	}
}

func TestEveryFindingIsWeighed(t *testing.T) {
	seen := map[diag.Code]int{}
	for _, w := range audit.Weighed() {
		for _, c := range w.Codes {
			seen[c]++
		}
	}
	for _, c := range lint.Checks() {
		if seen[c.Code] != 1 {
			t.Errorf("%s is weighed %d times: give it one row in weights_table.go", c.Code, seen[c.Code])
		}
		delete(seen, c.Code)
	}
	for c := range seen {
		t.Errorf("%s is weighed, and no check has it", c)
	}
}

func TestThePanelIsInTheCatalogue(t *testing.T) {
	panel := audit.Panel()
	if len(panel) != 18 {
		t.Errorf("%d crawlers: a token is not in the catalogue", len(panel))
	}
	for _, token := range audit.DefaultEngines {
		if a, ok := agents.Lookup(token); !ok || !a.Serves(agents.PurposeSearch) {
			t.Errorf("%s is no search engine of the catalogue", token)
		}
	}
}

func FuzzRun(f *testing.F) {
	f.Add(fine)
	f.Add("Disallow：/\x00\xff<script>")
	f.Fuzz(func(t *testing.T, text string) {
		r := run(text)
		if r.Score < 0 || r.Score > 100 || r.Scored == (r.Grade == "") {
			t.Errorf("%d %q", r.Score, r.Grade)
		}
	})
}
