package robots

// A Style is a way of writing a policy down again.
type Style uint8

const (
	Canonical Style = iota // one spelling for everything; comments and unknown records kept
	Compact                // the fewest octets that keep every decision and every known record
	Annotated              // canonical, with remarks of ours as comments
)
