// Package msg holds every sentence the project says to people, in English,
// simplified and traditional Chinese.
//
// The other packages deal in codes and typed details; this one turns a key and
// its details into a sentence:
//
//	msg.ZhHant.Text("diag.missing-colon.title")
//	msg.En.Text("note.rules", msg.Int("n", 3))
//
// The remarks of the parser and of the checks have the keys diag.CODE.title,
// .message, .why and .fix. Wording may change in any release; keys, codes and
// everything else meant for machines may not.
//
// The package imports nothing of the module, and a catalogue is decoded when a
// sentence of it is first asked for.
package msg

import "strconv"

// A Lang is a language the catalogues are written in. The zero Lang is English.
type Lang uint8

const (
	En     Lang = iota
	ZhHans      // Chinese in simplified characters
	ZhHant      // Chinese in traditional characters, with the terms used there

	numLangs
)

// Langs returns all languages, the default first.
func Langs() []Lang { return []Lang{En, ZhHans, ZhHant} }

// String returns the BCP 47 tag of l: "en", "zh-Hans" or "zh-Hant".
func (l Lang) String() string {
	switch l {
	case ZhHans:
		return "zh-Hans"
	case ZhHant:
		return "zh-Hant"
	}
	return "en"
}

// An Arg fills the placeholder of its name in a sentence.
type Arg struct{ Name, Value string }

// Str makes an Arg of text.
func Str(name, value string) Arg { return Arg{name, value} }

// Int makes an Arg of a number.
func Int(name string, value int) Arg { return Arg{name, strconv.Itoa(value)} }

// Text returns the sentence with that key, its placeholders filled. A key that
// no catalogue has comes back as it is, so that a gap shows and nothing fails.
func (l Lang) Text(key string, args ...Arg) string {
	pattern, ok := l.catalogue()[key]
	if !ok {
		return key
	}
	return expand(pattern, args)
}

// Has reports whether there is a sentence with that key.
func (l Lang) Has(key string) bool {
	_, ok := l.catalogue()[key]
	return ok
}
