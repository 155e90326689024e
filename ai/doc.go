// Package ai tells what a robots.txt means for the crawlers of the catalogue,
// and drafts one that says what its author wants of them.
//
//	p := robots.Parse(text)
//	bots, _ := agents.Panel("five")
//	t := ai.Ask(p, bots)
//	for _, row := range t.Rows { ... }
//	s := t.Summary()
//
// RFC 9309 knows one product token for each crawler. Crawlers know more: some
// follow the group of another when none names them, some do not heed "*", some
// names stand for no crawler at all. Resolve applies these facts, which package
// agents has with their evidence, above robots.Policy.Decide. It changes no
// decision of the standard.
//
// What a site says about use stands beside its answers about access, and is
// never merged with them; see package signals. That a crawler obeys is claimed
// nowhere.
package ai
