package signals

import (
	"slices"
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
)

// A Tag is what the X-Robots-Tag headers of a page say, or one of its robots
// meta tags. It never changes once made. The zero Tag is silent.
type Tag struct {
	signal Signal
	rules  []TagRule
	diags  []diag.Diagnostic
	counts []diag.Count
}

// A TagRule is one rule of a Tag. Rules that nobody documents are kept too.
type TagRule struct {
	Agent string    // the crawler it is for, as written; "" for all of them
	Name  string    // in lower case, such as "max-snippet"
	Value string    // what stands behind its colon
	Known bool      // somebody documents a rule of that name, and the value is one it can have
	Span  diag.Span // Line is the number of the header's value, from 1

	raw  string
	says []ruled
}

// ruled is what a rule says of a use, and how much of the use it leaves.
type ruled struct {
	tagSaying
	measure int
}

// ReadHeader reads the values of a page's X-Robots-Tag headers, one argument
// for each header. In a value, a name with a colon says for whom the rules
// behind it are: "googlebot: noindex, nofollow". In positions a value counts as
// a line.
func ReadHeader(values ...string) Tag {
	t := tagReader{signal: RobotsTag}
	for i, v := range values {
		t.read(v, "", i+1)
	}
	return t.tag()
}

// ReadMeta reads a robots meta tag: its name, which is "robots" or that of a
// crawler, and its content.
func ReadMeta(name, content string) Tag {
	t := tagReader{signal: MetaRobots}
	agent, _ := trimmed(name)
	if lower(agent) == "robots" {
		agent = ""
	}
	t.read(content, agent, 1)
	return t.tag()
}

// Rules returns the rules in the order in which they are written.
func (t Tag) Rules() []TagRule { return slices.Clone(t.rules) }

// Diagnostics returns what there is to say about the tag. Of one code at most
// 100 are kept; Counts has the full numbers.
func (t Tag) Diagnostics() []diag.Diagnostic { return slices.Clone(t.diags) }

// Counts returns how often each code was met, for the codes that were.
func (t Tag) Counts() []diag.Count { return slices.Clone(t.counts) }

// For returns what the tag says to the crawler with that product token: one
// statement for each use, silence included, in the order of Signal.Uses; none
// for the zero Tag. Rules for all crawlers and rules for this one count
// together, and of those on the same use the strictest does, as Google
// documents it.
func (t Tag) For(token string) []Statement {
	if t.signal == 0 {
		return nil
	}
	var best [numUses]struct {
		said    Statement
		measure int
	}
	for _, r := range t.rules {
		if r.Agent != "" && lower(r.Agent) != lower(token) {
			continue
		}
		for _, s := range r.says {
			if b := &best[s.use]; b.said.Use == 0 || s.measure < b.measure {
				b.said, b.measure = r.statement(t.signal, s), s.measure
			}
		}
	}
	var all []Statement
	for _, use := range signalTable[t.signal].uses {
		st := best[use].said
		st.Signal, st.Use = t.signal, use
		all = append(all, st)
	}
	return all
}

func (r TagRule) statement(sig Signal, s ruled) Statement {
	st := Statement{Signal: sig, Use: s.use, Value: s.value, Scope: ScopePage, Detail: r.Value, Span: r.Span, Raw: r.raw}
	if r.Name == "noimageai" {
		st.Detail = "images"
	}
	return st
}

// Unread returns a remark if the tag keeps the page out of search results but
// robots.txt keeps the crawler from ever reading it, so that the page may be
// listed all the same, by what others write about it.
func (t Tag) Unread(p *robots.Policy, token, target string) (diag.Diagnostic, bool) {
	d := p.Decide(token, target)
	if d.Verdict != robots.Disallow {
		return diag.Diagnostic{}, false
	}
	for _, st := range t.For(token) {
		if st.Use == Search && st.Value == Refused {
			var n notebook
			return *n.remark(codeNeverRead, st.Span, diag.Text("token", token), diag.Text("target", target), diag.Int("line", d.Line())), true
		}
	}
	return diag.Diagnostic{}, false
}

// A tagReader makes a Tag.
type tagReader struct {
	notebook
	signal Signal
	rules  []TagRule
}

func (t *tagReader) tag() Tag {
	t.aboutConflicts()
	t.aboutEmbedded()
	counts := t.counted()
	return Tag{t.signal, t.rules, t.sorted(), counts}
}

