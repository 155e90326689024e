package ai

import (
	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/agents"
)

// A State sums up the answers for one purpose.
type State uint8

const (
	StateNone   State = iota // nothing was asked, or nothing that a file has a say in
	StateOpen                // every answer is open
	StateClosed              // every answer is closed
	StatePartly              // some are open, some are closed
	StateUnsaid              // there is no file: nothing is closed, and nobody has consented
)

// String returns "none", "open", "closed", "partly" or "unsaid".
func (s State) String() string {
	return [...]string{"none", "open", "closed", "partly", "unsaid"}[min(s, StateUnsaid)]
}

// A Standing is how things stand for one purpose, over the crawlers that serve
// it and the paths asked. It says nothing about other paths.
type Standing struct {
	Purpose      agents.Purpose
	State        State
	Bots         int // crawlers asked that serve the purpose
	Open, Closed int // answers
}

// A ClosedPath is a path that is closed to crawlers for which "/" is open.
type ClosedPath struct {
	Target string
	Agents []agents.Agent
}

// A Summary is what a table comes to. All of it is about the crawlers and paths
// that were asked.
type Summary struct {
	Kind        robots.Kind // of the policy: says first whether there is a file at all
	Empty       bool        // there is a file, and it holds no record
	Purposes    []Standing  // those that any of the crawlers serves
	StarOnly    []agents.Agent
	ClosedPaths []ClosedPath
	Fallbacks   []Access       // crawlers that follow the group of another
	Deaf        []Access       // crawlers that do not heed "*", the only group there is for them
	Controls    []agents.Agent // names that send no requests
	Unnamable   []agents.Agent // crawlers that no group can address
	Disobey     []agents.Agent // crawlers documented or reported to ignore robots.txt
	Disputed    []agents.Agent // crawlers for which signals contradict each other
}

// Serves reports whether a counts for a purpose: it is one of its own, or, for
// training, the catalogue has a among the names that decide whether pages train
// models. So Google-Extended counts for training though it fetches nothing.
func Serves(a agents.Agent, purpose agents.Purpose) bool {
	if a.Serves(purpose) {
		return true
	}
	if purpose == agents.PurposeTraining {
		panel, _ := agents.Panel("training")
		for _, b := range panel {
			if b.Token == a.Token {
				return true
			}
		}
	}
	return false
}

// Summary sums the table up.
func (t Table) Summary() Summary {
	s := Summary{Kind: t.Policy.Kind(), Empty: t.Policy.Empty()}
	for purpose := agents.PurposeTraining; purpose <= agents.PurposeTool; purpose++ {
		if st := t.standing(purpose); st.Bots > 0 {
			s.Purposes = append(s.Purposes, st)
		}
	}
	for i, r := range t.Rows {
		if i > 0 && i%len(t.Paths) != 0 {
			continue // the same crawler, another path
		}
		s.note(r.Access)
		for _, r := range t.Rows[i : i+len(t.Paths)] {
			if len(r.Contradicts) > 0 {
				s.Disputed = append(s.Disputed, r.Agent)
				break
			}
		}
	}
	s.ClosedPaths = t.closedPaths()
	return s
}

// note sorts a crawler into the lists it belongs in.
func (s *Summary) note(a Access) {
	switch a.Via {
	case ViaStar:
		s.StarOnly = append(s.StarOnly, a.Agent)
	case ViaFallback:
		s.Fallbacks = append(s.Fallbacks, a)
	case ViaDeaf:
		s.Deaf = append(s.Deaf, a)
	}
	if a.Agent.NoToken {
		s.Unnamable = append(s.Unnamable, a.Agent)
	}
	if !a.Agent.SendsRequests {
		s.Controls = append(s.Controls, a.Agent)
	}
	if a.Agent.Respects == agents.RespectsNo {
		s.Disobey = append(s.Disobey, a.Agent)
	}
}

func (t Table) standing(purpose agents.Purpose) Standing {
	st := Standing{Purpose: purpose}
	unsaid := 0
	for i, r := range t.Rows {
		if !Serves(r.Agent, purpose) {
			continue
		}
		if i%len(t.Paths) == 0 {
			st.Bots++
		}
		switch {
		case r.Wording.Open():
			st.Open++
		case r.Wording.Closed():
			st.Closed++
		case r.Wording.Unsaid():
			unsaid++
		}
	}
	switch {
	case unsaid > 0:
		st.State = StateUnsaid
	case st.Open > 0 && st.Closed > 0:
		st.State = StatePartly
	case st.Closed > 0:
		st.State = StateClosed
	case st.Open > 0:
		st.State = StateOpen
	}
	return st
}

// closedPaths finds what a look at "/" alone would miss.
func (t Table) closedPaths() (all []ClosedPath) {
	for n, target := range t.Paths {
		c := ClosedPath{Target: target}
		for i := n; i < len(t.Rows); i += len(t.Paths) {
			if r := t.Rows[i]; r.Wording.Closed() && r.Access.Wording(r.Decide("/")).Open() {
				c.Agents = append(c.Agents, r.Agent)
			}
		}
		if len(c.Agents) > 0 {
			all = append(all, c)
		}
	}
	return all
}
