package ai_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/agents"
	"github.com/robotsgate/robots/ai"
)

// bot returns a crawler of the catalogue.
func bot(t testing.TB, token string) agents.Agent {
	t.Helper()
	a, ok := agents.Lookup(token)
	if !ok {
		t.Fatalf("%s is not in the catalogue", token)
	}
	return a
}

func panel(t testing.TB, names ...string) (all []agents.Agent) {
	t.Helper()
	for _, name := range names {
		p, ok := agents.Panel(name)
		if !ok {
			t.Fatalf("no panel %s", name)
		}
		all = append(all, p...)
	}
	return all
}

func TestResolve(t *testing.T) {
	const google = "User-agent: *\nDisallow: /s\n\nUser-agent: Googlebot\nDisallow: /g\n"
	for _, tt := range []struct {
		name, text, token string
		via               ai.Via
		asked             string
		line              int
		target            string
		want              ai.Wording
	}{
		{"own group", "User-agent: GPTBot\nDisallow: /", "GPTBot", ai.ViaOwn, "GPTBot", 1, "/", ai.DisallowedOwn},
		{"own group without a rule that matches", "User-agent: gptbot\nDisallow: /x", "GPTBot", ai.ViaOwn, "GPTBot", 1, "/", ai.AllowedOwn},
		{"by *", google, "GPTBot", ai.ViaStar, "GPTBot", 1, "/s", ai.DisallowedStar},
		{"by *, no rule", google, "GPTBot", ai.ViaStar, "GPTBot", 1, "/", ai.AllowedStar},
		{"a named group drops *", "User-agent: *\nDisallow: /s\nUser-agent: GPTBot\nDisallow: /g", "GPTBot", ai.ViaOwn, "GPTBot", 3, "/s", ai.AllowedOwn},
		{"Applebot follows Googlebot", google, "Applebot", ai.ViaFallback, "Googlebot", 4, "/g", ai.DisallowedFallback},
		{"and not * beside it", google, "Applebot", ai.ViaFallback, "Googlebot", 4, "/s", ai.AllowedFallback},
		{"unless it is named", google + "\nUser-agent: Applebot\nAllow: /", "Applebot", ai.ViaOwn, "Applebot", 7, "/g", ai.AllowedOwn},
		{"Googlebot-News follows Googlebot", google, "Googlebot-News", ai.ViaFallback, "Googlebot", 4, "/g", ai.DisallowedFallback},
		{"bingbot follows msnbot", "User-agent: msnbot\nDisallow: /", "bingbot", ai.ViaFallback, "msnbot", 1, "/", ai.DisallowedFallback},
		{"Applebot by * without Googlebot", "User-agent: *\nDisallow: /", "Applebot", ai.ViaStar, "Applebot", 1, "/", ai.DisallowedStar},
		{"AdsBot-Google does not heed *", google, "AdsBot-Google", ai.ViaDeaf, "AdsBot-Google", 1, "/s", ai.Unrestricted},
		{"nor what * closes whole", "User-agent: *\nDisallow: /", "AdsBot-Google", ai.ViaDeaf, "AdsBot-Google", 1, "/", ai.Unrestricted},
		{"AdsBot-Google heeds its own group", "User-agent: AdsBot-Google\nDisallow: /", "AdsBot-Google", ai.ViaOwn, "AdsBot-Google", 1, "/", ai.DisallowedOwn},
		{"a control token is judged", "User-agent: Google-Extended\nDisallow: /", "Google-Extended", ai.ViaOwn, "Google-Extended", 1, "/x", ai.DisallowedOwn},
		{"and by * too", "User-agent: *\nDisallow: /", "Google-Extended", ai.ViaStar, "Google-Extended", 1, "/x", ai.DisallowedStar},
		{"no token: only * can reach it", "User-agent: ChatGPT Agent\nDisallow: /\nUser-agent: *\nDisallow: /s", "ChatGPT Agent", ai.ViaStar, "*", 3, "/", ai.AllowedStar},
		{"no group", "User-agent: a\nDisallow: /", "GPTBot", ai.ViaNone, "GPTBot", 0, "/", ai.Unrestricted},
		{"digits", "User-agent: 360Spider\nDisallow: /\nUser-agent: MJ12bot\nDisallow: /m", "360Spider", ai.ViaOwn, "360Spider", 1, "/", ai.DisallowedOwn},
		{"digits inside", "User-agent: MJ12bot\nDisallow: /m", "MJ12bot", ai.ViaOwn, "MJ12bot", 1, "/m", ai.DisallowedOwn},
		{"spaces: the whole name comes first", "User-agent: Sogou\nDisallow: /a\nUser-agent: sogou web spider\nDisallow: /b", "Sogou web spider", ai.ViaOwn, "Sogou web spider", 3, "/a", ai.AllowedOwn},
		{"spaces: then the token", "User-agent: Sogou\nDisallow: /a", "Sogou web spider", ai.ViaOwn, "Sogou web spider", 1, "/a", ai.DisallowedOwn},
		{"a mark and CRLF", "\ufeffUser-agent: GPTBot\r\nDisallow: /\r\n", "GPTBot", ai.ViaOwn, "GPTBot", 1, "/", ai.DisallowedOwn},
		{"an escape of an octet that needs none", "User-agent: GPTBot\nDisallow: /%7euser", "GPTBot", ai.ViaOwn, "GPTBot", 1, "/~user", ai.DisallowedOwn},
		{"octets outside ASCII", "User-agent: GPTBot\nDisallow: /新聞", "GPTBot", ai.ViaOwn, "GPTBot", 1, "/%e6%96%b0%E8%81%9E/1", ai.DisallowedOwn},
		{"empty file", "# nothing\n", "GPTBot", ai.ViaNone, "GPTBot", 0, "/", ai.Empty},
		{"empty Disallow", "User-agent: *\nDisallow:\n", "GPTBot", ai.ViaStar, "GPTBot", 1, "/", ai.AllowedStar},
		{"robots.txt itself", "User-agent: *\nDisallow: /\n", "GPTBot", ai.ViaStar, "GPTBot", 1, "/robots.txt", ai.RobotsTxt},
		{"no target", "User-agent: *\nDisallow: /\n", "GPTBot", ai.ViaStar, "GPTBot", 1, "https://a.example/", ai.Unanswered},
	} {
		a := ai.Resolve(robots.Parse(tt.text), bot(t, tt.token))
		if got := a.Wording(a.Decide(tt.target)); a.Via != tt.via || a.Name != tt.asked || a.Line != tt.line || got != tt.want {
			t.Errorf("%s: %v as %s, line %d: %v; want %v as %s, line %d: %v", tt.name, a.Via, a.Name, a.Line, got, tt.via, tt.asked, tt.line, tt.want)
		}
	}
}

