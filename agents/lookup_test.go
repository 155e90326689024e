package agents

import (
	"slices"
	"strings"
	"testing"
)

func TestLookup(t *testing.T) {
	for _, tt := range []struct{ name, want string }{
		{"GPTBot", "GPTBot"}, {"gptbot", "GPTBot"}, {"GPTBOT", "GPTBot"},
		{"BingBot", "bingbot"}, {"meta-ExternalAgent", "meta-externalagent"},
		{"sogou WEB spider", "Sogou web spider"}, {"360spider", "360Spider"}, {"archive.org_bot", "archive.org_bot"},
		{"omgilibot", "omgili"}, {"NotebookLM", "Google-GeminiNotebook"}, {"MistralAI-User/1.0", "MistralAI-User"},
		{"Yahoo! Slurp", "Slurp"}, {"Operator", "ChatGPT Agent"}, {"Grok", "xAI / Grok"},
		{"GPTBo", ""}, {"GPTBott", ""}, {" GPTBot", ""}, {"", ""}, {"*", ""}, {"zzz", ""}, {"\x00", ""}, {"\xff", ""},
		{"GPTBoT\x00", ""}, {"ſlurp", ""}, // no folding beyond ASCII
	} {
		a, ok := Lookup(tt.name)
		if a.Token != tt.want || ok != (tt.want != "") {
			t.Errorf("Lookup(%q) = %q, %v, want %q", tt.name, a.Token, ok, tt.want)
		}
	}
}

func TestLookupFindsEveryName(t *testing.T) {
	for a := range All() {
		for _, n := range append(a.Aliases(), a.Token) {
			for _, n := range []string{n, strings.ToUpper(n), strings.ToLower(n)} {
				if got, ok := Lookup(n); !ok || got != a {
					t.Errorf("Lookup(%q) = %q, %v, want %q", n, got.Token, ok, a.Token)
				}
			}
		}
	}
}

