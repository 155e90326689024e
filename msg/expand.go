package msg

import "strings"

// expand fills the placeholders of a pattern. There are three:
//
//	{name}                    the value
//	{n|rule|rules}            the first word if the value is 1, else the second
//	{name?a:text|b:text|*:text}  the text for that value, "*" for any other
//
// The texts of the last form may hold placeholders. A name that has no value
// leaves its placeholder standing, so that a slip shows.
func expand(pattern string, args []Arg) string {
	if strings.IndexByte(pattern, '{') < 0 {
		return pattern
	}
	var b strings.Builder
	for {
		before, after, ok := strings.Cut(pattern, "{")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		n := closing(after)
		if n < 0 {
			b.WriteString("{" + after)
			return b.String()
		}
		b.WriteString(fill(after[:n], args))
		pattern = after[n+1:]
	}
}

// fill returns what stands for the placeholder with that inside.
func fill(inside string, args []Arg) string {
	end := strings.IndexAny(inside, "|?")
	name := inside
	if end >= 0 {
		name = inside[:end]
	}
	value, ok := lookup(args, name)
	switch {
	case !ok:
		return "{" + inside + "}"
	case end < 0:
		return value
	}
	branches := split(inside[end+1:])
	if inside[end] == '|' {
		if value == "1" || len(branches) < 2 {
			return branches[0]
		}
		return branches[1]
	}
	for _, branch := range branches {
		if when, text, _ := strings.Cut(branch, ":"); when == value || when == "*" {
			return expand(text, args)
		}
	}
	return value
}

func lookup(args []Arg, name string) (string, bool) {
	for _, a := range args {
		if a.Name == name {
			return a.Value, true
		}
	}
	return "", false
}

// closing returns where the brace that was opened before s is closed, or -1.
func closing(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '{':
			depth++
		case '}':
			if depth == 0 {
				return i
			}
			depth--
		}
	}
	return -1
}

// split parts s at the bars that stand in no inner placeholder.
func split(s string) []string {
	var parts []string
	depth, start := 0, 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '{':
			depth++
		case '}':
			depth--
		case '|':
			if depth == 0 {
				parts = append(parts, s[start:i])
				start = i + 1
			}
		}
	}
	return append(parts, s[start:])
}
