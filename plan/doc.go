// Package plan works out a crawl before the first request is sent: which URLs
// would be fetched, in which order and when, which would not and why, and how
// long it takes.
//
//	p := plan.Options{Token: "ExampleBot", Policy: policyOf, Requests: 1000}.Make(tasks)
//	p.Steps       // what to fetch, each with the earliest time from the start
//	p.Refusals    // what not, each with its reason and the Decision, if one was made
//	p.Total       // until the last host may be asked again
//
// A plan depends on its input alone: there is no clock in it, and no chance. A
// task that is refused takes up nothing, no request, no byte and no time.
package plan
