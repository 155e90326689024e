package signals

import (
	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
)

// A group is what must be known of a group of robots.txt to place a record.
type group struct {
	first int       // the line of its first user-agent line
	span  diag.Span // of the first user-agent value
	token string    // the first crawler it names
	star  bool      // it speaks to all the others
}

// readGroups lists the groups, and remarks on those where a signal stands in
// place of a rule.
func (r *reader) readGroups() {
	for g := range r.policy.Groups() {
		gr := group{first: g.Line()}
		for ua := range g.UserAgents() {
			gr.star = gr.star || ua.Token == "*"
			if gr.span.IsZero() {
				gr.span = ua.Span
			}
			if gr.token == "" {
				gr.token = ua.Token
			}
		}
		r.groups = append(r.groups, gr)
		r.aboutRules(g, gr)
	}
}

// aboutRules remarks on signals, delays and the like that do duty for a rule.
// RFC 9309 2.1: only a rule ends a run of user-agent lines, so in
//
//	User-agent: *
//	Content-Signal: ai-train=no
//
//	User-agent: ExampleBot
//	Disallow: /
//
// all crawlers are shut out. Some parsers read two groups here, and the draft
// of Content-Usage would make its record a rule, which turns the answer round.
func (r *reader) aboutRules(g robots.Group, gr group) {
	var signal, agent robots.Record // the first signal, and the last user-agent line, so far
	only, found, ruled := robots.Record{}, false, false
	for rec := range g.Records() {
		switch d := rec.Directive(); {
		case d.IsRule():
			ruled = true
		case d == robots.DirUserAgent:
			if found && !ruled {
				r.joins(signal, agent, rec, gr)
			}
			agent, found = rec, false
		case d.Scope() == robots.ScopeGroup || d.Scope() == robots.ScopeBoth:
			if !found {
				signal, found = rec, true
			}
			if only.Line() == 0 {
				only = rec
			}
		}
	}
	if !ruled && only.Line() > 0 {
		r.remark(codeNoRules, only.Span(), diag.Text("directive", only.Directive().String()), diag.Text("token", gr.token), diag.Int("line", gr.first))
	}
}

func (r *reader) joins(signal, before, behind robots.Record, gr group) {
	d := r.remark(codeJoinsGroups, signal.Span(), diag.Text("directive", signal.Directive().String()),
		diag.Text("before", before.Value()), diag.Text("behind", behind.Value()))
	d.Related = []diag.Span{before.Span(), behind.Span()}
	if gr.star {
		d.Severity = diag.Error
	}
}
