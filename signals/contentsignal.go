package signals

import (
	"strings"

	"github.com/robotsgate/robots/diag"
)

// yesNo are the values of a key that allows or refuses.
var yesNo = []signalValue{{"yes", Allowed, ""}, {"no", Refused, ""}}

type signalValue struct {
	name   string
	value  Value
	detail string
}

// signalKeys are the keys of contentsignals.org. "use", under test since July
// 2026, bounds what the others allow and refuses nothing by itself.
var signalKeys = [...]struct {
	key    string
	use    Use
	values []signalValue
}{
	{"ai-train", Train, yesNo},
	{"search", Search, yesNo},
	{"ai-input", Input, yesNo},
	{"use", Extent, []signalValue{{"immediate", Allowed, "immediate"}, {"reference", Allowed, "reference"}, {"full", Allowed, "full"}}},
}

// contentSignal reads "Content-Signal: [path] key=value, ...". A key that is
// not there is neither granted nor refused. What is written with other marks is
// remarked on and counts for nothing: nobody says how to read it.
func (r *reader) contentSignal(e *entry) {
	path, list, at := cutPath(e.rec.Value())
	e.path = path
	if e.group < 0 {
		r.remark(codeSignalOutside, e.span)
	}
	if list == "" {
		r.remark(codeSignalValue, e.span, diag.Text("key", ""), diag.Text("value", ""))
	}
	for list != "" {
		item, rest, _ := strings.Cut(list, ",")
		text, lead := trimmed(item)
		if text != "" {
			r.signalItem(e, text, at+lead)
		}
		at += len(list) - len(rest)
		list = rest
	}
}

func (r *reader) signalItem(e *entry, item string, at int) {
	key, value, equals := strings.Cut(item, "=")
	key, _ = trimmed(key)
	value, _ = trimmed(value)
	span := e.at(at, len(item))
	if strings.ContainsAny(item, ";:") || strings.ContainsAny(key+value, " \t") {
		d := r.remark(codeSignalSeparator, span, diag.Text("item", item))
		// The marks of contentsignals.org for those that people write instead.
		if mend := strings.ReplaceAll(strings.ReplaceAll(item, ";", ","), ":", "="); mend != item {
			d.Edits = []diag.Edit{{Span: span, New: mend}}
		}
		return
	}
	for _, k := range signalKeys {
		if k.key != lower(key) {
			continue
		}
		for _, v := range k.values {
			if equals && v.name == lower(value) {
				e.says = append(e.says, saying{use: k.use, value: v.value, detail: v.detail, span: span})
				return
			}
		}
		r.remark(codeSignalValue, span, diag.Text("key", key), diag.Text("value", value))
		return
	}
	r.remark(codeSignalKey, span, diag.Text("key", key))
}

// aboutSignalGroups remarks where groups say different things about the same
// use: which of them a crawler hears then depends on whether it takes
// Content-Signal for its group or for the file.
func (r *reader) aboutSignalGroups() {
	type key struct {
		use  Use
		path int
	}
	type origin struct {
		saying
		group int
	}
	first := map[key]origin{}
	for i := range r.entries {
		e := &r.entries[i]
		if e.signal != ContentSignal {
			continue
		}
		for _, s := range e.says {
			k := key{s.use, e.index}
			was, ok := first[k]
			if !ok {
				first[k] = origin{s, e.group}
			} else if was.group != e.group && (was.value != s.value || was.detail != s.detail) {
				d := r.remark(codeSignalDiffers, s.span, diag.Text("use", s.use.String()), diag.Int("line", was.span.Line))
				d.Related = []diag.Span{was.span}
			}
		}
	}
}
