package verb

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// questionKeys are the keys of a question.
var questionKeys = [...]string{"id", "robots", "robots_b64", "agent", "url", "profile", "robots_url"}

// misspelt tells of a key that is a slip or two from one that is missing: to
// read it as if it were not there would answer another question. Other keys are
// the asker's own. The line holds a JSON object.
func misspelt(line []byte) error {
	keys := keysOf(line)
	given := func(known string) bool {
		return slices.ContainsFunc(keys, func(k string) bool { return strings.EqualFold(k, known) }) // as encoding/json does
	}
	for _, key := range keys {
		best, meant := 3, ""
		for _, known := range questionKeys {
			if strings.EqualFold(key, known) {
				meant = ""
				break
			}
			// Of a short name every other short one is two slips away.
			if len(key) > len(known)+2 || len(known) > len(key)+2 || given(known) {
				continue
			}
			if n := Slips(strings.ToLower(key), known); n < best && n <= (len(known)-1)/2 {
				best, meant = n, known
			}
		}
		if meant != "" {
			return fmt.Errorf("unknown key %q: did you mean %s?", key, meant)
		}
	}
	return nil
}

// keysOf returns the keys of a JSON object, in order.
func keysOf(object []byte) (keys []string) {
	depth := 0
	for i := 0; i < len(object); i++ {
		switch object[i] {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case '"':
			end := stringEnd(object, i)
			if depth == 1 && nextIs(object[end:], ':') {
				var key string
				if json.Unmarshal(object[i:end], &key) == nil {
					keys = append(keys, key)
				}
			}
			i = end - 1
		}
	}
	return keys
}

// stringEnd returns where the JSON string that begins at i ends.
func stringEnd(b []byte, i int) int {
	for i++; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(b)
}

// nextIs reports whether c comes next behind white space.
func nextIs(b []byte, c byte) bool {
	for _, x := range b {
		if x != ' ' && x != '\t' && x != '\r' && x != '\n' {
			return x == c
		}
	}
	return false
}
