package robots

// A reading is what a Profile stands for: every point on which parsers are
// known to differ, as data. A new dialect is a new row in readings; the parser
// and the matcher ask these fields and never the Profile itself.
//
// The zero value of each field is what RFC 9309 says or leaves to everybody.
type reading struct {
	id, title, source string

	// Bytes and lines.
	grammar    grammar
	markKept   bool     // a UTF-8 byte order mark is text like any other
	partialBOM bool     // skip also the first one or two octets of a UTF-8 mark
	utf16      bool     // decode UTF-16 on its mark
	bad        badBytes // what becomes of octets that are no UTF-8
	ends       string   // what ends a line besides CR, LF and CRLF
	lineCap    int      // octets of a line that are read; 0 is all
	valueCap   int      // octets of a value that count; 0 is all
	cString    bool     // a NUL ends what is read of a line, and VT, FF count as white space
	white      white    // white space around keys and values
	markup     markup   // when "<...>" is taken out of lines
	openAbove  int      // a longer text counts as none; 0 is never

	// Keys and values.
	keyPrefix     bool      // a key that only begins with a known key counts as it
	typos         []keyTypo // misspelt keys that count
	colonOptional bool      // "disallow /x", exactly two words, is a record
	colon         colon     // what may stand between key and value otherwise
	valueEnd      string    // octets that end a value before the end of its line
	swallow       bool      // a line without a value takes the next line for it
	unquoteValue  bool      // %XX in user-agent values is decoded
	emptyJoins    bool      // an empty user-agent line joins what stands behind it to the group before

	// Groups.
	runEnds   endsRun   // records that end the run of user-agent lines besides rules
	bareRules bool      // without any user-agent line, rules are for everybody
	emptyRule emptyRule // what a rule without a pattern is
	reject    reject    // what makes the parser give the whole file up
	maxDelay  int       // seconds; a longer Crawl-delay closes the site; 0 is never
	ruleCount int       // rules that count; 0 is all
	ruleCap   int       // octets a pattern may have to count; 0 is any number

	// Names.
	tokenDigits bool // digits may stand in a token
	starTrailer bool // "* text" is the same as "*"
	wholeValue  bool // a name that is no token is compared with whole values first
	match       agentMatch
	form        agentForm // what of a user-agent value is compared
	nameSlash   bool      // of a name, only what stands before "/" is compared
	merge       merge     // what happens if several groups have the name, or "*"
	starApart   bool      // a group that also names "*" is a group of "*" only
	entries     endsRun   // if any: a group counts only with a rule or with one of these

	// Patterns and targets.
	percent   percentRule
	glob      glob
	order     order
	tie       tie
	index     indexRule
	addSlash  bool // "/" is put in front of a pattern that has none
	cutStars  cutStars
	dollarToo bool // a pattern with $ also stands for the same with %24
	robotsTxt bool // /robots.txt itself is always allowed
	oddClosed bool // a target with a bad escape in its path is disallowed
	dots      bool // "." and ".." in a URL's path are resolved before matching
}

// A keyTypo is a spelling that counts as a directive.
type keyTypo struct {
	key string
	dir Directive
}

// A grammar says which code reads lines.
type grammar uint8

const (
	grammarRFC    grammar = iota // strict: RFC 9309 2.2
	grammarGoogle                // loose: google/robotstxt
	grammarOther                 // dialect: all other knobs
)

type badBytes uint8

const (
	badKept     badBytes = iota // compared as they are
	badDropped                  // taken out
	badReplaced                 // each is U+FFFD
)

type white uint8

const (
	whiteASCII   white = iota // space, HT, LF, VT, FF, CR; plain readings: space and HT
	whiteBlank                // space and HT
	whiteUnicode              // what Unicode calls white space
	whitePython               // the same and 0x1C to 0x1F
	whiteJS                   // the same without U+0085, with U+FEFF
	whiteJava                 // everything up to 0x20
)

type markup uint8

const (
	markupKept    markup = iota
	markupOfPages        // in a text that holds <html>, <head> or <body>; one without user-agent lines is none
	markupGone           // everywhere
)

type colon uint8

const (
	colonMust    colon = iota
	colonOrWhite       // a colon, else the first white space
	colonKeyword       // a known key, then a colon or white space; else a colon
	colonField         // a colon, else a known key in lower case and a space
	colonTokens        // tokens, cut at white space and at the first colon
	colonTight         // a colon right behind the key
)

