package agents

import "iter"

// A PolicyToken is a name for robots.txt that belongs to no operator: a group
// that carries it speaks to everybody who serves a purpose. A control token
// such as Google-Extended, in contrast, is read by one operator.
type PolicyToken struct {
	Token   string  // "" as long as nobody can say for sure what the name is
	Purpose Purpose // whom it addresses
	Draft   bool    // proposed, not agreed upon: to be reported, not to be relied on
	Source  string  // URL
	Date    string  // of the source
	Note    string
}

// PolicyTokens yields the policy tokens. Today all of them are drafts.
func PolicyTokens() iter.Seq[PolicyToken] {
	return func(yield func(PolicyToken) bool) {
		for _, p := range policies {
			if !yield(p) {
				return
			}
		}
	}
}