// read reads one value. It is a list with commas, but for dates, which hold
// commas of their own.
func (t *tagReader) read(value, agent string, line int) {
	whole := diag.Span{Line: line, Column: 1}
	for at := 0; at < len(value); {
		n := strings.IndexByte(value[at:], ',')
		if n < 0 {
			n = len(value) - at
		}
		text, lead := trimmed(value[at : at+n])
		name, arg, colon := cutColon(text)
		if who, off := name, len(text)-len(arg); colon && t.signal == RobotsTag && isAgent(who) {
			agent, text, lead = who, arg, lead+off
			name, arg, colon = cutColon(text)
		}
		if name == "unavailable_after" && colon {
			n += moreOfDate(value[at+n:])
			text, _ = trimmed(value[at+lead : at+n])
			_, arg, _ = cutColon(text)
		}
		if text != "" {
			t.rule(TagRule{Agent: agent, Name: name, Value: arg, Span: within(whole, at+lead, len(text)), raw: value}, colon)
		}
		at += n + 1
	}
}

// cutColon parts "name: value". The name comes in lower case.
func cutColon(s string) (name, value string, colon bool) {
	name, value, colon = strings.Cut(s, ":")
	name, _ = trimmed(name)
	value, _ = trimmed(value)
	return lower(name), value, colon
}

// isAgent reports whether a name in front of a colon is that of a crawler: a
// product token, with digits as everywhere in this module, that is no rule.
func isAgent(name string) bool {
	for i := range len(name) {
		if c := name[i]; !isLower(c) && !isDigit(c) && c != '-' && c != '_' {
			return false
		}
	}
	_, rule := tagRuleOf(name)
	return name != "" && !rule
}

// moreOfDate returns how much of rest, which begins with a comma, belongs to
// the date in front of it: "Friday, 25-Jun-10", "Jun 25, 2010". A part does if
// it begins with a digit, since no rule and no crawler does.
func moreOfDate(rest string) (n int) {
	for strings.HasPrefix(rest[n:], ",") {
		part := strings.TrimLeft(rest[n+1:], " \t")
		if part == "" || !isDigit(part[0]) {
			return n
		}
		n = len(rest) - len(part)
		if i := strings.IndexByte(part, ','); i >= 0 {
			n += i
		} else {
			n = len(rest)
		}
	}
	return n
}

func (t *tagReader) rule(r TagRule, colon bool) {
	rule, known := tagRuleOf(r.Name)
	measure, good := rule.measure(r.Value)
	r.Known = known && good && colon == (rule.wants != wantsNothing)
	name, value := diag.Text("rule", r.Name), diag.Text("value", r.Value)
	switch {
	case !known:
		t.remark(codeTagUnknown, r.Span, name)
	case !r.Known && rule.wants == wantsDate:
		t.remark(codeTagDate, r.Span, value)
	case !r.Known:
		t.remark(codeTagValue, r.Span, name, value)
	case rule.mark == markNoAI:
		t.remark(codeNoAI, r.Span, name)
	}
	for i := 0; r.Known && i < len(rule.says); i++ {
		r.says = append(r.says, rule.says[i].ruled(rule, measure))
	}
	t.rules = append(t.rules, r)
}

// ruled settles what a rule says by its measure: "max-snippet: 0" refuses, and
// a date from which the page is to go refuses nothing without a clock.
func (s tagSaying) ruled(rule tagRule, measure int) ruled {
	switch {
	case rule.wants == wantsDate:
		s.value = NoStatement
	case rule.wants == wantsNothing && s.value == Allowed:
		measure = noLimit
	case measure == 0:
		s.value = Refused
	}
	return ruled{s, measure}
}

// aboutConflicts remarks on rules for the same crawlers that leave different
// amounts of the same use.
func (t *tagReader) aboutConflicts() {
	type key struct {
		agent string
		use   Use
	}
	type place struct{ rule, measure int }
	first := map[key]place{}
	for i, r := range t.rules {
		for _, s := range r.says {
			k := key{lower(r.Agent), s.use}
			was, ok := first[k]
			if !ok {
				first[k] = place{i, s.measure}
			} else if was.measure != s.measure {
				other := t.rules[was.rule]
				d := t.remark(codeTagConflict, r.Span, diag.Text("rule", r.Name), diag.Text("other", other.Name))
				d.Related = []diag.Span{other.Span}
				break
			}
		}
	}
}

// aboutEmbedded remarks on indexifembedded where nothing says noindex.
func (t *tagReader) aboutEmbedded() {
	hidden := slices.ContainsFunc(t.rules, func(r TagRule) bool {
		return slices.ContainsFunc(r.says, func(s ruled) bool { return s.use == Search && s.value == Refused })
	})
	for _, r := range t.rules {
		if rule, _ := tagRuleOf(r.Name); rule.mark == markEmbedded && !hidden {
			t.remark(codeEmbeddedAlone, r.Span)
		}
	}
}
