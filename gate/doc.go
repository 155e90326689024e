// Package gate tells a crawler whether it may fetch a URL, and when.
//
// A Gate keeps the robots.txt of every authority it is asked about, fetches it
// once when it is needed, and again when it is a day old (RFC 9309 2.4). While a
// file cannot be had, the last copy of it serves, for thirty days; without one
// the site is closed (RFC 9309 2.3.1.4). Between two requests to an authority
// lies the longest of the delay that the crawler was given, the delay that the
// file asks for, and what the server's own answers call for.
//
// Two values hold all that is known of an authority: an Entry, its robots.txt,
// and a Pace, when it may be asked. Both change by plain functions of what came
// and when, without a clock, so that a crawler that keeps them in a log of its
// own does exactly what a Gate does.
package gate
