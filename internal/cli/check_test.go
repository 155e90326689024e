package cli

import (
	"testing"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/internal/verb"
)

func TestUnnamedIsNotNamed(t *testing.T) {
	p := robots.Parse("User-agent: UnnamedBot\nUser-agent: unnamedbotX\nDisallow: /\n")
	if name := verb.Unnamed(p); p.Decide(name, "/").Named {
		t.Errorf("%q is named", name)
	}
}

func TestSuggest(t *testing.T) {
	words := []string{"check", "parse", "fmt", "completion"}
	for word, want := range map[string]string{
		"chek": "check", "chcek": "check", "prase": "parse", "ftm": "fmt", "compl": "completion", "lint": "", "": "",
	} {
		got := suggest(word, words, "")
		if want != "" {
			want = "did you mean " + want + "?"
		}
		if got != want {
			t.Errorf("suggest(%q) = %q, want %q", word, got, want)
		}
	}
}