func TestLookupDoesNotAllocate(t *testing.T) {
	n := testing.AllocsPerRun(100, func() {
		Lookup("Sogou Web Spider")
		Lookup("GPTBot")
		Lookup("nobody")
	})
	if n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestAllCanStop(t *testing.T) {
	n := 0
	for range All() {
		if n++; n == 3 {
			break
		}
	}
	if n != 3 {
		t.Errorf("%d agents", n)
	}
}

func TestNamesAreTheChain(t *testing.T) {
	for _, tt := range []struct {
		token string
		want  []string
		star  bool // groups of "*" speak to it
	}{
		{"GPTBot", []string{"GPTBot"}, true},
		{"Googlebot-News", []string{"Googlebot-News", "Googlebot"}, true},
		{"Googlebot-Image", []string{"Googlebot-Image", "Googlebot"}, true},
		{"Googlebot-Video", []string{"Googlebot-Video", "Googlebot"}, true},
		{"Applebot", []string{"Applebot", "Googlebot"}, true},
		{"Applebot-Extended", []string{"Applebot-Extended"}, true},
		{"bingbot", []string{"bingbot", "msnbot"}, true},
		{"YandexBot", []string{"YandexBot", "Yandex"}, true},
		{"YandexImages", []string{"YandexImages", "Yandex"}, true},
		{"Baiduspider-image", []string{"Baiduspider-image", "Baiduspider"}, true},
		{"AdsBot-Google", []string{"AdsBot-Google"}, false},
		{"AdsBot-Google-Mobile", []string{"AdsBot-Google-Mobile"}, false},
		{"Mediapartners-Google", []string{"Mediapartners-Google"}, false},
		{"APIs-Google", []string{"APIs-Google"}, false},
		{"ChatGPT Agent", nil, true},
		{"xAI / Grok", nil, true},
	} {
		a, ok := Lookup(tt.token)
		if got := a.Names(); !ok || !slices.Equal(got, tt.want) || a.IgnoresStar == tt.star {
			t.Errorf("%s: names %q, ignores star %v", tt.token, got, a.IgnoresStar)
		}
	}
	if got := (Agent{}).Names(); got != nil {
		t.Errorf("nobody has the names %q", got)
	}
}

func TestRFCToken(t *testing.T) {
	for token, want := range map[string]bool{
		"GPTBot": true, "Factset_spyderbot": true, "OAI-SearchBot": true,
		"360Spider": false, "MJ12bot": false, "AI2Bot": false, "Sogou web spider": false, "archive.org_bot": false, "xAI / Grok": false,
	} {
		if a, _ := Lookup(token); a.RFCToken() != want {
			t.Errorf("%s: RFCToken is not %v", token, want)
		}
	}
	if (Agent{}).RFCToken() {
		t.Error("nobody has a token")
	}
}

func TestPurposes(t *testing.T) {
	a, _ := Lookup("CCBot")
	if got := a.Purposes(); !slices.Equal(got, []Purpose{PurposeDataset, PurposeTraining, PurposeArchive}) {
		t.Errorf("CCBot is for %v", got)
	}
	if !a.Serves(PurposeTraining) || !a.Serves(PurposeDataset) || a.Serves(PurposeAds) {
		t.Error("Serves and Purposes disagree")
	}
}

func TestSimilar(t *testing.T) {
	for _, tt := range []struct{ name, want string }{
		{"GTPBot", "GPTBot"}, {"GPTBots", "GPTBot"}, {"GPT-Bot", "GPTBot"}, {"GPTBot/1.4", "GPTBot"}, {"gptbt", "GPTBot"},
		{"Claude-Bot", "ClaudeBot"}, {"Claudbot", "ClaudeBot"}, {"ClaudeBot/1.0", "ClaudeBot"},
		{"Google-Extend", "Google-Extended"}, {"GoogleExtended", "Google-Extended"}, {"Google bot", "Googlebot"},
		{"PerplexityBott", "PerplexityBot"}, {"Bytespyder", "Bytespider"}, {"Sogou web spyder", "Sogou web spider"},
		{"OAI-Searchbots", "OAI-SearchBot"}, {"Amazon-bot", "Amazonbot"},
		{"GPTBot", ""}, {"gptbot", ""}, // there is nothing to correct
		{"", ""}, {"*", ""}, {"/", ""}, {"Kevin", ""}, {"Pingbot", ""}, {"ExampleBot", ""}, {"MyCrawler", ""}, {"bot", ""}, {"Gro", ""},
		{"Grook", ""}, // what has no token cannot be meant
		{strings.Repeat("GPTBot", 1000), ""},
	} {
		a, ok := Similar(tt.name)
		if a.Token != tt.want || ok != (tt.want != "") {
			t.Errorf("Similar(%q) = %q, %v, want %q", tt.name, a.Token, ok, tt.want)
		}
	}
}

// distance is compared with its definition.
func TestDistance(t *testing.T) {
	var plain func(a, b string) int
	plain = func(a, b string) int {
		if a == "" || b == "" {
			return len(a) + len(b)
		}
		d := min(plain(a[1:], b), plain(a, b[1:])) + 1
		if a[0] == lower(b[0]) {
			d = min(d, plain(a[1:], b[1:]))
		} else {
			d = min(d, plain(a[1:], b[1:])+1)
		}
		if len(a) > 1 && len(b) > 1 && a[0] == lower(b[1]) && a[1] == lower(b[0]) {
			d = min(d, plain(a[2:], b[2:])+1)
		}
		return d
	}
	words := strings.Fields("a ab ba abc acb bca cab abcd badc abdc xbcd aBCx gptbot GTPBot bot")
	for _, a := range words {
		for _, b := range words {
			a := strings.ToLower(a)
			if got, want := distance(a, b, 9), plain(a, b); got != want {
				t.Errorf("distance(%q, %q) = %d, want %d", a, b, got, want)
			}
		}
	}
}

func TestPanels(t *testing.T) {
	var got []string
	for name, about := range Panels() {
		got = append(got, name)
		all, ok := Panel(name)
		if !ok || len(all) == 0 || about == "" {
			t.Errorf("panel %s: %d agents, %v, %q", name, len(all), ok, about)
		}
	}
	if want := strings.Fields("five training search user control china engines all-ai"); !slices.Equal(got, want) {
		t.Errorf("panels %q, want %q", got, want)
	}
	for range Panels() {
		break
	}
	five, _ := Panel("five")
	var tokens []string
	for _, a := range five {
		tokens = append(tokens, a.Token)
	}
	if want := strings.Fields("GPTBot OAI-SearchBot PerplexityBot Bytespider ClaudeBot"); !slices.Equal(tokens, want) {
		t.Errorf("the five are %q, want %q", tokens, want)
	}
	if all, ok := Panel("Five"); ok || all != nil {
		t.Error("there is a panel Five")
	}
}

func TestPanelsHoldWhatTheySay(t *testing.T) {
	for name, serves := range map[string]Purpose{"training": PurposeTraining, "user": PurposeUser, "search": PurposeSearch, "engines": PurposeSearch, "control": PurposeControl} {
		all, _ := Panel(name)
		for _, a := range all {
			if !a.Serves(serves) && a.Purpose != PurposeControl && !(name == "training" && a.Purpose == PurposeDataset) {
				t.Errorf("panel %s: %s is for %v", name, a.Token, a.Purposes())
			}
		}
	}
	all, _ := Panel("china")
	for _, a := range all {
		if a.Country != "CN" {
			t.Errorf("panel china: %s is of %s", a.Token, a.Country)
		}
	}
	ai, _ := Panel("all-ai")
	for a := range All() {
		if slices.Contains(ai, a) != (a.AI && !a.NoToken) {
			t.Errorf("panel all-ai and %s", a.Token)
		}
	}
}

func TestPolicyTokensAreDrafts(t *testing.T) {
	n := 0
	for p := range PolicyTokens() {
		n++
		if !p.Draft || p.Purpose != PurposeTraining || p.Source == "" || p.Date == "" {
			t.Errorf("%+v", p)
		}
	}
	for range PolicyTokens() {
		break
	}
	if n != 1 {
		t.Errorf("%d policy tokens", n)
	}
}
