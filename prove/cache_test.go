package prove

import (
	"slices"
	"testing"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/internal/shared"
)

// finds holds the index of names against the reader of each crawler.
func finds(t *testing.T, p *robots.Policy, more ...string) {
	t.Helper()
	x := indexOf(p)
	for _, token := range append(Tokens(p), more...) {
		if got, want := x.groups(token), slices.Collect(p.For(token).Groups()); !slices.Equal(got, want) {
			t.Errorf("%q: %d groups for %q, want %d", p.Text(), len(got), token, len(want))
		}
	}
}

func TestTheIndexFindsTheGroupsOfAReader(t *testing.T) {
	for _, text := range []string{
		"", "User-agent: a\nDisallow: /\n\nUser-agent: A/1\nUser-agent: *\nAllow: /\n",
		"User-agent: Sogou web spider\nDisallow: /\n\nUser-agent: sogou\nAllow: /\n\nUser-agent: *foo\nAllow: /b\n\nUser-agent: \nDisallow: /c\n",
		"User-agent: any\nDisallow: /\n\nUser-agent: *\nUser-agent: a\nAllow: /\n\nUser-agent: é\nDisallow: /\n\nUser-agent: É\nAllow: /\n",
		"User-agent: a\nUser-agent: a b\nAllow: /\n\nUser-agent: * x\nDisallow: /\nUser-agent: \xff\nDisallow: /b\n\nUser-agent: \xfe\nDisallow: /c",
	} {
		finds(t, robots.Parse(text), "", "A", "a/1", "a/2", "SOGOU Web Spider", "sogou pic", "*FOO", "*fo", "* X", "é", "\xff", "\xfe", "\xfd", "b", "/")
	}
	for i, file := range shared.Corpus(t) {
		if i%10 == 0 && len(file.Text) < 30_000 {
			finds(t, robots.Parse(file.Text))
		}
	}
}
