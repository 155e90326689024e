package ai_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/agents"
	"github.com/robotsgate/robots/ai"
	"github.com/robotsgate/robots/internal/shared"
	"github.com/robotsgate/robots/prove"
)

// stance refuses training and keeps the rest, for those named or a panel.
func stance(t testing.TB, tokens ...string) ai.Stance {
	t.Helper()
	s := ai.Stance{Refuse: []agents.Purpose{agents.PurposeTraining}, Keep: []agents.Purpose{agents.PurposeSearch, agents.PurposeUser}}
	if tokens == nil {
		s.Agents = panel(t, "training", "search", "user")
	}
	for _, token := range tokens {
		s.Agents = append(s.Agents, bot(t, token))
	}
	return s
}

const refuseGPT = "# may fetch nothing\nUser-agent: GPTBot\nDisallow: /\n"

const kept = "# may fetch what they could fetch before; a group that names a crawler has to repeat what it is to heed\n"

func TestInitText(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		tokens     []string
		want       string
	}{
		{"no text", "", []string{"GPTBot"}, refuseGPT},
		{"the text stays", "# mine\nuser-agent:*\ndisallow:/a", []string{"GPTBot"}, "# mine\nuser-agent:*\ndisallow:/a\n\n" + refuseGPT},
		{"what * says is repeated", "User-agent: *\nCrawl-delay: 5\nDisallow: /a\nAllow: /a/b # why\n", []string{"GPTBot", "PerplexityBot"},
			"User-agent: *\nCrawl-delay: 5\nDisallow: /a\nAllow: /a/b # why\n\n" + refuseGPT + "\n" + kept + "User-agent: PerplexityBot\nDisallow: /a\nAllow: /a/b\nCrawl-delay: 5\n"},
		{"groups of * are read as one", "User-agent: *\nDisallow: /a\n\nUser-agent: *\nDisallow: /b\n", []string{"PerplexityBot"},
			"User-agent: *\nDisallow: /a\n\nUser-agent: *\nDisallow: /b\n\n" + kept + "User-agent: PerplexityBot\nDisallow: /a\nDisallow: /b\n"},
		{"no * to repeat", "User-agent: x\nDisallow: /\n", []string{"PerplexityBot"},
			"User-agent: x\nDisallow: /\n\n" + kept + "User-agent: PerplexityBot\nDisallow:\n"},
		{"closed already", "User-agent: GPTBot\nDisallow: /\n", []string{"GPTBot"}, "User-agent: GPTBot\nDisallow: /\n"},
		{"kept already", "User-agent: PerplexityBot\nDisallow: /\n", []string{"PerplexityBot"}, "User-agent: PerplexityBot\nDisallow: /\n"},
		{"named otherwise", "User-agent: GPTBot # soon\nAllow: /\n# stays\nSitemap: https://a.example/s\nUser-agent: x\nDisallow: /x\n", []string{"GPTBot"},
			"# stays\nSitemap: https://a.example/s\nUser-agent: x\nDisallow: /x\n\n" + refuseGPT},
		{"named beside others", "User-agent: GPTBot\nUser-agent: x\nDisallow: /x\n", []string{"GPTBot"}, "User-agent: x\nDisallow: /x\n\n" + refuseGPT},
		{"two of one group", "User-agent: GPTBot\nUser-agent: ClaudeBot\nDisallow: /x\n", []string{"GPTBot", "ClaudeBot"},
			"# may fetch nothing\nUser-agent: GPTBot\nUser-agent: ClaudeBot\nDisallow: /\n"},
		{"a last group without a rule", "User-agent: *\nCrawl-delay: 1", []string{"GPTBot"}, "User-agent: *\nCrawl-delay: 1\nDisallow:\n\n" + refuseGPT},
		{"CRLF and a mark", "\ufeffUser-agent: *\r\nDisallow: /a\r\n", []string{"GPTBot"},
			"\ufeffUser-agent: *\r\nDisallow: /a\r\n\r\n" + strings.ReplaceAll(refuseGPT, "\n", "\r\n")},
		{"who does not heed * is not named", "User-agent: *\nDisallow: /a\n", []string{"AdsBot-Google"}, "User-agent: *\nDisallow: /a\n"},
		{"who follows another is not named", "User-agent: Googlebot\nDisallow: /g\n", []string{"Applebot"}, "User-agent: Googlebot\nDisallow: /g\n"},
		{"no token", "", []string{"ChatGPT Agent"}, ""},
	} {
		d := ai.Init(robots.Parse(tt.text), stance(t, tt.tokens...))
		if d.Text != tt.want {
			t.Errorf("%s:\n%q\nwant\n%q", tt.name, d.Text, tt.want)
		}
		if !d.Asked() {
			t.Errorf("%s: changes something else: %+v", tt.name, d.Others)
		}
	}
}

// A kept crawler is never opened by being named, one that is refused is closed
// for good, and nobody else is touched, whatever the file.
func TestInitOnFilesThatPeopleWrote(t *testing.T) {
	asked, unproven, step := 0, 0, 4
	if testing.Short() {
		step = 40
	}
	s := stance(t)
	for i, f := range shared.Corpus(t) {
		p := robots.Parse(f.Text)
		if i%step > 0 || len(f.Text) > 1<<18 {
			continue // repeated in the draft, the longest would go beyond what is read
		}
		asked++
		d := ai.Init(p, s)
		if !d.Asked() {
			unproven++
		}
		for _, e := range d.Refused {
			if e.Closed == prove.No {
				t.Errorf("%s: %s is not closed", f.Name, e.Before.Agent.Token)
			}
		}
		for _, e := range append(d.Kept, d.Others...) {
			if e.Equal == prove.No {
				t.Errorf("%s: %s changes on %s", f.Name, e.Before.Agent.Token, e.Flips[0].Target)
			}
		}
	}
	t.Logf("%d files, %d not proven", asked, unproven)
}

