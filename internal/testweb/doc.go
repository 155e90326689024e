// Package testweb is a web of everything that goes wrong, for testing fetchers
// and crawlers: many virtual hosts behind one loopback listener, each with one
// fault and a note of what RFC 9309 or common sense wants then.
//
// [Start] serves a [Web] for the length of a test. Clients reach its hosts
// through [Server.DialContext] or [Server.Client], which need no DNS; other
// programs use the server as an HTTP proxy, or give its port in the URL. Every
// request is recorded, and [Server.Judge] tells from the record whether a
// crawler was polite.
//
// There are three webs: [Catalogue], one host for each fault; [Clean], ordinary
// sites whose reachable pages are known; [Hostile], the same sites with traps.
// [Custom] makes a web of any handlers.
//
// The same web answers the same requests in the same way. No answer takes longer
// than [Options.Longest] or more than a small buffer of memory, whatever it sends.
// The package imports nothing of this module: what it holds to be allowed is written
// down here by hand, so that it can judge the packages beside it.
package testweb
