package robots

// A Profile is a published way of reading robots.txt. The zero Profile follows
// RFC 9309.
type Profile uint8

const (
	// RFC9309 is the plain reading of the standard, with one departure that
	// docs/design.md explains: digits may stand in a product token.
	RFC9309 Profile = iota

	// Google reads as the open-source library google/robotstxt does: it
	// forgives certain typos and a missing colon, compares keys by prefix, cuts
	// lines at 16,663 octets, does not exempt /robots.txt, and leaves the
	// target as it is. It is not a claim about what Googlebot does.
	Google

	// GoogleJava reads as google/robotstxt-java does. Unlike Google, it lets any
	// record end the run of user-agent lines, skips lines without a value, takes
	// whatever stands behind the first white space where the colon is missing,
	// and compares keys whole.
	GoogleJava

	// Grobotstxt reads as the Go port jimsmart/grobotstxt does: Google with
	// digits in product tokens, white space of all Unicode, and escapes in
	// patterns that no target matches once they held a lower-case digit.
	Grobotstxt

	// CrawlerCommons reads as crawler-commons does, the parser of Nutch,
	// StormCrawler and Common Crawl: a user-agent value is compared whole and by
	// its token, /index.html covers / in disallow rules too, a Crawl-delay above
	// 300 seconds closes the site, and markup is taken out of pages.
	CrawlerCommons

	// RobotsParser reads as the npm package robots-parser does: names are cut at
	// the slash, every record but a user-agent line ends the run of those, and a
	// named group without a rule leaves the crawler to "*".
	RobotsParser

	// TextingRobots reads as the Rust crate texting_robots does: Crawl-delay
	// ends the run of user-agent lines, "$" is an anchor wherever it stands, and
	// a file without any user-agent line speaks to everybody.
	TextingRobots

	// Protego reads as Protego does, the parser of Scrapy: the longest
	// user-agent value that stands somewhere in the name wins, any record ends
	// the run, and patterns are taken apart as URLs. Its matcher is not
	// reproduced in cost, only in its answers.
	Protego

	// Python reads as urllib.robotparser of CPython does since it follows RFC
	// 9309: the rule that matches most of the target wins, not the longest
	// pattern, and a user-agent value may be any part of the name.
	Python

	// PythonLegacy reads as urllib.robotparser of CPython did before that, as in 3.11: no
	// wildcards, the first rule that matches decides, a blank line ends a group,
	// groups are not merged, and one octet that is no UTF-8 loses the file.
	PythonLegacy

	// Temoto reads as the Go library temoto/robotstxt does, which Colly uses:
	// the longest prefix of the name wins, wildcards need not match from the
	// start, and one bad line rejects the file (Policy.Rejected).
	Temoto

	// BenjaminEstes reads as the Go library benjaminestes/robots v2 does: the
	// longest prefix of the name wins, of several groups the last, of equally
	// long rules the last, and a file without a line rejects itself.
	BenjaminEstes

	// Heritrix reads as Heritrix 3 does, the crawler of the Internet Archive:
	// the first user-agent value listed that stands in the name, and of the
	// plain rules only the one next before the target in order, so that a rule
	// can hide a shorter one.
	Heritrix

	// Yandex reads as the help pages of Yandex say: "Yandex" stands for all its
	// crawlers, rules beyond 2,048 or longer than 1,024 octets do not count, and
	// a file above 500 KiB is none. It rests on documents, not on measurement.
	Yandex

	// Baidu reads as the help pages of Baidu say: a user-agent value that the
	// name begins with, and the first rule that matches. It rests on documents,
	// not on measurement.
	Baidu

	numProfiles
)

func (p Profile) reading() *reading {
	if p >= numProfiles {
		p = RFC9309
	}
	return &readings[p]
}

// String returns the id of the profile, such as "rfc9309" or "google-java".
func (p Profile) String() string { return p.reading().id }

// Title returns the name to show to people.
func (p Profile) Title() string { return p.reading().title }

// Source says which document or release the profile follows.
func (p Profile) Source() string { return p.reading().source }

// Profiles returns all profiles, the default first.
func Profiles() []Profile {
	all := make([]Profile, numProfiles)
	for i := range all {
		all[i] = Profile(i)
	}
	return all
}

// ProfileNamed returns the profile with that id, and whether there is one.
func ProfileNamed(id string) (Profile, bool) {
	for _, p := range Profiles() {
		if p.String() == id {
			return p, true
		}
	}
	return RFC9309, false
}

// RawTargets reports whether a profile compares targets as they are written.
// The others put them into a form first: RFC 9309 into the normal form of its
// section 2.2.2.
func (p Profile) RawTargets() bool {
	switch p.reading().percent {
	case percentGoogle, percentNone:
		return true
	}
	return false
}
