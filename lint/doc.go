// Package lint tells what in a robots.txt is probably not what its author
// meant, and how to mend it.
//
// Each check has a permanent code and documents itself: a Doc with a text on
// which it fires and one on which it does not, which the tests run. What the
// packages robots and signals remark on is among the checks, so that Checks
// lists all there is to find. Sentences for people are in package msg, below
// the key diag.CODE.
//
// A fix is marked safe only where package prove has shown that no crawler gets
// another answer for it on any URL. All others come with a URL that shows what
// they change, if one was found.
//
// The package is pure: text in, findings out. Nothing is stored between runs,
// and Run may be called by many goroutines at once.
package lint
