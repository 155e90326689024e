package agents

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// entry is an agent as data/agents.json has it.
type entry struct {
	Token, Operator, Country, Purpose, Effect, Note string
	Aliases, Also, Fallback, Observed               []string
	AI, Legacy                                      bool
	Respects                                        string   `json:"respects_robots"`
	SendsRequests                                   *bool    `json:"sends_requests"`
	NoToken                                         bool     `json:"no_token"`
	IgnoresStar                                     bool     `json:"ignores_star"`
	CrawlDelay                                      string   `json:"crawl_delay"`
	UserAgents                                      []string `json:"user_agents"`
	ReverseDNS                                      []string `json:"reverse_dns"`
	IPRanges                                        string   `json:"ip_ranges"`
	BotAuth                                         string   `json:"bot_auth"`
	ReplacedBy                                      string   `json:"replaced_by"`
	Evidence                                        struct {
		Kind, Date string
		Sources    []string
	}
}

// The table says what the data say, so that the generator, which cannot import
// this package, has the same words for everything.
func TestTableSaysWhatTheDataSay(t *testing.T) {
	b, err := os.ReadFile("data/agents.json")
	if err != nil {
		t.Fatal(err)
	}
	var data struct{ Agents []entry }
	if err := json.Unmarshal(b, &data); err != nil {
		t.Fatal(err)
	}
	if len(data.Agents) != len(table) {
		t.Fatalf("%d agents in the data, %d in the table", len(data.Agents), len(table))
	}
	for i, a := range slices.Collect(All()) {
		e := data.Agents[i]
		sends := e.SendsRequests == nil || *e.SendsRequests
		delay := e.CrawlDelay
		if delay == "" {
			delay = "unknown"
		}
		var also []string
		for _, p := range a.Purposes()[1:] {
			also = append(also, p.String())
		}
		slices.Sort(also)
		slices.Sort(e.Also)
		var chain []string
		if !e.NoToken {
			chain = append([]string{e.Token}, e.Fallback...)
		}
		got := fmt.Sprintf("%q", []any{a.Token, a.Aliases(), a.Operator, a.Country, a.Purpose, also, a.AI, a.SendsRequests, a.NoToken,
			a.Respects, a.Evidence.Kind, a.Evidence.Date, a.Evidence.Sources(), a.Names(), a.IgnoresStar, a.CrawlDelay, a.Effect,
			a.UserAgents(), a.Observed(), a.IPRanges, a.ReverseDNS(), a.BotAuth, a.Legacy, a.ReplacedBy, a.Note})
		want := fmt.Sprintf("%q", []any{e.Token, e.Aliases, e.Operator, e.Country, e.Purpose, e.Also, e.AI, sends, e.NoToken,
			e.Respects, e.Evidence.Kind, e.Evidence.Date, e.Evidence.Sources, chain, e.IgnoresStar, delay, e.Effect,
			e.UserAgents, e.Observed, e.IPRanges, e.ReverseDNS, e.BotAuth, e.Legacy, e.ReplacedBy, e.Note})
		if got != want {
			t.Errorf("the table has\n%s\nthe data have\n%s", got, want)
		}
	}
}

func TestTableIsInOrder(t *testing.T) {
	if !slices.IsSortedFunc(names[:], func(a, b name) int { return strings.Compare(a.folded, b.folded) }) {
		t.Error("names are not in order")
	}
	for _, n := range names {
		if n.folded != strings.ToLower(n.folded) {
			t.Errorf("%q is not in lower case", n.folded)
		}
		// Similar must be able to compare it with a name two letters longer.
		if len(n.folded) > maxName-2 {
			t.Errorf("%q is too long for distance", n.folded)
		}
		if spaces := strings.Contains(n.folded, " ") && !table[n.agent].NoToken; spaces != slices.Contains(phrases[:], n) {
			t.Errorf("%q and phrases", n.folded)
		}
	}
}

// These facts are what other parts of the project build on.
func TestFactsThatOthersBuildOn(t *testing.T) {
	for token, is := range map[string]func(Agent) bool{
		"Google-Extended":   func(a Agent) bool { return a.Purpose == PurposeControl && !a.SendsRequests && a.Effect != "" },
		"Applebot-Extended": func(a Agent) bool { return a.Purpose == PurposeControl && !a.SendsRequests && a.Effect != "" },
		"Perplexity-User":   func(a Agent) bool { return a.Respects == RespectsNo && a.Evidence.Kind == EvidenceVendor },
		"ChatGPT-User":      func(a Agent) bool { return a.Respects == RespectsPartial && a.Serves(PurposeUser) },
		"Bytespider":        func(a Agent) bool { return a.Respects == RespectsNo && a.Evidence.Kind == EvidenceThirdParty },
		"anthropic-ai":      func(a Agent) bool { return a.Legacy && a.ReplacedBy == "ClaudeBot" },
		"bingbot":           func(a Agent) bool { return a.CrawlDelay == SupportYes },
		"Googlebot":         func(a Agent) bool { return a.CrawlDelay == SupportNo && !a.AI },
		"ChatGPT Agent":     func(a Agent) bool { return a.NoToken && a.BotAuth != "" },
	} {
		if a, ok := Lookup(token); !ok || !is(a) {
			t.Errorf("%s: %+v", token, a)
		}
	}
	if len(table) < 170 {
		t.Errorf("%d agents", len(table))
	}
}

func TestEnumsBeyondTheirEnd(t *testing.T) {
	for _, s := range []fmt.Stringer{Purpose(200), Respects(200), EvidenceKind(200), Support(200)} {
		if s.String() == "" {
			t.Errorf("%T has no word", s)
		}
	}
}

// docs/agents.md gives counts; run with -v to see all of them.
func TestCounts(t *testing.T) {
	b, err := os.ReadFile("../docs/agents.md")
	if err != nil {
		t.Fatal(err)
	}
	doc := string(b)
	kinds := []struct {
		what string
		of   func(Agent) fmt.Stringer
	}{
		{"evidence", func(a Agent) fmt.Stringer { return a.Evidence.Kind }},
		{"respects", func(a Agent) fmt.Stringer { return a.Respects }},
		{"purpose", func(a Agent) fmt.Stringer { return a.Purpose }},
	}
	for _, k := range kinds {
		counts := map[string]int{}
		for a := range All() {
			counts[k.of(a).String()]++
		}
		t.Logf("%s: %v", k.what, counts)
		_, rows, _ := strings.Cut(doc, "\n| "+k.what+" |")
		rows, _, _ = strings.Cut(rows, "\n\n")
		for word, n := range counts {
			if row := fmt.Sprintf("| `%s` | %d |", word, n); !strings.Contains(rows, row) {
				t.Errorf("docs/agents.md has no row that begins %q", row)
			}
		}
		if n := len(regexp.MustCompile("(?m)^\\| `").FindAllString(rows, -1)); n != len(counts) {
			t.Errorf("docs/agents.md has %d rows of %s, want %d", n, k.what, len(counts))
		}
	}
	if total := fmt.Sprintf("%d entries", len(table)); !strings.Contains(doc, total) {
		t.Errorf("docs/agents.md does not say that there are %s", total)
	}
}
