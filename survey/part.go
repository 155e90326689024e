package survey

import (
	"strings"

	"github.com/robotsgate/robots"
)

// part takes groups apart that their authors took for two: user-agent lines with
// another record between them, such as Crawl-delay, and no rule. By RFC 9309
// 2.2.4 such a record does not end a group, so that the first crawlers follow
// the rules written for the last ones. An empty Disallow in front of the later
// lines ends it. It returns nil if there is no such group, and how many there
// are. Blank lines and comments part nothing: nobody can tell what was meant.
func part(p *robots.Policy) (parted *robots.Policy, joined int) {
	at := map[int]bool{}
	for g := range p.Groups() {
		last, other, before := 0, false, len(at)
		for rec := range g.Records() {
			dir := rec.Directive()
			switch {
			case dir == robots.DirUserAgent:
				if other && last > 0 {
					at[rec.Line()] = true
				}
				last, other = rec.Line(), false
			case dir.IsRule():
				last = 0
			case dir != robots.DirBlank && dir != robots.DirComment && dir != robots.DirJunk:
				other = true
			}
			if last == 0 {
				break
			}
		}
		if len(at) > before {
			joined++
		}
	}
	if joined == 0 {
		return nil, 0
	}
	var text strings.Builder
	for rec := range p.Records() {
		if at[rec.Line()] && rec.Directive() == robots.DirUserAgent {
			text.WriteString("Disallow:\n")
		}
		text.WriteString(rec.Raw())
	}
	return robots.Options{Profile: p.Profile(), Limits: robots.Limits{Bytes: max(text.Len(), 500<<10)}}.Parse(text.String()), joined
}
