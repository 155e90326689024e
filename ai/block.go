package ai

import (
	"slices"
	"strconv"
	"strings"

	"github.com/robotsgate/robots"
)

// A block writes groups behind a text.
type block struct {
	text  string       // at hand
	end   string       // of its lines
	taken map[int]bool // lines of it that go
	added strings.Builder
}

// take marks the user-agent lines by which a crawler is named, and what is left
// of a group that then speaks to nobody. Comments stay, and so does what
// belongs to no group, such as sitemaps.
func (b *block) take(a Access) {
	if b.taken == nil {
		b.taken = map[int]bool{}
	}
	if !a.whole && !strings.EqualFold(a.token, a.Name) {
		return // found by a part of its name, which others share; its whole name will come first
	}
	for g := range a.Groups() {
		others := false
		for ua := range g.UserAgents() {
			if a.named(ua) {
				b.taken[ua.Line] = true
			}
			others = others || !b.taken[ua.Line]
		}
		gone := false
		for r := range g.Records() {
			if !others && (ofGroup(r) || gone && r.Directive() == robots.DirBlank) {
				b.taken[r.Line()] = true
			}
			gone = b.taken[r.Line()]
		}
	}
}

// ofGroup reports whether a record speaks to the crawlers of its group.
func ofGroup(r robots.Record) bool {
	d := r.Directive()
	return d.IsRule() || d != robots.DirUserAgent && (d.Scope() == robots.ScopeGroup || d.Scope() == robots.ScopeBoth)
}

// without returns the text without the lines that go.
func (b *block) without(p *robots.Policy) string {
	var text strings.Builder
	for r := range p.Records() {
		if !b.taken[r.Line()] {
			text.WriteString(r.Raw())
		}
	}
	return text.String()
}

// signal puts a Content-Signal record into the group of "*", behind its first
// rule: above it, the record could join two groups in the eyes of a reader. It
// returns the line of a record that is there already; that one stays alone,
// since a second one could only repeat it or contradict it.
func (b *block) signal(value string) (line int) {
	b.close()
	record := "Content-Signal: " + value
	p := robots.Parse(b.text)
	at := 0
	for g := range p.For("*").Groups() {
		for r := range g.Records() {
			switch {
			case r.Directive() == robots.DirContentSignal:
				return r.Line()
			case at == 0 && r.Directive().IsRule():
				at = r.Line()
			}
		}
	}
	if at == 0 {
		b.group("", []string{"*"}, []string{"Disallow:", record})
		return 0
	}
	b.text = insertAfter(p, at, record, b.end)
	return 0
}

func insertAfter(p *robots.Policy, line int, record, end string) string {
	var text strings.Builder
	for r := range p.Records() {
		text.WriteString(r.Raw())
		if r.Line() == line {
			if !strings.HasSuffix(r.Raw(), "\n") && !strings.HasSuffix(r.Raw(), "\r") {
				text.WriteString(end)
			}
			text.WriteString(record + end)
		}
	}
	return text.String()
}

// repeat names the kept crawlers in groups that say what has spoken to them so
// far. Crawlers that a group names already have what they need, as have those
// that do not heed "*" and those that follow a crawler which is not refused.
func (b *block) repeat(kept []Access, refused []string) {
	type share struct {
		names   []string
		records []string
	}
	var shares []*share
	byGroups := map[string]*share{}
	for _, a := range kept {
		if a.Via == ViaOwn || a.Via == ViaDeaf || a.Via == ViaFallback && !slices.Contains(refused, a.Name) {
			continue
		}
		key := ""
		for g := range a.Groups() {
			key += " " + strconv.Itoa(g.Line())
		}
		s := byGroups[key]
		if s == nil {
			s = &share{records: repeated(a)}
			byGroups[key] = s
			shares = append(shares, s)
		}
		s.names = append(s.names, a.Agent.Token)
	}
	for _, s := range shares {
		b.group("may fetch what they could fetch before; a group that names a crawler has to repeat what it is to heed", s.names, s.records)
	}
}

// repeated returns the records that speak to a crawler: rules first, so that no
// other record stands between user-agent lines and them.
func repeated(a Access) []string {
	var rules, others []string
	for g := range a.Groups() {
		for r := range g.Rules() {
			if r.Pattern != "" {
				rules = append(rules, r.String())
			}
		}
		for r := range g.Records() {
			if ofGroup(r) && !r.Directive().IsRule() {
				others = append(others, r.Directive().String()+": "+r.Value())
			}
		}
	}
	if rules == nil {
		rules = []string{"Disallow:"}
	}
	return append(rules, others...)
}

func (b *block) group(about string, names, records []string) {
	b.line("")
	if about != "" {
		b.line("# " + about)
	}
	for _, name := range names {
		b.line("User-agent: " + name)
	}
	for _, r := range records {
		b.line(r)
	}
}

func (b *block) line(s string) { b.added.WriteString(s + b.end) }

// close makes sure that what follows the text at hand begins a group of its
// own. A last group without a rule is given one that restricts nothing, for
// else the names that follow would join it (RFC 9309 2.1).
func (b *block) close() {
	if b.text != "" && !strings.HasSuffix(b.text, "\n") && !strings.HasSuffix(b.text, "\r") {
		b.text += b.end
	}
	open := false
	for g := range robots.Parse(b.text).Groups() {
		open = true
		for range g.Rules() {
			open = false
		}
	}
	if open {
		b.text += "Disallow:" + b.end
	}
}

// done returns the whole text, which is the one at hand if nothing is added.
func (b *block) done() string {
	added := b.added.String()
	if added == "" {
		return b.text
	}
	b.close()
	if strings.Trim(b.text, "\ufeff \t\r\n") == "" || strings.HasSuffix(b.text, b.end+b.end) {
		added = strings.TrimPrefix(added, b.end) // it needs no blank line in front
	}
	return b.text + added
}
