package robots

// readings is the table of profiles: one row each. A knob that is left out is
// as RFC 9309 has it. docs/dialects.md says for every row where it comes from
// and how far it agrees with the parser it describes.
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
		id:            "google",
		title:         "google/robotstxt",
		source:        "google/robotstxt at 22b355f",
		grammar:       grammarGoogle,
		partialBOM:    true,
		lineCap:       16663,
		cString:       true,
		keyPrefix:     true,
		typos:         googleTypos,
		colonOptional: true,
		starTrailer:   true,
		percent:       percentGoogle,
		index:         indexGoogle,
	},
	GoogleJava: {
		id:          "google-java",
		title:       "google/robotstxt-java",
		source:      "google/robotstxt-java, measured 2026-11-30",
		grammar:     grammarOther,
		partialBOM:  true,
		bad:         badReplaced, // the body is a Java string
		ends:        "\x00",
		valueCap:    2081, // a URL is no longer, they say; a rule cut short covers more
		white:       whiteBlank,
		typos:       javaTypos,
		colon:       colonOrWhite,
		runEnds:     endAny,
		starTrailer: true,
		match:       matchWhole,
		form:        formToken, // so a name with digits is out of reach
		percent:     percentGoogle,
		index:       indexJava,
	},
	Grobotstxt: {
		id:            "grobotstxt",
		title:         "jimsmart/grobotstxt",
		source:        "jimsmart/grobotstxt at 650362b",
		grammar:       grammarOther,
		partialBOM:    true,
		lineCap:       16663,
		white:         whiteUnicode, // strings.TrimSpace
		keyPrefix:     true,
		typos:         grobTypos,
		colonOptional: true,
		starTrailer:   true,
		match:         matchWhole,
		form:          formTokenRFC,
		percent:       percentGrob,
		oddClosed:     true, // net/url does not parse it
		index:         indexGoogle,
	},
	CrawlerCommons: {
		id:        "crawler-commons",
		title:     "crawler-commons",
		source:    "crawler-commons at 8e14e27 (1.7-SNAPSHOT), exact matching of names",
		grammar:   grammarOther,
		utf16:     true,
		bad:       badReplaced,
		ends:      "\u0085\u2028\u2029", // what ends a line for Java's regular expressions
		white:     whiteJava,
		markup:    markupOfPages,
		typos:     commonsTypos,
		colon:     colonKeyword,
		maxDelay:  300, // the default of its setting; Nutch and StormCrawler raise it
		match:     matchWhole,
		form:      formBoth,
		percent:   percentCommons,
		glob:      globFirst,
		index:     indexCommons,
		robotsTxt: true,
	},
	RobotsParser: {
		id:        "robots-parser",
		title:     "robots-parser (npm)",
		source:    "robots-parser 3.0.1",
		grammar:   grammarOther,
		bad:       badReplaced,
		white:     whiteJS,
		runEnds:   endAny,
		match:     matchWhole,
		form:      formSlash,
		nameSlash: true,
		entries:   endDelay, // rules[name] || rules["*"], and only a rule makes an entry
		percent:   percentNode,
	},
	TextingRobots: {
		id:         "texting-robots",
		title:      "texting_robots",
		source:     "texting_robots at 8e52f3f",
		grammar:    grammarOther,
		partialBOM: true,
		ends:       "\x00", // turned into line feeds first
		white:      whiteUnicode,
		typos:      textingTypos,
		colon:      colonKeyword,
		runEnds:    endNumber, // lines it does not know are taken out before groups are made
		bareRules:  true,
		emptyRule:  emptySlash,
		match:      matchWhole,
		percent:    percentTexting,
		glob:       globAnchors,
		robotsTxt:  true,
	},
	Protego: {
		id:         "protego",
		title:      "Protego (Scrapy)",
		source:     "Protego 0.6.1",
		grammar:    grammarOther,
		bad:        badDropped, // Scrapy decodes with errors="ignore"
		ends:       pythonEnds,
		white:      whitePython,
		typos:      protegoTypos,
		colon:      colonField,
		runEnds:    endAny,
		emptyJoins: true, // the line before the next one was a user-agent line, if an empty one
		match:      matchPart,
		form:       formNoStar,
		percent:    percentProtego,
		index:      indexProtego,
		dollarToo:  true,
	},
	Python: {
		id:        "python",
		title:     "urllib.robotparser (after the RFC rewrite)",
		source:    "CPython main, gh-138907",
		grammar:   grammarOther,
		markKept:  true,
		ends:      pythonEnds,
		white:     whitePython,
		runEnds:   endDelay | endRate,
		match:     matchWholeThenFirst,
		nameSlash: true,
		percent:   percentPython,
		glob:      globLastOnly,
		order:     orderMatched,
		robotsTxt: true,
	},
	PythonLegacy: {
		id:           "python-legacy",
		title:        "urllib.robotparser (before the RFC rewrite)",
		source:       "CPython 3.11",
		grammar:      grammarOther,
		markKept:     true,
		ends:         pythonEnds,
		white:        whitePython,
		unquoteValue: true,
		runEnds:      endDelay | endRate | endBlank,
		emptyRule:    emptyAll,
		reject:       rejectUTF8,
		match:        matchFirstPart,
		nameSlash:    true,
		merge:        mergeFirst,
		starApart:    true,
		entries:      endDelay | endRate,
		percent:      percentPyLegacy,
		glob:         globNone,
		order:        orderFirst,
	},
	Temoto: {
		id:        "temoto",
		title:     "temoto/robotstxt (Colly)",
		source:    "temoto/robotstxt at cadd395",
		grammar:   grammarOther,
		bad:       badReplaced,
		typos:     temotoTypos,
		colon:     colonTokens,
		runEnds:   endDelay,
		emptyRule: emptyNever, // the line end is taken for the path
		reject:    rejectStray,
		match:     matchPrefix,
		entries:   endDelay,
		percent:   percentNone,
		glob:      globFloating,
		order:     orderRegex,
		tie:       tieFirst,
		addSlash:  true,
		cutStars:  cutAll,
	},
	BenjaminEstes: {
		id:       "benjaminestes",
		title:    "benjaminestes/robots",
		source:   "benjaminestes/robots v2",
		grammar:  grammarOther,
		ends:     "\v\f", // white space, so a key may follow
		white:    whiteUnicode,
		valueEnd: controls,
		swallow:  true,
		reject:   rejectEmpty | rejectValue, // it panics; a crawler that lives on has no answer
		match:    matchPrefix,
		merge:    mergeLast,
		percent:  percentGoURL,
		glob:     globAnchors,
		tie:      tieLast,
	},
	Heritrix: {
		id:       "heritrix",
		title:    "Heritrix 3",
		source:   "Heritrix 3, main branch, measured 2026-11-30",
		grammar:  grammarOther,
		markKept: true,
		bad:      badReplaced,
		white:    whiteJava,
		markup:   markupGone,
		colon:    colonTight,
		runEnds:  endDelay,
		match:    matchFirstPart,
		percent:  percentNone,
		order:    orderFloor,
		cutStars: cutOne,
	},
	Yandex: {
		id:          "yandex",
		title:       "Yandex",
		source:      "help pages of Yandex as of 2026-11-30; not measured",
		grammar:     grammarOther,
		utf16:       true,
		openAbove:   500 << 10,
		ruleCount:   2048,
		ruleCap:     1024,
		tokenDigits: true,
		match:       matchPart, // so "Yandex" is all of its crawlers, and YandexBot beats it
		robotsTxt:   true,
	},
	Baidu: {
		id:          "baidu",
		title:       "Baidu",
		source:      "copies of the help pages of Baidu as of 2026-11-30; not measured",
		grammar:     grammarOther,
		utf16:       true,
		tokenDigits: true,
		match:       matchPrefix,
		order:       orderFirst,
		robotsTxt:   true,
	},
}

