// Package fetch brings one robots.txt over HTTP, as RFC 9309 2.3 wants it, and
// says what came of it.
//
//	c := &fetch.Client{UserAgent: "ExampleBot/1.0", Contact: "https://bot.example/about"}
//	o, err := c.Get(ctx, "https://example.com")
//	o.Kind            // document, absent, unavailable or unreachable
//	o.Hops            // every URL that was asked, with its status
//	o.Policy()        // what a crawler may do then
//
// The servers, the names and the bytes are strangers'. So every step has its
// limit, in time and in bytes, private addresses are never dialled, and no
// cookie, credential or proxy of the environment takes part. What is wrong with
// an answer is data in the Outcome; an error of Get means that the call itself
// was wrong or given up, and that nothing was learnt about the site.
//
// The package keeps no state: caching, pace and what to do while a site stays
// unreachable belong to whoever asks.
package fetch
