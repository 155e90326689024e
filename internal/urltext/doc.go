// Package urltext reads URLs as text: it splits them, compares their octets
// as RFC 9309 2.2.2 wants them compared, and never resolves, decodes or
// rewrites anything that it was not asked to.
//
// It stands in for net/url, which would add a third to the size of the
// WebAssembly build, rejects targets that crawlers meet every day, and loses
// a trailing "?" when it puts a URL together again.
package urltext
