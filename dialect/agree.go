package dialect

import (
	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/prove"
)

// Agree asks whether two readings of a file give a crawler the same verdict on
// every URL but that of the file itself. It is prove.Options.Equal, which see
// for what a Yes about plain targets says; but a reading whose parser gives the
// file up closes everything, so that the other agrees if it does too.
func Agree(o prove.Options, a, b *robots.Policy, token string) prove.Equality {
	_, lostA := a.Rejected()
	_, lostB := b.Rejected()
	if !lostA && !lostB {
		return o.Equal(a, b, token)
	}
	e := prove.Equality{Token: token}
	switch {
	case lostA && lostB:
		e.Answer = prove.Yes
	case lostA:
		c := o.BlocksAll(b, token)
		e.Answer, e.Witness = c.Answer, c.Witness
	default:
		c := o.BlocksAll(a, token)
		e.Answer, e.Witness = c.Answer, c.Witness
	}
	if e.Answer == prove.No {
		e.A, e.B = a.Decide(token, e.Witness), b.Decide(token, e.Witness)
	}
	return e
}
