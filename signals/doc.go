// Package signals reads what a site says about the use of its content, beside
// what RFC 9309 says about fetching it: Content-Usage, Content-Signal, License
// and others in robots.txt, X-Robots-Tag headers, robots meta tags, and the
// tdmrep.json of TDMRep.
//
// A signal is a declaration. It never changes whether a crawler may fetch a
// page; for that ask robots.Policy.Decide. Nor do signals change each other:
// no document ranks them, so a set of signals is a list of statements, and two
// that contradict each other both stay in it.
//
//	set := signals.Read(policy)
//	for _, s := range set.For("ExampleBot", "/news/1") {
//		// content-signal, train: refused, line 3
//	}
//
// A statement says of one use that it is allowed, that it is refused, or that
// the signal says nothing of it. Silence is a value of its own. It is neither
// consent nor refusal.
//
// What stands in robots.txt is read by Read, what comes with a page by
// ReadHeader and ReadMeta, and a tdmrep.json by ReadTDMRep. None of them fails:
// what cannot be read is remarked on, with the codes that Codes lists.
package signals