const (
	// pythonEnds is what ends a line for str.splitlines of Python.
	pythonEnds = "\v\f\x1c\x1d\x1e\u0085\u2028\u2029"

	controls = "\x00\x01\x02\x03\x04\x05\x06\a\b\t\v\f\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f\x7f"
)

// googleTypos is kAllowFrequentTypos of google/robotstxt.
var googleTypos = []keyTypo{
	{"useragent", DirUserAgent}, {"user agent", DirUserAgent},
	{"dissallow", DirDisallow}, {"dissalow", DirDisallow}, {"disalow", DirDisallow},
	{"diasllow", DirDisallow}, {"disallaw", DirDisallow},
	{"site-map", DirSitemap},
}

// javaTypos has the name of a Java constant, by which keys are looked up.
var javaTypos = []keyTypo{
	{"user_agent", DirUserAgent},
	{"dissallow", DirDisallow}, {"dissalow", DirDisallow}, {"disalow", DirDisallow},
	{"diasllow", DirDisallow}, {"disallaw", DirDisallow},
}

var grobTypos = []keyTypo{
	{"useragent", DirUserAgent}, {"user agent", DirUserAgent},
	{"dissallow", DirDisallow}, {"dissalow", DirDisallow}, {"disalow", DirDisallow}, {"diaslow", DirDisallow},
	{"diasllow", DirDisallow}, {"disallaw", DirDisallow},
	{"site-map", DirSitemap},
}

var commonsTypos = []keyTypo{
	{"useragent", DirUserAgent}, {"useg-agent", DirUserAgent}, {"ser-agent", DirUserAgent}, {"users-agent", DirUserAgent},
	{"user agent", DirUserAgent}, {"user-agnet", DirUserAgent}, {"user-agents", DirUserAgent},
	{"desallow", DirDisallow}, {"dissallow", DirDisallow}, {"dissalow", DirDisallow}, {"disalow", DirDisallow},
	{"dssalow", DirDisallow}, {"dsallow", DirDisallow}, {"diasllow", DirDisallow}, {"disallaw", DirDisallow},
	{"diallow", DirDisallow}, {"disallows", DirDisallow}, {"disllow", DirDisallow},
	{"crawl delay", DirCrawlDelay}, {"clawl-delay", DirCrawlDelay}, {"craw-delay", DirCrawlDelay}, {"crawl-deley", DirCrawlDelay},
}

var textingTypos = []keyTypo{
	{"useragent", DirUserAgent}, {"user agent", DirUserAgent},
	{"dissallow", DirDisallow}, {"dissalow", DirDisallow}, {"disalow", DirDisallow},
	{"diasllow", DirDisallow}, {"disallaw", DirDisallow},
	{"site-map", DirSitemap}, {"site map", DirSitemap},
	{"crawl delay", DirCrawlDelay}, {"crawldelay", DirCrawlDelay},
}

var protegoTypos = []keyTypo{
	{"useragent", DirUserAgent}, {"user agent", DirUserAgent},
	{"dissallow", DirDisallow}, {"dissalow", DirDisallow}, {"disalow", DirDisallow},
	{"diasllow", DirDisallow}, {"disallaw", DirDisallow},
	{"site-map", DirSitemap}, {"sitemaps", DirSitemap},
	{"crawl delay", DirCrawlDelay}, {"request rate", DirRequestRate},
}

var temotoTypos = []keyTypo{{"useragent", DirUserAgent}, {"crawldelay", DirCrawlDelay}}