// Without a file there is no consent, whoever asks and whatever it heeds.
func TestWithoutAFile(t *testing.T) {
	for want, p := range map[ai.Wording]*robots.Policy{ai.Absent: robots.Absent(), ai.Unavailable: robots.Unavailable(),
		ai.Unreachable: robots.Unreachable(), ai.Unanswered: {}} {
		for _, token := range []string{"GPTBot", "AdsBot-Google", "Applebot", "ChatGPT Agent"} {
			a := ai.Resolve(p, bot(t, token))
			if got := a.Wording(a.Decide("/")); got != want || got.Open() || a.Via != ai.ViaNone {
				t.Errorf("%s: %v via %v, want %v", token, got, a.Via, want)
			}
		}
	}
	if d := (ai.Access{}).Decide("/"); d.Allowed() {
		t.Error("the zero Access allows something")
	}
	for range (ai.Access{}).Groups() {
		t.Error("the zero Access has a group")
	}
}

// five is a file with another answer for each of the five crawlers, and for
// each path.
const five = `User-agent: GPTBot
User-agent: ClaudeBot
Disallow: /

User-agent: OAI-SearchBot
Disallow: /products

User-agent: PerplexityBot
Allow: /

User-agent: *
Disallow: /products
Disallow: /admin
Allow: /admin/help
`

