package access

import (
	"strconv"

	"github.com/robotsgate/robots"
)

// Alike parts tokens into those to which the same groups apply in each of the
// policies: whatever one of them is told, the others are told too. Most files
// know a few kinds of crawler, however many they name, so a question over all
// names is put once for each part. Parts and tokens keep their order.
func Alike(tokens []string, policies ...*robots.Policy) [][]string {
	var parts [][]string
	at := map[string]int{}
	var key []byte
	for _, token := range tokens {
		key = key[:0]
		for _, p := range policies {
			for g := range p.For(token).Groups() {
				key = strconv.AppendInt(append(key, ' '), int64(g.Line()), 10)
			}
			key = append(key, '|')
		}
		i, ok := at[string(key)]
		if !ok {
			i = len(parts)
			at[string(key)] = i
			parts = append(parts, nil)
		}
		parts[i] = append(parts[i], token)
	}
	return parts
}
