package protocol

import (
	"slices"
	"strings"

	"github.com/robotsgate/robots/diag"
	"github.com/robotsgate/robots/internal/jsontext"
	"github.com/robotsgate/robots/lint"
)

// A question is one request and the answer in the making.
type question struct {
	desk  *Desk
	value jsontext.Value
	w     jsontext.Writer
	wrong *problem // the first; the answer is then thrown away
}

func (q *question) fail(p problem) {
	if q.wrong == nil {
		q.wrong = &p
	}
}

// only refuses keys that the verb does not know: a slip should show.
func (q *question) only(keys string) {
	if q.value.Kind != jsontext.Object {
		q.want("", "object", q.value)
		return
	}
	known := strings.Fields(keys)
	for _, key := range q.value.Keys {
		if !slices.Contains(known, key) {
			q.fail(problem{code: "unknown-key", texts: []string{"key", key}})
		}
	}
}

func (q *question) want(key, kind string, got jsontext.Value) {
	q.fail(problem{code: "wrong-type", texts: []string{"key", key, "want", kind, "got", got.Kind.String()}})
}

// at returns the value with that key if it is of that kind; missing is null.
func (q *question) at(key string, kind jsontext.Kind) jsontext.Value {
	v := q.value.At(key)
	if v.Kind != jsontext.Null && v.Kind != kind {
		q.want(key, kind.String(), v)
		return jsontext.Value{}
	}
	return v
}

func (q *question) text(key string) string { return q.at(key, jsontext.String).Text }
func (q *question) flag(key string) bool   { return q.at(key, jsontext.Bool).True }
func (q *question) has(key string) bool    { return q.value.At(key).Kind != jsontext.Null }

func (q *question) int(key string) int {
	v := q.at(key, jsontext.Number)
	n, ok := v.Int()
	if !ok && v.Kind != jsontext.Null {
		q.fail(problem{code: "wrong-type", texts: []string{"key", key, "want", "integer", "got", "number"}})
	}
	return n
}

// texts returns a list of strings. A page asks about a handful of names; more
// than maxNames times maxNames answers would choke it.
func (q *question) texts(key string) []string {
	var all []string
	for _, v := range q.at(key, jsontext.List).All {
		if v.Kind != jsontext.String {
			q.want(key, "list of strings", v)
			return nil
		}
		all = append(all, v.Text)
	}
	if len(all) > maxNames {
		q.fail(tooLarge(key, len(all), maxNames))
	}
	return all
}

// maxNames is how many crawlers or targets one question may name.
const maxNames = 500

// codes returns a list of codes of checks.
func (q *question) codes(key string) (all []diag.Code) {
	for _, s := range q.texts(key) {
		if _, ok := lint.Lookup(diag.Code(s)); !ok {
			q.fail(problem{code: "unknown-code", texts: []string{"code", s}})
		}
		all = append(all, diag.Code(s))
	}
	return all
}

// head begins an answer.
func (q *question) head(kind string) {
	q.w.IntAt("schemaVersion", SchemaVersion)
	q.w.StringAt("kind", kind)
}
