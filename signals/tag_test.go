package signals_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/signals"
)

func TestReadHeaderRules(t *testing.T) {
	for _, tt := range []struct{ header, want string }{
		{"", ""},
		{" , ,", ""},
		{"noindex", "noindex"},
		{"NoIndex , NOFOLLOW", "noindex|nofollow"},
		{"googlebot: noindex, nofollow", "googlebot/noindex|googlebot/nofollow"},
		{"noindex, googlebot: nofollow, bingbot: noarchive", "noindex|googlebot/nofollow|bingbot/noarchive"},
		{"MJ12bot:none", "mj12bot/none"},
		{"googlebot:", ""},
		{"max-snippet:50, max-image-preview : large, max-video-preview: -1", "max-snippet=50|max-image-preview=large|max-video-preview=-1"},
		{"googlebot: max-snippet: 5", "googlebot/max-snippet=5"},
		{"unavailable_after: 25 Jun 2010 15:00:00 PST", "unavailable_after=25 Jun 2010 15:00:00 PST"},
		{"unavailable_after: Saturday, 25-Jun-10 15:00:00 PST, noindex", "unavailable_after=Saturday, 25-Jun-10 15:00:00 PST|noindex"},
		{"a: unavailable_after: Jun 25, 2010, b: none", "a/unavailable_after=Jun 25, 2010|b/none"},
		{"noindex, brand-new", "noindex|brand-new?"},
		{"two words: noindex", "two words=noindex?"},
		{"noindex: 1", "noindex=1?"},
	} {
		var got []string
		for _, r := range signals.ReadHeader(tt.header).Rules() {
			s := r.Name
			if r.Agent != "" {
				s = r.Agent + "/" + s
			}
			if r.Value != "" {
				s += "=" + r.Value
			}
			if !r.Known {
				s += "?"
			}
			got = append(got, s)
		}
		if strings.Join(got, "|") != tt.want {
			t.Errorf("%q: got %q, want %q", tt.header, strings.Join(got, "|"), tt.want)
		}
	}
}

func TestTagFor(t *testing.T) {
	header := func(v ...string) signals.Tag { return signals.ReadHeader(v...) }
	for _, tt := range []struct {
		name  string
		tag   signals.Tag
		token string
		want  string // use, value, detail, line
	}{
		{"nothing", header(), "a", ""},
		{"one header after the other", header("noindex", "nofollow"), "a", "search refused 1|follow refused 2"},
		{"none is both", header("none"), "a", "search refused 1|follow refused 1"},
		{"another crawler's", header("b: noindex"), "a", ""},
		{"the crawler's own and those for all count together", header("A: nofollow", "noindex"), "a", "search refused 2|follow refused 1"},
		{"the name holds for one header only", header("b: noindex", "nofollow"), "a", "follow refused 2"},
		{"in conflict the stricter counts", header("index, noindex"), "a", "search refused 1"},
		{"however they are ordered", header("none", "all"), "a", "search refused 1|follow refused 1"},
		{"the shorter snippet counts", header("max-snippet: 50", "max-snippet: 5", "max-snippet: -1"), "a", "snippet allowed 5 2"},
		{"no snippet is shorter", header("max-snippet: 50, nosnippet"), "a", "snippet refused 1"},
		{"a snippet of 0 is none", header("max-snippet: 0"), "a", "snippet refused 0 1"},
		{"the smaller preview counts", header("max-image-preview: large, max-image-preview: standard"), "a", "image-preview allowed standard 1"},
		{"a preview of none is none", header("max-image-preview: NONE"), "a", "image-preview refused NONE 1"},
		{"a date refuses nothing without a clock", header("unavailable_after: 2010-06-25"), "a", "expiry no-statement 2010-06-25 1"},
		{"a bad value says nothing", header("max-snippet: few"), "a", ""},
		{"noimageai is about images", header("noimageai"), "a", "train refused images 1"},
		{"rules of the past say nothing", header("noodp, noydir, nositelinkssearchbox"), "a", ""},
		{"meta for all", signals.ReadMeta("ROBOTS", "noindex,noai"), "a", "train refused 1|search refused 1"},
		{"meta for another", signals.ReadMeta("googlebot", "noindex"), "a", ""},
		{"meta for this one", signals.ReadMeta(" GoogleBot ", "nocache"), "googlebot", "archive refused 1"},
		{"meta names nobody inside", signals.ReadMeta("robots", "a: noindex"), "a", ""},
	} {
		var got []string
		for _, s := range tt.tag.For(tt.token) {
			if !s.Span.IsZero() {
				got = append(got, strings.Join(strings.Fields(fmt.Sprint(s.Use, " ", s.Value, " ", s.Detail, " ", s.Line())), " "))
			}
		}
		if strings.Join(got, "|") != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, strings.Join(got, "|"), tt.want)
		}
	}
	if got := (signals.Tag{}).For("a"); got != nil {
		t.Errorf("the zero tag says %v", got)
	}
	if got, want := len(header().For("a")), len(signals.RobotsTag.Uses()); got != want {
		t.Errorf("%d statements of silence, want %d", got, want)
	}
}

func TestUnread(t *testing.T) {
	p := robots.Parse("User-agent: *\nDisallow: /x\n")
	for _, tt := range []struct {
		header, target string
		want           bool
	}{
		{"noindex", "/x", true}, {"a: none", "/x/y", true}, {"noindex", "/y", false}, {"nofollow", "/x", false}, {"b: noindex", "/x", false},
	} {
		if _, got := signals.ReadHeader(tt.header).Unread(p, "a", tt.target); got != tt.want {
			t.Errorf("%q on %s: %v, want %v", tt.header, tt.target, got, tt.want)
		}
	}
	// Nothing in a file that could not be had hides the page for good.
	if _, got := signals.ReadHeader("noindex").Unread(robots.Absent(), "a", "/x"); got {
		t.Error("an absent file keeps nobody from reading")
	}
}
