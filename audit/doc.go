// Package audit takes everything that can be told of a robots.txt together and
// puts a number on it: what lint finds, what crawlers may fetch, what search
// engines make of it, what the file says about use, and which listed URLs it
// closes.
//
//	r := audit.Run(robots.Parse(text), audit.Options{})
//	if r.Scored {
//		fmt.Println(r.Score, r.Grade) // 88 B
//	}
//
// The score says how well the file does what it says. It is no judgement on
// what the file says: a site may shut out whom it likes. Every point that is
// lost has a Charge with its reason. What the points are is one table
// (Parts, Prices, Caps), which docs/audit.md gives reasons for.
//
// Records outside RFC 9309, such as Content-Signal, License or Crawl-delay, are
// reported and never cost anything. A site without a file gets no score: there
// is nothing that could be right or wrong, and Report.Notices say what follows.
//
// The package is pure: no input but its arguments, and the same answer always.
package audit
