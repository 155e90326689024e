// Package crawl fetches sites as robots.txt, page and server ask, and can say
// for every address what was done with it and why.
//
//	summary, err := crawl.Run(ctx, crawl.Options{
//		Dir:   "example",
//		Seeds: []string{"https://example.com/"},
//		Fetch: &fetch.Client{UserAgent: "ExampleBot/1.0", Contact: "https://example.com/bot"},
//	})
//
// A crawl is a log. What was found, what became of it and what each host's
// robots.txt said are written there, many pages at a time and each with all that
// belongs to it or not at all; the queues are a view of the log. Whoever stops a
// crawl, by a signal or by pulling the plug, goes on with it by calling Run on
// the same folder: pages that were fetched and not yet written, Workers+Window
// at most, are fetched again, and no others.
//
// The log is a NATS JetStream stream, in the process or in a cluster that many
// processes share. Hosts are dealt to partitions, a partition belongs to one
// process at a time, and a process that lost one without noticing cannot write
// for it. So the delay of a host holds however many processes crawl.
//
// Every address passes one place on its way to a request, judge.go: scope and
// traps when it is found, robots.txt and budgets when its turn comes. A redirect
// is an address that was found; nothing is followed in passing.
package crawl
