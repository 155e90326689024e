package report

import (
	"io"
	"strconv"
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/msg"
)

// ParseText writes what a text was read as: its groups with their rules, what
// belongs to no group, and what counts for nothing, each line with its number.
func ParseText(w io.Writer, s Source, o Options) error {
	t := &tree{Options: o, policy: s.Policy, gutter: len(strconv.Itoa(lines(s.Policy)))}
	t.write(Clean(s.Name)+": "+Summary(s, o.Lang), bold)
	if s.Policy.Empty() {
		t.write(t.Lang.Text("parse.empty"), yellow)
	}
	if reason := s.rejected(t.Lang); reason != "" {
		t.write(t.Lang.Text("because.rejected", msg.Str("reason", reason)), red)
	}
	outside := t.groups()
	t.outside(outside)
	if s.Policy.Truncated() {
		t.b.WriteByte('\n')
		t.write(t.Lang.Text("parse.truncated"), red)
	}
	_, err := io.WriteString(w, t.b.String())
	return err
}

// Summary counts what a text holds.
func Summary(s Source, l msg.Lang) string {
	_, groups, rules := s.Policy.Len()
	sitemaps := 0
	for range s.Policy.Sitemaps() {
		sitemaps++
	}
	return l.Text("parse.summary", msg.Int("groups", groups), msg.Int("rules", rules),
		msg.Int("sitemaps", sitemaps), msg.Int("lines", lines(s.Policy)))
}

// lines counts the lines of a text as the parser does: CR, LF and CRLF each
// end one.
func lines(p *robots.Policy) int {
	text := p.Text()
	n := strings.Count(text, "\n") + strings.Count(text, "\r") - strings.Count(text, "\r\n")
	if text != "" && text[len(text)-1] != '\n' && text[len(text)-1] != '\r' {
		n++
	}
	return n
}

// A tree writes records with line numbers in front and remarks behind.
type tree struct {
	Options
	policy *robots.Policy
	gutter int
	b      strings.Builder
}

func (t *tree) write(s string, c tint) { t.b.WriteString(t.paint(c, s) + "\n") }

// row writes one line of the file; indent tells how deep it belongs.
func (t *tree) row(line, indent int, s string, c tint, note string) {
	t.rowNoted(line, indent, cell{s, c}, cell{note, faint})
}

func (t *tree) rowNoted(line, indent int, record, note cell) {
	number := padLeft(strconv.Itoa(line), t.gutter)
	s := short(record.text, maxExcerpt)
	t.b.WriteString("  " + t.paint(faint, number+" │ ") + strings.Repeat("  ", indent) + t.paint(record.tint, s))
	if note.text != "" {
		const column = 40 // where remarks begin, if the record leaves room
		t.b.WriteString(pad("", max(2, column-2*indent-width(s))) + t.paint(note.tint, note.text))
	}
	t.b.WriteByte('\n')
}

// groups writes every group and returns the records that belong to none.
func (t *tree) groups() []robots.Record {
	inside := map[int]bool{} // lines written as part of a group
	n := 0
	for g := range t.policy.Groups() {
		n++
		t.b.WriteByte('\n')
		t.write(t.Lang.Text("parse.group", msg.Int("n", n)), bold)
		agents, rules := map[int]robots.UserAgent{}, map[int]robots.Rule{}
		for ua := range g.UserAgents() {
			agents[ua.Line] = ua
		}
		for r := range g.Rules() {
			rules[r.Line] = r
		}
		for r := range g.Records() {
			switch d := r.Directive(); {
			case d == robots.DirUserAgent:
				t.agent(agents[r.Line()])
			case d.IsRule():
				t.rule(rules[r.Line()])
			case d.Scope() == robots.ScopeGroup || d.Scope() == robots.ScopeBoth:
				t.row(r.Line(), 1, shown(r), plain, d.Source())
			default:
				continue
			}
			inside[r.Line()] = true
		}
	}
	var outside []robots.Record
	for r := range t.policy.Records() {
		if d := r.Directive(); d != robots.DirBlank && d != robots.DirComment && !inside[r.Line()] {
			outside = append(outside, r)
		}
	}
	return outside
}

func (t *tree) agent(ua robots.UserAgent) {
	var notes []string
	c := faint
	if ua.Joined > 0 {
		c = yellow
		notes = append(notes, t.Lang.Text("parse.joined", msg.Int("line", ua.Joined)))
	}
	if ua.Token == "" {
		notes = append(notes, t.Lang.Text("parse.nobody"))
	} else if ua.Token != ua.Value {
		notes = append(notes, t.Lang.Text("parse.names", msg.Str("token", Clean(ua.Token))))
	}
	t.rowNoted(ua.Line, 0, cell{robots.DirUserAgent.String() + ": " + Clean(ua.Value), strong}, cell{strings.Join(notes, t.Lang.Text("parse.comma")), c})
}

func (t *tree) rule(r robots.Rule) {
	c, note := red, ""
	if r.Allow {
		c = green
	}
	switch {
	case r.Pattern == "":
		c, note = plain, t.Lang.Text("parse.restricts-nothing")
	case r.Pattern[0] != '/' && r.Pattern[0] != '*':
		c, note = faint, t.Lang.Text("parse.never")
	case r.Normal != r.Pattern:
		note = t.Lang.Text("parse.compared", msg.Str("normal", Clean(r.Normal)))
	}
	t.row(r.Line, 1, Clean(r.String()), c, note)
}

func (t *tree) outside(records []robots.Record) {
	if len(records) == 0 {
		return
	}
	t.b.WriteByte('\n')
	t.write(t.Lang.Text("parse.outside"), bold)
	for _, r := range records {
		switch d := r.Directive(); {
		case d == robots.DirSitemap:
			t.row(r.Line(), 0, shown(r), plain, "")
		case d.Scope() == robots.ScopeFile || d.Scope() == robots.ScopeBoth:
			t.row(r.Line(), 0, shown(r), plain, t.Lang.Text("parse.everybody")+t.Lang.Text("parse.comma")+d.Source())
		case d == robots.DirUnknown:
			t.row(r.Line(), 0, shown(r), faint, t.Lang.Text("parse.unknown"))
		case d == robots.DirJunk:
			t.row(r.Line(), 0, Clean(strings.TrimSpace(r.Raw())), faint, t.Lang.Text("parse.junk"))
		default:
			t.row(r.Line(), 0, shown(r), faint, t.Lang.Text("parse.ignored"))
		}
	}
}

// shown writes a record in its plain form.
func shown(r robots.Record) string { return Clean(r.Key() + ": " + r.Value()) }
