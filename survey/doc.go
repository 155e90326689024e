// Package survey says what many sites tell crawlers, in numbers that can be
// checked.
//
// A Method turns a Capture, which is what was had of one site, into a Row: one
// line of JSON with the outcome, the class of each crawler, and what it rests
// on. A Count adds rows up. Every number of it is a Fact with how many sites
// have it and out of how many, and Row.Facts names the facts of one site, so
// that the sites behind any number can be listed.
//
// A site without a file is absent and never open; one that could not be had is
// unreachable and never closed by a rule. Shares are of the sites whose file was
// read, unless they are about outcomes.
package survey
