package audit

import (
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/access"
	"github.com/robotsgate/robots/agents"
	"github.com/robotsgate/robots/ai"
	"github.com/robotsgate/robots/prove"
)

// A State is how a search engine stands to the site.
type State uint8

const (
	StateOpen  State = iota // it may fetch "/"
	StateFront              // "/" is closed, but not everything, or that was not proven
	StateShut               // it may fetch nothing
	StateNone               // there is no file that could say so
)

// String returns "open", "front-closed", "shut-out" or "unsaid".
func (s State) String() string {
	return [...]string{"open", "front-closed", "shut-out", "unsaid"}[min(s, StateNone)]
}

// An Engine is a search engine that ought to get in.
type Engine struct {
	Token    string
	Profile  robots.Profile // how it reads
	State    State
	Decision robots.Decision // of "/"
}

// readings says how some engines read, where a profile for it is known. The
// file may look right by RFC 9309 and shut them out all the same.
var readings = [...]struct {
	token   string
	profile robots.Profile
}{
	{"Googlebot", robots.Google},
	{"YandexBot", robots.Yandex},
	{"Baiduspider", robots.Baidu},
}

// ask finds out how an engine stands to the site: by RFC 9309, and by its own
// reading if that is known and worse for it.
func ask(p *robots.Policy, token string, o prove.Options) Engine {
	e := standing(p, token, o)
	if p.Profile() != robots.RFC9309 || p.Kind() != robots.KindDocument {
		return e
	}
	for _, r := range readings {
		if !strings.EqualFold(r.token, token) {
			continue
		}
		const most = 1<<24 - 1 // the text was cut already, if it had to be
		own := standing(robots.Options{Profile: r.profile, Limits: robots.Limits{Bytes: most}}.Parse(p.Text()), token, o)
		if own.State > e.State {
			return own
		}
	}
	return e
}

// bounded is how long a search may take where nobody says: as short as those
// of lint. What it does not prove is taken for a closed front page.
func bounded(o prove.Options) prove.Options {
	if o.States <= 0 {
		o.States = 2_000
	}
	if o.Cells <= 0 {
		o.Cells = 200_000
	}
	return o
}

// opens reports whether an allow rule lets a crawler in somewhere, by a target
// made from it. That is quick where a search over thousands of rules is not; if
// it finds nothing the search decides.
func opens(a ai.Access) bool {
	for g := range a.Groups() {
		for r := range g.Rules() {
			target := access.Sample(r.Pattern)
			if r.Allow && target != "" && target != "/robots.txt" && a.Decide(target).Verdict == robots.Allow {
				return true
			}
		}
	}
	return false
}

func standing(p *robots.Policy, token string, o prove.Options) Engine {
	agent, ok := agents.Lookup(token)
	if !ok {
		agent = agents.Agent{Token: token}
	}
	a := ai.Resolve(p, agent)
	e := Engine{Token: token, Profile: p.Profile(), Decision: a.Decide("/")}
	switch {
	case p.Kind() != robots.KindDocument:
		e.State = StateNone
	case e.Decision.Verdict != robots.Disallow:
	case a.Via != ai.ViaDeaf && !opens(a) && bounded(o).BlocksAll(p, a.Name).Answer == prove.Yes:
		e.State = StateShut
	default:
		e.State = StateFront
	}
	return e
}