// What is not asked for is found: crawlers that follow a refused one.
func TestInitShowsWhatElseChanges(t *testing.T) {
	s := ai.Stance{Refuse: []agents.Purpose{agents.PurposeSearch}, Agents: []agents.Agent{bot(t, "Googlebot")}}
	p := robots.Parse("User-agent: *\nDisallow: /s\n")
	d := ai.Init(p, s)
	i := slices.IndexFunc(d.Others, func(e ai.Effect) bool { return e.Before.Agent.Token == "Applebot" })
	if i < 0 || d.Asked() {
		t.Fatalf("Applebot is not among %+v", d.Others)
	}
	e := d.Others[i]
	if len(e.Flips) == 0 || e.Before.Wording(e.Flips[0].Before) != ai.AllowedStar || e.After.Wording(e.Flips[0].After) != ai.DisallowedFallback {
		t.Errorf("%+v", e)
	}
	// Asked to keep it, the draft names it with what it followed.
	s.Keep = []agents.Purpose{agents.PurposeControl}
	s.Agents = append(s.Agents, bot(t, "Googlebot-News"))
	p = robots.Parse("User-agent: Googlebot\nDisallow: /g\n")
	d = ai.Init(p, s)
	if e := d.Kept[0]; e.Equal != prove.Yes || e.Before.Via != ai.ViaFallback || e.After.Via != ai.ViaOwn {
		t.Errorf("Googlebot-News: %+v", e)
	}
}

func TestInitNotes(t *testing.T) {
	d := ai.Init(robots.Parse(""), stance(t, "Amazonbot", "ChatGPT Agent", "GPTBot"))
	if len(d.Torn) != 1 || d.Torn[0].Token != "Amazonbot" || len(d.Unnamable) != 1 || len(d.Refused) != 2 {
		t.Errorf("torn %v, unnamable %v", d.Torn, d.Unnamable)
	}
	// "Sogou" is how "Sogou web spider" begins, so it is not another crawler.
	s := ai.Stance{Refuse: []agents.Purpose{agents.PurposeSearch}, Agents: []agents.Agent{bot(t, "Sogou web spider")}}
	if d := ai.Init(robots.Parse(""), s); !d.Asked() {
		t.Errorf("others: %+v", d.Others)
	}
	s = ai.Stance{Refuse: []agents.Purpose{agents.PurposeTraining}, Agents: []agents.Agent{bot(t, "CCBot"), bot(t, "Googlebot")}}
	if d := ai.Init(robots.Absent(), s); len(d.Refused) != 1 || d.Refused[0].Before.Agent.Token != "CCBot" || !d.Asked() {
		t.Errorf("refused %+v", d.Refused)
	}
}

func TestInitSignal(t *testing.T) {
	s := stance(t, "GPTBot")
	s.Signal = true
	const record = "Content-Signal: search=yes, ai-input=yes, ai-train=no\n"
	for _, tt := range []struct {
		text, want string
		stands     int
	}{
		{"", "User-agent: *\nDisallow:\n" + record + "\n" + refuseGPT, 0},
		{"User-agent: *\nDisallow: /a\nDisallow: /b", "User-agent: *\nDisallow: /a\n" + record + "Disallow: /b\n\n" + refuseGPT, 0},
		{"User-agent: *", "User-agent: *\nDisallow:\n" + record + "\n" + refuseGPT, 0},
		{"User-agent: *\nContent-Signal: ai-train=yes\nDisallow:\n", "User-agent: *\nContent-Signal: ai-train=yes\nDisallow:\n\n" + refuseGPT, 2},
	} {
		d := ai.Init(robots.Parse(tt.text), s)
		if d.Text != tt.want || d.SignalStands != tt.stands || !d.Asked() {
			t.Errorf("%q:\n%q, stands %d; want\n%q", tt.text, d.Text, d.SignalStands, tt.want)
		}
	}
}

// Whatever the text: refused crawlers are closed, and what the draft claims to
// be unchanged is.
func FuzzInit(f *testing.F) {
	for _, text := range []string{"", five, "User-agent: *\nUser-agent: GPTBot\n", "Disallow: /\nUser-agent: GPTBot", "User-agent: Googlebot\n\nSitemap: x\nUser-agent:*\r\nAllow:/\r", "\xff\xfeU\x00"} {
		f.Add(text)
	}
	s := stance(f, "GPTBot", "PerplexityBot", "Applebot", "AdsBot-Google", "Sogou web spider")
	f.Fuzz(func(t *testing.T, text string) {
		p := robots.Parse(text)
		if p.Truncated() || len(text) > 2000 {
			return
		}
		d := ai.Init(p, s)
		for _, e := range d.Refused {
			if d.Policy.Decide(e.After.Name, "/x").Allowed() {
				t.Fatalf("%q: %s is open in\n%q", text, e.Before.Agent.Token, d.Text)
			}
		}
		for _, target := range []string{"/", "/a", "/x?y=%7e", "/新"} {
			for _, e := range d.Kept {
				if e.Equal == prove.Yes && e.Before.Decide(target).Verdict != e.After.Decide(target).Verdict {
					t.Fatalf("%q: %s is said to be unchanged on %s in\n%q", text, e.Before.Agent.Token, target, d.Text)
				}
			}
			if d.Asked() && p.Decide("NobodyBot", target).Verdict != d.Policy.Decide("NobodyBot", target).Verdict {
				t.Fatalf("%q: other crawlers are said to be unchanged on %s in\n%q", text, target, d.Text)
			}
		}
	})
}
