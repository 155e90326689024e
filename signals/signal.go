package signals

import (
	"slices"

	"github.com/robotsgate/robots/diag"
)

// A Signal is one way of saying what content may be used for.
type Signal uint8

const (
	ContentUsage  Signal = iota + 1 // robots.txt, draft-ietf-aipref-attach
	ContentSignal                   // robots.txt, contentsignals.org
	License                         // robots.txt, RSL 1.0
	LLMPolicy                       // robots.txt, an extension of crawler-commons
	AITraining                      // robots.txt, the expired draft-canel-robots-ai-control
	RobotsTag                       // the X-Robots-Tag header
	MetaRobots                      // <meta name="robots"> and its kin
	TDMRep                          // /.well-known/tdmrep.json

	numSignals
)

// signalTable says what each signal can speak about, and where it is described.
// Statements come in the order of this table and of its uses.
var signalTable = [numSignals]struct {
	name, source string
	uses         []Use
}{
	ContentUsage:  {"content-usage", "IETF drafts aipref-attach and aipref-vocab", []Use{Train, Search}},
	ContentSignal: {"content-signal", "contentsignals.org", []Use{Train, Search, Input, Extent}},
	License:       {"license", "RSL 1.0", []Use{Terms}},
	LLMPolicy:     {"llm-policy", "crawler-commons", []Use{Terms}},
	AITraining:    {"ai-training", "expired draft canel-robots-ai-control", []Use{Train}},
	RobotsTag:     {"x-robots-tag", "Google, Bing and others", pageUses},
	MetaRobots:    {"meta-robots", "Google, Bing and others", pageUses},
	TDMRep:        {"tdmrep", "W3C TDMRep report", []Use{Mine}},
}

var pageUses = []Use{Train, Search, Snippet, Archive, Follow, Images, ImagePreview, VideoPreview, Translate, Embed, Expiry}

// Signals returns all signals in the order in which statements list them.
func Signals() []Signal {
	all := make([]Signal, 0, numSignals-1)
	for s := ContentUsage; s < numSignals; s++ {
		all = append(all, s)
	}
	return all
}

// String returns the name of s in lower case, such as "content-signal".
func (s Signal) String() string { return signalTable[s%numSignals].name }

// Source says where the signal is described.
func (s Signal) Source() string { return signalTable[s%numSignals].source }

// Uses returns what the signal can speak about.
func (s Signal) Uses() []Use { return slices.Clone(signalTable[s%numSignals].uses) }

// A Use is something that can be done with content. Signals call the same use
// by different names and draw its borders a little differently; the name here
// is for comparing them, and Statement.Raw has the words of the site.
type Use uint8

const (
	Train        Use = iota + 1 // training or tuning a model
	Search                      // showing the page among search results
	Input                       // feeding a model that is answering: grounding, retrieval
	Extent                      // how far the content may be carried: Statement.Detail
	Terms                       // terms kept elsewhere: Statement.Detail is their URL
	Mine                        // text and data mining, as in article 4 of directive (EU) 2019/790
	Snippet                     // showing an excerpt of the text
	Archive                     // showing or keeping a copy
	Follow                      // following the links of the page
	Images                      // showing the images of the page among results
	ImagePreview                // showing a preview image
	VideoPreview                // showing a preview of a video
	Translate                   // offering a translation
	Embed                       // showing the page where another one embeds it
	Expiry                      // showing the page after a date: Statement.Detail

	numUses
)

var useNames = [numUses]string{
	Train: "train", Search: "search", Input: "ai-input", Extent: "extent", Terms: "terms", Mine: "tdm",
	Snippet: "snippet", Archive: "archive", Follow: "follow", Images: "images", ImagePreview: "image-preview",
	VideoPreview: "video-preview", Translate: "translate", Embed: "embed", Expiry: "expiry",
}

// String returns the name of u in lower case, such as "ai-input"; "" for the
// zero Use, which is that of a rule nobody documents.
func (u Use) String() string { return useNames[u%numUses] }

// A Value is what a statement says of a use. The zero Value is silence.
type Value uint8

const (
	NoStatement Value = iota // nothing is said: neither consent nor refusal
	Allowed
	Refused
)

// String returns "no-statement", "allowed" or "refused".
func (v Value) String() string {
	return [...]string{"no-statement", "allowed", "refused"}[min(v, Refused)]
}

// A Scope says how much of a site a statement is about. It is that of the
// place where the statement stands. The zero Scope is that of silence.
type Scope uint8

const (
	ScopeNone  Scope = iota
	ScopeFile        // the whole site, for every crawler
	ScopeGroup       // the whole site, for the crawlers of a group
	ScopePath        // the paths of Statement.Path
	ScopePage        // one page, whose header or meta tag it is
)

// String returns "none", "file", "group", "path" or "page".
func (s Scope) String() string {
	return [...]string{"none", "file", "group", "path", "page"}[min(s, ScopePage)]
}

// A Statement is what one signal says of one use. The zero Statement says
// nothing.
type Statement struct {
	Signal Signal
	Use    Use
	Value  Value
	Scope  Scope

	// Disputed marks a statement that stands in the group of other crawlers. Its
	// authors mean it for those; crawler-commons reads it for the whole file.
	Disputed bool

	Path   string    // the path pattern as written; "" for the whole scope
	Detail string    // what Value has no room for: a URL, a length, a date
	Span   diag.Span // the words that say it; zero for silence
	Raw    string    // the line, header or entry that holds them
}

// Line returns the line of the statement, from 1; 0 for silence. For a header
// it is the number of the header's value.
func (s Statement) Line() int { return s.Span.Line }

// Source says where the signal is described.
func (s Statement) Source() string { return s.Signal.Source() }

// inOrder lists what a signal says, use by use, and puts silence where it says
// nothing of a use.
func inOrder(sig Signal, said []Statement) []Statement {
	var all []Statement
	for _, use := range signalTable[sig].uses {
		sure := false
		from := len(all)
		for _, s := range said {
			if s.Use == use {
				all = append(all, s)
				sure = sure || !s.Disputed
			}
		}
		if !sure {
			all = slices.Insert(all, from, Statement{Signal: sig, Use: use})
		}
	}
	return all
}
