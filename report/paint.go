package report

// A tint is a meaning that may be shown in colour. Nothing is told by colour
// alone: each of these goes with a word.
type tint string

const (
	plain   tint = ""
	green   tint = "32"   // the site lets the crawler in
	red     tint = "31"   // a rule keeps it out
	yellow  tint = "33"   // nobody has said anything
	magenta tint = "35"   // the question makes no sense
	bold    tint = "1"    // heads
	faint   tint = "2"    // what one may skip
	strong  tint = "1;36" // the place that decides
)

// paint puts s into a tint if colour is wanted.
func (o Options) paint(t tint, s string) string {
	if !o.Color || t == plain || s == "" {
		return s
	}
	return "\x1b[" + string(t) + "m" + s + "\x1b[0m"
}