func TestFive(t *testing.T) {
	table := ai.Ask(robots.Parse(five), panel(t, "five"), "/", "/products", "/admin", "/admin/help")
	got := ""
	for i, r := range table.Rows {
		if i%4 == 0 {
			got += "\n" + r.Agent.Token + ":"
		}
		got += fmt.Sprintf(" %s=%v@%d", r.Target, r.Wording, r.Decision.Line())
	}
	want := `
GPTBot: /=disallowed-own@3 /products=disallowed-own@3 /admin=disallowed-own@3 /admin/help=disallowed-own@3
OAI-SearchBot: /=allowed-own@0 /products=disallowed-own@6 /admin=allowed-own@0 /admin/help=allowed-own@0
PerplexityBot: /=allowed-own@9 /products=allowed-own@9 /admin=allowed-own@9 /admin/help=allowed-own@9
Bytespider: /=allowed-star@0 /products=disallowed-star@12 /admin=disallowed-star@13 /admin/help=allowed-star@14
ClaudeBot: /=disallowed-own@3 /products=disallowed-own@3 /admin=disallowed-own@3 /admin/help=disallowed-own@3`
	if got != want {
		t.Errorf("got%s\nwant%s", got, want)
	}
	s := table.Summary()
	if got, want := fmt.Sprint(s.Purposes), "[{training partly 3 2 10} {search partly 2 7 1}]"; got != want {
		t.Errorf("purposes %s, want %s", got, want)
	}
	if len(s.StarOnly) != 1 || s.StarOnly[0].Token != "Bytespider" || len(s.Disobey) != 1 || s.Disobey[0].Token != "Bytespider" {
		t.Errorf("star only %v, disobey %v", s.StarOnly, s.Disobey)
	}
	closed := ""
	for _, c := range s.ClosedPaths {
		closed += c.Target + ":"
		for _, a := range c.Agents {
			closed += a.Token + ","
		}
	}
	if want := "/products:OAI-SearchBot,Bytespider,/admin:Bytespider,"; closed != want {
		t.Errorf("closed paths %s, want %s", closed, want)
	}
}

func TestStates(t *testing.T) {
	five := panel(t, "five")
	for want, p := range map[ai.State]*robots.Policy{
		ai.StateOpen: robots.Parse(""), ai.StateClosed: robots.Parse("User-agent: *\nDisallow: /"), ai.StateUnsaid: robots.Absent(),
		ai.StatePartly: robots.Parse("User-agent: GPTBot\nDisallow: /\nUser-agent: OAI-SearchBot\nDisallow: /"), ai.StateNone: {},
	} {
		for _, st := range ai.Ask(p, five, "/").Summary().Purposes {
			if st.State != want {
				t.Errorf("%v: %v, want %v", st.Purpose, st.State, want)
			}
		}
	}
	if st := ai.Ask(robots.Unreachable(), five, "/").Summary().Purposes[0]; st.State != ai.StateClosed {
		t.Errorf("unreachable: %v", st.State)
	}
	if st := ai.Ask(robots.Unavailable(), five).Summary().Purposes[0]; st.State != ai.StateUnsaid {
		t.Errorf("unavailable: %v", st.State)
	}
	if st := ai.Ask(robots.Parse("User-agent: *\nDisallow: /"), five, "/robots.txt").Summary().Purposes[0]; st.State != ai.StateNone {
		t.Errorf("robots.txt itself says that a purpose is %v", st.State)
	}
	if !ai.Serves(bot(t, "Google-Extended"), agents.PurposeTraining) || ai.Serves(bot(t, "Googlebot"), agents.PurposeTraining) {
		t.Error("Google-Extended decides about training, Googlebot does not")
	}
}

