package agents

import "strings"

// Similar returns the agent that was probably meant by a token that no agent
// has, and whether there is one: one slip away, or two in a long token. A slip
// is a letter too much, missing, wrong or swapped with its neighbour. A version
// at the end of the token is no matter. For a token that an agent has, there is
// nothing to correct and the answer is none.
func Similar(token string) (Agent, bool) {
	if _, ok := find(token); ok {
		return Agent{}, false
	}
	token, _, _ = strings.Cut(token, "/")
	token = strings.Trim(token, " \t")
	if token == "" {
		return Agent{}, false
	}
	best, limit := Agent{}, slips(len(token))
	for _, n := range names {
		// Slips in the first letter are rare, and crawlers that differ in it are not.
		if n.folded[0] != lower(token[0]) || table[n.agent].NoToken {
			continue
		}
		if d := distance(n.folded, token, limit); d <= limit {
			best, limit = table[n.agent], d-1
		}
	}
	return best, best.Token != ""
}

// slips returns how many slips are likely in a token of that length.
func slips(n int) int {
	switch {
	case n < 5:
		return 0
	case n < 10:
		return 1
	}
	return 2
}

// maxName is the length of names up to which a distance is worth computing: a
// third more than the longest of the table.
const maxName = 40

// distance counts the slips between a, which is in lower case, and b. It
// returns more than limit if it is sure that there are more than that.
func distance(a, b string, limit int) int {
	if diff := len(a) - len(b); len(a) > maxName || len(b) > maxName || diff > limit || -diff > limit {
		return limit + 1
	}
	var before, last, row [maxName + 1]int
	for j := range len(b) + 1 {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == lower(b[j-1]) {
				cost = 0
			}
			row[j] = min(row[j-1]+1, last[j]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == lower(b[j-2]) && a[i-2] == lower(b[j-1]) {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}
