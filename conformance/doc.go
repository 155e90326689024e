// Package conformance holds test vectors for RFC 9309 as data, and runs them
// against any implementation.
//
// A [Vector] is one question with its answer: a robots.txt, a crawler, a URL,
// and what the standard says about the three. [All] lists them, [Run] puts
// them to a [Matcher], and [Standard] is the matcher of this module.
//
// Every vector cites its clause and says how firm the answer is:
//
//   - must: the text demands it, or every reading of the text gives it;
//   - should: the text recommends it;
//   - choice: the text is silent or leaves it open, and the answer is the
//     documented decision of this module. Another implementation may differ
//     there and conform.
//
// The vectors cover what can be decided from a text, or the status that came
// in its place, a crawler and a URL. Clause 2.4 and the parts of 2.3.1 that
// speak of redirect chains, waiting and cached copies need a clock or a
// network, and are left to the tests of a fetcher.
//
// The data are JSON, one vector a line, one file a clause, under data/. They
// can be read without Go. The id of a vector is permanent: a vector may be
// corrected or added, but an id is never given to another.
package conformance