// An endsRun is a set of what ends the run of user-agent lines besides rules.
type endsRun uint8

const (
	endSitemap endsRun = 1 << iota
	endDelay           // Crawl-delay
	endNumber          // Crawl-delay, but only with a number
	endRate            // Request-rate
	endOther           // any other record
	endBlank           // an empty line, which ends the whole group
	endAny     = endSitemap | endDelay | endRate | endOther
)

type emptyRule uint8

const (
	emptyNothing emptyRule = iota // no restriction, and it ends the run
	emptySlash                    // "Disallow:" is "Allow: /"
	emptyAll                      // it allows everything that comes to it
	emptyNever                    // a rule that matches nothing
)

// A reject is a set of reasons to give a file up.
type reject uint8

const (
	rejectUTF8  reject = 1 << iota // an octet that is no UTF-8
	rejectEmpty                    // no line but blank ones and comments
	rejectValue                    // a pattern that is no UTF-8
	rejectStray                    // a rule or Crawl-delay before any user-agent line, or a Crawl-delay that is no number
)

type agentMatch uint8

const (
	matchToken          agentMatch = iota // RFC 9309 2.2.1
	matchWhole                            // the value is the name
	matchPrefix                           // the longest value that the name begins with
	matchPart                             // the longest value that stands in the name
	matchFirstPart                        // the first value listed that stands in the name
	matchWholeThenFirst                   // the name itself, else the first value that stands in it
)

type agentForm uint8

const (
	formValue    agentForm = iota // the value
	formToken                     // its leading letters, "_" and "-"
	formTokenRFC                  // its leading characters of a token of RFC 7230, and "~"
	formBoth                      // the value, and its leading token
	formSlash                     // what stands before "/"
	formNoStar                    // the value, and the value without its stars
)

type merge uint8

const (
	mergeAll merge = iota
	mergeFirst
	mergeLast
)

type percentRule uint8

const (
	percentRFC      percentRule = iota // both sides, by the table of internal/urltext
	percentGoogle                      // patterns only: hex in upper case, non-ASCII escaped
	percentGrob                        // the same, but digits in rewritten escapes are spoilt
	percentNone                        // both sides as they are
	percentTexting                     // patterns escaped, targets as a browser writes them
	percentNode                        // both sides as JavaScript's encodeURI and URL do
	percentProtego                     // both sides taken apart as URLs
	percentPython                      // both sides decoded and encoded again, piece by piece
	percentPyLegacy                    // both sides decoded and encoded again, whole
	percentGoURL                       // paths of targets decoded, patterns as they are
	percentCommons                     // both sides, nearly as RFC 9309
)

type glob uint8

const (
	globPlain    glob = iota // RFC 9309 2.2.3
	globNone                 // no wildcards
	globAnchors              // $ is the end wherever it stands
	globFloating             // the same, and a pattern with wildcards may begin anywhere
	globFirst                // before a final $, the first place of the last piece must do
	globLastOnly             // a pattern with $ in its middle does not count
)

type order uint8

const (
	orderOctets  order = iota // the longest pattern
	orderFirst                // the first that matches
	orderMatched              // the one that matches most of the target
	orderRegex                // the one that is longest as a regular expression
	orderFloor                // the longest, but of plain ones only the next before the target in order
)

type tie uint8

const (
	tieAllow tie = iota
	tieFirst
	tieLast
)

type indexRule uint8

const (
	indexNone    indexRule = iota
	indexGoogle            // Allow: /x/index.htm... also allows /x/
	indexJava              // the same for /x/index.htm and /x/index.html
	indexCommons           // those two, and for disallow rules as well
	indexProtego           // only Allow: /x/index.html
)

type cutStars uint8

const (
	cutNone cutStars = iota
	cutOne           // one final star is taken away
	cutAll           // all final stars are
)

// simple reports whether rules are weighed by the code for RFC 9309: the
// longest plain pattern, allow before disallow.
func (rd *reading) simple() bool {
	return rd.order == orderOctets && rd.tie == tieAllow && rd.glob == globPlain && rd.index <= indexGoogle && !rd.dollarToo
}

// ordered reports whether the order of preference is known before there is a
// target, and patterns are plain: what a Reader can compile.
func (rd *reading) ordered() bool {
	return rd.glob == globPlain && (rd.order == orderFirst || rd.order == orderOctets && rd.tie == tieAllow)
}
