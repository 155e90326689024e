package msg

import "strings"

// Resolve returns the language for the first tag that is not empty. Tags may
// be BCP 47 ("zh-Hant-TW") or POSIX ("zh_TW.UTF-8"). Chinese of Taiwan, Hong
// Kong and Macao, and whatever says Hant, is traditional; a script that is
// written out wins over the region. Any other language is English, and so are
// no tags.
func Resolve(tags ...string) Lang {
	for _, tag := range tags {
		if tag != "" {
			return resolve(tag)
		}
	}
	return En
}

func resolve(tag string) Lang {
	tag, _, _ = strings.Cut(tag, ".") // encoding
	tag, _, _ = strings.Cut(tag, "@") // modifier
	parts := strings.FieldsFunc(strings.ToLower(tag), func(r rune) bool { return r == '-' || r == '_' })
	if len(parts) == 0 || parts[0] != "zh" {
		return En
	}
	found := ZhHans
	for _, part := range parts[1:] {
		switch part {
		case "hans":
			return ZhHans
		case "hant":
			return ZhHant
		case "tw", "hk", "mo":
			found = ZhHant
		}
	}
	return found
}
