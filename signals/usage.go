package signals

import (
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
)

// usageLabels are the labels of draft-ietf-aipref-vocab-07. obsoleteLabels are
// those that earlier versions had: their readers, if there were any, are gone.
var usageLabels = [...]struct {
	key string
	use Use
}{{"train-ai", Train}, {"search", Search}}

const obsoleteLabels = " all bots train-genai ai-use ai-output ai genai tdm "

// contentUsage reads "Content-Usage: [path] dictionary"
// (draft-ietf-aipref-attach-05). A dictionary that cannot be parsed leaves
// everything unknown, also what stands in front of the fault: half of what an
// author wrote may say the opposite of the whole.
func (r *reader) contentUsage(e *entry) {
	path, dict, at := cutPath(e.rec.Value())
	e.path = path
	members, bad := parseDict(dict)
	if bad >= 0 {
		r.unparsable(e, dict, at, bad)
		return
	}
	last := map[string]int{} // RFC 9651 4.2.2: of the same key the last one wins
	for i, m := range members {
		last[m.key] = i
	}
	for i, m := range members {
		if last[m.key] == i {
			r.usageMember(e, m, at)
		}
	}
}

func (r *reader) usageMember(e *entry, m member, at int) {
	whole := e.at(at+m.at, m.vat+len(m.value)-m.at)
	for _, l := range usageLabels {
		if l.key != m.key {
			continue
		}
		if v, ok := r.usageValue(e, m, whole); ok {
			e.says = append(e.says, saying{use: l.use, value: v, span: whole})
		}
		return
	}
	c := codeUsageUnknown
	if strings.Contains(obsoleteLabels, " "+m.key+" ") {
		c = codeUsageObsolete
	}
	r.remark(c, e.at(at+m.at, len(m.key)), diag.Text("label", m.key))
}

// usageValue reads the preference of a member: the token y or n, and nothing
// that only looks like it. Any other value is as if the label were not there.
func (r *reader) usageValue(e *entry, m member, at diag.Span) (Value, bool) {
	args := []diag.Arg{diag.Text("label", m.key), diag.Text("value", m.value)}
	switch {
	case m.kind == isToken && m.value == "y":
		return Allowed, true
	case m.kind == isToken && m.value == "n":
		return Refused, true
	case m.kind == isTrue || m.kind == isBool:
		r.remark(codeUsageBoolean, at, args...)
	case m.kind == isString:
		d := r.remark(codeUsageQuoted, at, args...)
		if bare := strings.Trim(m.value, `"`); bare == "y" || bare == "n" {
			d.Edits = []diag.Edit{{Span: within(at, m.vat-m.at, len(m.value)), New: bare}}
		}
	default:
		r.remark(codeUsageValue, at, args...)
	}
	return NoStatement, false
}

// unparsable remarks on a dictionary that fails at bad. An upper-case letter in
// a key is the usual fault, and has a mend.
func (r *reader) unparsable(e *entry, dict string, at, bad int) {
	if bad == len(dict) || !isUpper(dict[bad]) {
		r.remark(codeUsageUnparsable, e.at(at+bad, min(1, len(dict)-bad)), diag.Text("value", dict))
		return
	}
	inKey := func(c rune) bool { return c != '=' && c != ',' && c != ';' && c != ' ' && c != '\t' }
	from := strings.LastIndexFunc(dict[:bad], func(c rune) bool { return !inKey(c) }) + 1
	to := len(dict)
	if n := strings.IndexFunc(dict[bad:], func(c rune) bool { return !inKey(c) }); n >= 0 {
		to = bad + n
	}
	key, span := dict[from:to], e.at(at+from, to-from)
	d := r.remark(codeUsageUpper, span, diag.Text("label", key))
	d.Edits = []diag.Edit{{Span: span, New: lower(key)}}
}

// aboutUsagePaths remarks on Content-Usage records of one group with the same
// path that say different things, and on paths that nobody may fetch anyway.
func (r *reader) aboutUsagePaths() {
	type key struct {
		group int
		path  string
		use   Use
	}
	first := map[key]saying{}
	normal := r.paths.normal()
	for i := range r.entries {
		e := &r.entries[i]
		if e.signal != ContentUsage {
			continue
		}
		if e.group >= 0 && e.path != "" && !strings.ContainsAny(e.path, "*$") {
			who := r.groups[e.group].token
			if d := r.policy.Decide(who, e.path); d.Verdict == robots.Disallow {
				r.remark(codeUsageDisallowed, e.at(0, len(e.path)), diag.Text("path", e.path), diag.Text("token", who), diag.Int("line", d.Line()))
			}
		}
		for _, s := range e.says {
			k := key{e.group, normal[e.index], s.use}
			was, ok := first[k]
			if !ok {
				first[k] = s
			} else if was.value != s.value {
				d := r.remark(codeUsagePathConflict, s.span, diag.Text("path", k.path), diag.Text("use", s.use.String()), diag.Int("line", was.span.Line))
				d.Related = []diag.Span{was.span}
			}
		}
	}
}
