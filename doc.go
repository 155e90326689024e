// Package robots reads robots.txt as RFC 9309 defines it and answers, for a
// crawler and a URL, what it may fetch, which line says so, and why.
//
// The shortest use is
//
//	policy := robots.Parse(text)
//	d := policy.Decide("ExampleBot", "/private/page?x=1")
//	if d.Allowed() { ... }
//
// A Policy keeps the whole text with every position, never changes, and may be
// used by many goroutines. Parsing cannot fail: a bad line is remarked on
// (Policy.Diagnostics) and never sinks the file. A file that could not be had
// is a Policy too (Absent, Unavailable, Unreachable), so that "there is no
// file" is never mistaken for "the file allows it".
//
// The package does no I/O, reads no clock and no environment, and keeps no
// state: the same input gives the same answer everywhere.
package robots