func TestSummaryOfOddCrawlers(t *testing.T) {
	p := robots.Parse("User-agent: Googlebot\nDisallow: /g\n\nUser-agent: *\nDisallow: /s\n")
	bots := []agents.Agent{bot(t, "Applebot"), bot(t, "AdsBot-Google"), bot(t, "Google-Extended"), bot(t, "ChatGPT Agent")}
	s := ai.Ask(p, bots).Summary()
	if len(s.Fallbacks) != 1 || s.Fallbacks[0].Name != "Googlebot" || s.Fallbacks[0].Line != 1 || len(s.Deaf) != 1 || s.Deaf[0].Line != 4 ||
		len(s.Controls) != 1 || len(s.Unnamable) != 1 || len(s.StarOnly) != 2 {
		t.Errorf("%+v", s)
	}
}

func TestSignalsStandBeside(t *testing.T) {
	p := robots.Parse("License: https://a.example/l.xml\nUser-agent: *\nContent-Signal: search=yes, ai-train=no\nContent-Usage: train-ai=y\nDisallow:\n\nUser-agent: GPTBot\nDisallow: /\n")
	table := ai.Ask(p, []agents.Agent{bot(t, "Bytespider"), bot(t, "GPTBot"), bot(t, "AdsBot-Google")}, "/")
	star, own, deaf := table.Rows[0], table.Rows[1], table.Rows[2]
	if star.Wording != ai.AllowedStar || len(star.Signals) != 4 || fmt.Sprint(star.Contradicts) != "[train]" {
		t.Errorf("by *: %v, %v, contradicts %v", star.Wording, star.Signals, star.Contradicts)
	}
	if own.Wording != ai.DisallowedOwn || len(own.Signals) != 1 || own.Contradicts != nil {
		t.Errorf("a named group does not hear *: %v, %v", own.Wording, own.Signals)
	}
	if len(deaf.Signals) != 1 {
		t.Errorf("who does not heed * hears of it %v", deaf.Signals)
	}
	if s := table.Summary(); len(s.Disputed) != 1 || s.Disputed[0].Token != "Bytespider" {
		t.Errorf("disputed: %v", s.Disputed)
	}
}

func TestPaths(t *testing.T) {
	five := panel(t, "five")
	for _, tt := range []struct {
		text string
		want string
		left int
	}{
		{"", "/", 0},
		{"User-agent: *\nDisallow: /", "/", 0},
		{"User-agent: Other\nDisallow: /o\nUser-agent: GPTBot\nDisallow: /a/1\nDisallow: /a/2\nDisallow: *.php\nDisallow: tmp", "/ /a/1 /x.php", 0},
		{"User-agent: *\nDisallow: /s1\nDisallow: /s2\nDisallow: /s3\nDisallow: /s4\nDisallow: /s5\nDisallow: /s6\nUser-agent: GPTBot\nDisallow: /g$",
			"/ /s1 /s2 /s3 /s4 /s5 /g", 1},
	} {
		paths, left := ai.Paths(robots.Parse(tt.text), five)
		if got := strings.Join(paths, " "); got != tt.want || left != tt.left {
			t.Errorf("%q: %s and %d left, want %s and %d", tt.text, got, left, tt.want, tt.left)
		}
	}
	if !ai.Ask(robots.Absent(), five).OnlyRoot() || ai.Ask(robots.Absent(), five, "/x").OnlyRoot() {
		t.Error("OnlyRoot is wrong")
	}
}

func TestWordsAreDistinct(t *testing.T) {
	var seen []string
	for w := ai.Unanswered; w <= ai.RobotsTxt; w++ {
		if slices.Contains(seen, w.String()) {
			t.Errorf("%v twice", w)
		}
		seen = append(seen, w.String())
		if w.Open() && (w.Closed() || w.Unsaid()) || w.Closed() && w.Unsaid() {
			t.Errorf("%v is two things", w)
		}
	}
	if ai.Wording(99).String() == "" || ai.Via(99).String() == "" || ai.State(99).String() == "" {
		t.Error("values beyond the end have no word")
	}
}
