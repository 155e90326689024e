package agents

import (
	"slices"
	"strings"
)

// Identify returns the agents that a User-Agent header names, in the order in
// which it does, each once: those whose token or alias stands in it as a whole
// word, without regard to case. It returns nil if there is none.
//
// A header proves nothing, since anyone can send it. One that names an agent
// for which SendsRequests is false is not genuine.
//
// Parts of longer words do not count, nor do URLs and mail addresses, nor what
// follows "like", as in "TelegramBot (like TwitterBot)". What browsers write is
// no name here.
func Identify(userAgent string) []Agent {
	var found []Agent
	like := false
	for i := 0; i < len(userAgent); {
		end := i + wordLen(userAgent[i:])
		switch {
		case end == i:
			i++
			continue
		case strings.HasPrefix(userAgent[end:], "://"):
			i = end + urlLen(userAgent[end:])
			like = false
			continue
		}
		agent, n := nameAt(userAgent[i:end], userAgent[i:])
		if n > 0 && !like && stands(userAgent, i, i+n) && !slices.Contains(found, table[agent]) {
			found = append(found, table[agent])
		}
		like = compareFold("like", userAgent[i:end]) == 0
		i = max(end, i+n)
	}
	return found
}

// nameAt returns the agent that is named by word, or by several words from
// there on, and the length of the name; 0 if there is none.
func nameAt(word, rest string) (agent uint16, n int) {
	for _, p := range phrases {
		if n := len(p.folded); hasPhrase(rest, p.folded) && wordLen(rest[n:]) == 0 {
			return p.agent, n
		}
	}
	if agent, ok := find(strings.TrimRight(word, ".")); ok && !table[agent].NoToken {
		return agent, len(word)
	}
	return 0, 0
}

// hasPhrase reports whether s begins with phrase, which is in lower case. Some
// headers have "+" for a space.
func hasPhrase(s, phrase string) bool {
	if len(s) < len(phrase) {
		return false
	}
	for i := range len(phrase) {
		if c := lower(s[i]); c != phrase[i] && (c != '+' || phrase[i] != ' ') {
			return false
		}
	}
	return true
}

// stands reports whether the word s[i:end] stands for itself. What follows a
// slash is a version or part of a URL, and so on; browsers within apps write
// "[Pinterest/iOS]".
func stands(s string, i, end int) bool {
	return (i == 0 || strings.IndexByte("/@[=?&#", s[i-1]) < 0) && (end == len(s) || s[end] != '@')
}

// wordLen returns the length of the word that s begins with. Octets outside
// ASCII belong to words, so that none begins or ends in the middle of a letter.
func wordLen(s string) int {
	n := 0
	for n < len(s) && isWord(s[n]) {
		n++
	}
	return n
}

func isWord(c byte) bool {
	return 'a' <= lower(c) && lower(c) <= 'z' || '0' <= c && c <= '9' || c == '-' || c == '_' || c == '.' || c >= 0x80
}

// urlLen returns the length of what remains of a URL.
func urlLen(s string) int {
	if n := strings.IndexAny(s, " \t;,()<>\"'"); n >= 0 {
		return n
	}
	return len(s)
}
