package signals

import "slices"

// A tagRule is a word of X-Robots-Tag and of robots meta tags.
type tagRule struct {
	name  string
	wants tagValue
	says  []tagSaying
	mark  tagMark
}

// tagSaying is what a rule without a value says of a use.
type tagSaying struct {
	use   Use
	value Value
}

// A tagValue is what stands behind the colon of a rule.
type tagValue uint8

const (
	wantsNothing tagValue = iota
	wantsNumber           // -1 for no limit, 0 for none of it
	wantsPreview          // none, standard or large
	wantsDate
)

// A tagMark singles out rules that are treated by name.
type tagMark uint8

const (
	markNone     tagMark = iota
	markNoAI             // the words of DeviantArt, which no search engine reads
	markEmbedded         // has no effect without noindex
)

// tagRules are the documented rules, those of the past among them. A rule that
// no longer does anything says nothing: it is kept, and without a use.
var tagRules = [...]tagRule{
	{name: "all", says: []tagSaying{{Search, Allowed}, {Follow, Allowed}}},
	{name: "index", says: []tagSaying{{Search, Allowed}}},
	{name: "follow", says: []tagSaying{{Follow, Allowed}}},
	{name: "noindex", says: []tagSaying{{Search, Refused}}},
	{name: "nofollow", says: []tagSaying{{Follow, Refused}}},
	{name: "none", says: []tagSaying{{Search, Refused}, {Follow, Refused}}},
	{name: "nosnippet", says: []tagSaying{{Snippet, Refused}}},
	{name: "max-snippet", wants: wantsNumber, says: []tagSaying{{Snippet, Allowed}}},
	{name: "max-image-preview", wants: wantsPreview, says: []tagSaying{{ImagePreview, Allowed}}},
	{name: "max-video-preview", wants: wantsNumber, says: []tagSaying{{VideoPreview, Allowed}}},
	{name: "indexifembedded", says: []tagSaying{{Embed, Allowed}}, mark: markEmbedded},
	{name: "unavailable_after", wants: wantsDate, says: []tagSaying{{Expiry, Refused}}},
	{name: "notranslate", says: []tagSaying{{Translate, Refused}}},
	{name: "noimageindex", says: []tagSaying{{Images, Refused}}},
	{name: "noarchive", says: []tagSaying{{Archive, Refused}}},
	{name: "nocache", says: []tagSaying{{Archive, Refused}}}, // Bing: the same as noarchive
	{name: "noai", says: []tagSaying{{Train, Refused}}, mark: markNoAI},
	{name: "noimageai", says: []tagSaying{{Train, Refused}}, mark: markNoAI},
	{name: "nositelinkssearchbox"}, // Google, no effect today
	{name: "noodp"},                // the Open Directory closed in 2017
	{name: "noydir"},               // the Yahoo directory closed in 2014
}

// tagRuleOf returns the rule of that name, which is in lower case.
func tagRuleOf(name string) (tagRule, bool) {
	for _, r := range tagRules {
		if r.name == name {
			return r, true
		}
	}
	return tagRule{name: name}, false
}

// noLimit is the measure of a rule that leaves a use free.
const noLimit = 1 << 30

// previews are the values of max-image-preview, the strictest first.
var previews = [...]string{"none", "standard", "large"}

// measure returns how much of its use a rule leaves: 0 is nothing of it. It
// reports false for a value that the rule does not know.
func (r tagRule) measure(value string) (int, bool) {
	switch r.wants {
	case wantsNumber:
		if value == "-1" {
			return noLimit, true
		}
		if !inRange(value, 0, noLimit) {
			return 0, false
		}
		n := 0
		for i := range len(value) {
			n = n*10 + int(value[i]-'0')
		}
		return n, true
	case wantsPreview:
		i := slices.Index(previews[:], lower(value))
		if i == len(previews)-1 {
			return noLimit, true
		}
		return i, i >= 0
	case wantsDate:
		return 0, isDate(value)
	}
	return 0, value == ""
}
