package verb

import (
	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
	"github.com/robotsgate/robots/lint"
)

// A text is looked at anew after fixes were made: some are about the same place,
// some bring to light what others hid, and of one code at most some hundred are
// told at a time. It ends when nothing is left to mend, after maxRounds, or when
// maxRead octets were read, which only a text made for it comes to.
const (
	maxRounds = 64
	maxRead   = 32 << 20
)

// Mend returns the text with those fixes made that are wanted.
func Mend(p *robots.Policy, options robots.Options, o lint.Options, unsafe bool) string {
	o.Proofs, o.Reread = 10_000, 1<<30 // all of them: whoever waits for a file to be written can wait longer
	for round := 0; round < maxRounds && (round < 5 || round*len(p.Text()) < maxRead); round++ {
		var edits []diag.Edit
		for _, found := range lint.Run(p, o) {
			for _, fix := range found.Fixes {
				if fix.Safety == lint.Safe || unsafe {
					edits = append(edits, fix.Edits...)
					break
				}
			}
		}
		if len(edits) == 0 {
			break
		}
		p = options.Parse(lint.Apply(p.Text(), edits))
	}
	return p.Text()
}
