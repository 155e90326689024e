package robots_test

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/robotsgate/robots"
)

// A probe is a short text on which parsers are known to differ. Want holds, for
// each profile, what the parser it follows really answered: A allowed, D
// disallowed, E the file was given up.
type probe struct {
	ID, Robots, Agent, Target string
	Want                      map[string]string
}

// probeDeparts holds the answers that a profile gives on purpose in another way.
var probeDeparts = map[string]string{
	"U05-agent-full-UA-string rfc9309": "Decide takes a token; a whole header goes through Token first",
	"U32-star-then-text rfc9309":       "a convention of the table, not of the standard: only * itself is everybody",
	"R23-BOM protego":                  "the parser was asked without Scrapy, which skips the mark first",
}

func TestProbesOfDialects(t *testing.T) {
	f, err := os.Open("testdata/probes.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	total := 0
	for sc := bufio.NewScanner(f); sc.Scan(); {
		var c probe
		if err := json.Unmarshal(sc.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		for id, want := range c.Want {
			profile, ok := robots.ProfileNamed(id)
			if !ok {
				t.Fatalf("%s: no profile %q", c.ID, id)
			}
			total++
			p := robots.Options{Profile: profile}.Parse(c.Robots)
			d := p.Decide(c.Agent, c.Target)
			got := map[robots.Verdict]string{robots.Allow: "A", robots.Disallow: "D"}[d.Verdict]
			if _, rejected := p.Rejected(); rejected {
				got = "E"
			}
			if got != want && probeDeparts[c.ID+" "+id] == "" {
				t.Errorf("%s, %s: %q asks %q: got %s by %v, line %d, want %s", c.ID, id, c.Agent, c.Target, got, d.Basis, d.Line(), want)
			}
		}
	}
	if total != 67*11 {
		t.Errorf("%d answers, want 67 of each of 11 profiles", total)
	}
}

// No profile may take more than linear time for what its parser does with
// regular expressions, or for lines and names made to be searched again.
func TestDialectsTakeHostileTexts(t *testing.T) {
	stars := "/" + strings.Repeat("*a", 500) + "*b$"
	texts := map[string]string{
		"stars":      "User-agent: *\n" + strings.Repeat("Disallow: "+stars+"\n", 100),
		"agents":     strings.Repeat("User-agent: aXa\nUser-agent: AxA\nDisallow: /\n", 10_000),
		"cases":      strings.Repeat("User-agent: aXa\nDisallow: /\nUser-agent: AxA\nDisallow: /\n", 10_000),
		"empty":      strings.Repeat("Disallow:\n", 40_000) + strings.Repeat("\n", 100_000),
		"no colon":   "User-agent: *\n" + strings.Repeat(" ", 400_000) + "x",
		"tags":       "<html>" + strings.Repeat("<", 400_000),
		"returns":    strings.Repeat("Disallow:\r\r", 40_000),
		"separators": strings.Repeat("\u2028\u0085\v", 80_000),
	}
	target := "/" + strings.Repeat("a", 2_000)
	for name, text := range texts {
		for _, profile := range robots.Profiles() {
			start := time.Now()
			p := robots.Options{Profile: profile}.Parse(text)
			p.Decide("xaxax", target)
			p.Format(robots.Canonical)
			if took := time.Since(start); took > 10*time.Second {
				t.Errorf("%v takes %v for %s", profile, took, name)
			} else if took > time.Second {
				t.Logf("%v takes %v for %s", profile, took, name)
			}
		}
	}
}
