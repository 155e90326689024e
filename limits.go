package robots

// Limits bounds what a hostile text can cost. A field that is zero or less
// takes its default. Only Bytes binds by default: a limit on lines, groups or
// rules that binds before it would drop rules that RFC 9309 wants followed.
//
// Where a limit is hit the text is cut there, what stands before counts, and
// the policy says so (Policy.Truncated and a diagnostic).
type Limits struct {
	Bytes     int // of the text; default 1 MiB, never below 500 KiB, always below 16 MiB
	LineBytes int // of one line; a longer line is passed over whole; default none
	Lines     int // default none
	Groups    int // default none
	Rules     int // default none
}

const (
	// maxBytes is twice what RFC 9309 2.5 demands of a parser.
	maxBytes = 1 << 20
	// minBytes: RFC 9309 2.5 lets no parser stop before 500 KiB.
	minBytes = 500 << 10
	// capBytes lets offsets fit 24 bits beside a directive in one word.
	capBytes = 1<<24 - 1

	// googleBytes is where Google stops reading by its documentation; a file
	// that comes near is worth a remark whoever reads it.
	googleBytes = 500 << 10

	// maxPerCode is how many diagnostics of one code are kept. More would let
	// a text of junk cost more than its own size; the rest are counted.
	maxPerCode = 100
)

func (l Limits) bytes() int {
	switch {
	case l.Bytes <= 0:
		return maxBytes
	case l.Bytes < minBytes:
		return minBytes
	case l.Bytes > capBytes:
		return capBytes
	}
	return l.Bytes
}
