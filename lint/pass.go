package lint

import (
	"slices"
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
)

// A pass is one run over one text, and what several checks need of it.
type pass struct {
	Options
	policy  *robots.Policy
	records []robots.Record
	at      map[int]robots.Record // by line
	groups  []group
	check   Check // the one that runs
	counts  map[diag.Code]int
	found   []Finding

	agentLines int // of all groups
	chosen     int // lines that were compared to find the groups of crawlers

	comments []*comment // those that suppress
	known    []string   // all codes, if there are such comments
}

// A group is one group, taken apart.
type group struct {
	robots.Group
	agents []robots.UserAgent
	rules  []robots.Rule
}

// star reports whether the group speaks to all crawlers that no other names.
func (g group) star() bool { return g.names("*") }

func (g group) names(token string) bool {
	return slices.ContainsFunc(g.agents, func(ua robots.UserAgent) bool { return strings.EqualFold(ua.Token, token) })
}

// maxChoosing bounds how many user-agent lines are compared to find the groups
// of crawlers, in one run: each crawler is held against all lines, and there are
// files that name tens of thousands. 5,000 names are within it.
const maxChoosing = 50_000_000

// reader returns the rules of a crawler, and false if that was asked of too many.
func (p *pass) reader(token string) (*robots.Reader, bool) {
	if p.chosen += p.agentLines; p.chosen > maxChoosing {
		return nil, false
	}
	return p.policy.For(token), true
}

func newPass(policy *robots.Policy, o Options) *pass {
	p := &pass{Options: o, policy: policy, at: map[int]robots.Record{}, counts: map[diag.Code]int{}}
	for r := range policy.Records() {
		p.records = append(p.records, r)
		p.at[r.Line()] = r
	}
	for g := range policy.Groups() {
		p.groups = append(p.groups, group{g, slices.Collect(g.UserAgents()), slices.Collect(g.Rules())})
		p.agentLines += len(p.groups[len(p.groups)-1].agents)
	}
	if p.comments = readComments(p.records); len(p.comments) > 0 {
		for _, c := range Checks() {
			p.known = append(p.known, string(c.Code))
		}
	}
	return p
}

// report notes a finding of the check that runs. What it returns may be added
// to until the next call.
func (p *pass) report(at diag.Span, args ...diag.Arg) *Finding {
	return p.add(diag.Diagnostic{Severity: p.check.Severity, Span: at, Args: args})
}

func (p *pass) add(d diag.Diagnostic) *Finding {
	d.Code = p.check.Code
	if p.counts[d.Code]++; p.counts[d.Code] > maxPerCode {
		return &Finding{}
	}
	p.found = append(p.found, Finding{Diagnostic: d})
	return &p.found[len(p.found)-1]
}

// adopt takes over a remark of package robots or signals.
func (p *pass) adopt(d diag.Diagnostic) {
	if p.check.judge != nil {
		if d.Severity = p.check.judge(p, d); d.Severity == 0 {
			return
		}
	}
	edits := d.Edits
	if p.check.fix != nil {
		edits = p.check.fix(p, d)
	}
	d.Edits = nil
	p.add(d).mend(edits...)
}

// drop leaves out findings where another check says more of the same line.
func (p *pass) drop() {
	type place struct {
		code diag.Code
		line int
	}
	said := map[place]bool{}
	for _, c := range Checks() {
		if len(c.instead) == 0 || p.counts[c.Code] == 0 {
			continue
		}
		for _, f := range p.found {
			if f.Code != c.Code {
				continue
			}
			for _, code := range c.instead {
				said[place{code, f.Span.Line}] = true
			}
		}
	}
	page := p.counts[htmlServed] > 0
	p.found = slices.DeleteFunc(p.found, func(f Finding) bool {
		return said[place{f.Code, f.Span.Line}] || page && !p.ofPage(f.Code)
	})
}

const htmlServed diag.Code = "html-served"

// ofPage reports whether a finding is worth telling of a web page that stands in
// the place of the file. Nothing in it is a slip of somebody who wrote a
// robots.txt, unless there are groups.
func (p *pass) ofPage(code diag.Code) bool {
	switch code {
	case htmlServed, "file-truncated", "limit-reached":
		return true
	case "unparsable-line", "info-unknown-directive":
		return false
	}
	return len(p.groups) > 0
}

// eachRule calls f for every rule that has a pattern.
func (p *pass) eachRule(f func(g group, r robots.Rule)) {
	for _, g := range p.groups {
		for _, r := range g.rules {
			if r.Pattern != "" {
				f(g, r)
			}
		}
	}
}

// eachAgent calls f for every user-agent line that names somebody.
func (p *pass) eachAgent(f func(g group, ua robots.UserAgent)) {
	for _, g := range p.groups {
		for _, ua := range g.agents {
			if ua.Token != "" && ua.Token != "*" {
				f(g, ua)
			}
		}
	}
}

// maxRelated is how many other places a finding points to.
const maxRelated = 8

// within makes a Span of n bytes that begins off bytes into s.
func within(s diag.Span, off, n int) diag.Span {
	return diag.Span{Offset: s.Offset + off, Len: n, Line: s.Line, Column: s.Column + off}
}

// lineAt is the whole of a line, its end included: what to delete.
func (p *pass) lineAt(line int) diag.Span {
	r := p.at[line]
	s := r.Span()
	s.Len = len(r.Raw())
	return s
}

// keySpan is where the key of a record stands.
func keySpan(r robots.Record) diag.Span {
	at := strings.Index(r.Raw(), r.Key())
	if at < 0 { // the profile reads another key than is written
		return r.Span()
	}
	return within(r.Span(), at, len(r.Key()))
}
