package verb

import (
	"strings"
	"testing"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/lint"
)

func TestMendingTwiceChangesNothingThoughMoreIsFoundThanToldAtATime(t *testing.T) {
	var b strings.Builder
	b.WriteString("User-agent: *\n")
	for i := range 600 {
		b.WriteString("Disallow: /d" + strings.Repeat("x", i%7) + string(rune('a'+i%26)) + strings.Repeat("y", i/26%60) + "/*\n")
	}
	var o robots.Options
	once := Mend(o.Parse(b.String()), o, lint.Options{}, false)
	if once == b.String() {
		t.Fatal("nothing was mended")
	}
	if twice := Mend(o.Parse(once), o, lint.Options{}, false); twice != once {
		t.Errorf("%d octets became %d when mended once, and %d when mended twice", b.Len(), len(once), len(twice))
	}
}
