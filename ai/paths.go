package ai

import (
	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/access"
	"github.com/robotsgate/robots/agents"
)

// maxFamilies is how many families of rules Paths takes: with "/" and five
// crawlers they make some forty rows, which is what one looks through.
const maxFamilies = 6

// Paths returns what is worth asking for some crawlers: "/", and a path of each
// of the largest families of rules that speak to them. Families of groups that
// name one of the crawlers come before those that only "*" has. left is how
// many families had no room.
func Paths(p *robots.Policy, bots []agents.Agent) (paths []string, left int) {
	named, star := map[int]bool{}, map[int]bool{}
	for _, bot := range bots {
		a := Resolve(p, bot)
		for g := range a.Groups() {
			star[g.Line()] = true
			named[g.Line()] = named[g.Line()] || a.Via != ViaStar
		}
	}
	return access.Weighed(p, maxFamilies, func(g robots.Group) int {
		switch {
		case named[g.Line()]:
			return 1
		case star[g.Line()]:
			return 0
		}
		return -1
	})
}
