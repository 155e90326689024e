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

	numProfiles
)

// A reading is what a Profile stands for: every point on which parsers are
// known to differ, as data. A new dialect is a new row in readings; the parser
// and the matcher ask these fields and never the Profile itself.
type reading struct {
	id, title, source string

	// Bytes and lines.
	partialBOM bool // skip also the first one or two octets of a UTF-8 mark
	utf16      bool // decode UTF-16 on its mark
	lineCap    int  // octets of a line that are read; 0 is all
	cString    bool // a NUL ends the line, and VT, FF count as white space

	// Keys.
	keyPrefix     bool      // a key that only begins with a known key counts as it
	typos         []keyTypo // misspelt keys that count
	colonOptional bool      // "disallow /x", exactly two words, is a record

	// Product tokens.
	tokenDigits bool // digits may stand in a token
	starTrailer bool // "* text" is the same as "*"
	wholeValue  bool // a name that is no token is compared with whole values first

	// Patterns and targets.
	percent   percentRule
	indexHTML bool // Allow: /x/index.htm... also allows /x/
	robotsTxt bool // /robots.txt itself is always allowed
	dots      bool // "." and ".." in a URL's path are resolved before matching
}

type percentRule uint8

const (
	percentRFC    percentRule = iota // both sides, by the table of internal/urltext
	percentGoogle                    // patterns only: hex in upper case, non-ASCII escaped
)

// A keyTypo is a spelling that counts as a directive.
type keyTypo struct {
	key string
	dir Directive
}

var readings = [numProfiles]reading{
	RFC9309: {
		id:          "rfc9309",
		title:       "RFC 9309",
		source:      "RFC 9309, September 2022",
		utf16:       true,
		tokenDigits: true,
		wholeValue:  true,
		robotsTxt:   true,
		dots:        true,
	},
	Google: {
		id:         "google",
		title:      "google/robotstxt",
		source:     "google/robotstxt at 22b355f",
		partialBOM: true,
		lineCap:    16663,
		cString:    true,
		keyPrefix:  true,
		typos: []keyTypo{
			{"useragent", DirUserAgent}, {"user agent", DirUserAgent},
			{"dissallow", DirDisallow}, {"dissalow", DirDisallow}, {"disalow", DirDisallow},
			{"diasllow", DirDisallow}, {"disallaw", DirDisallow},
			{"site-map", DirSitemap},
		},
		colonOptional: true,
		starTrailer:   true,
		percent:       percentGoogle,
		indexHTML:     true,
	},
}

func (p Profile) reading() *reading {
	if p >= numProfiles {
		p = RFC9309
	}
	return &readings[p]
}

// String returns the id of the profile: "rfc9309" or "google".
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
