package assert

import (
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/prove"
)

// remedy looks for lines with which the question would be answered as wanted. It
// offers only what speaks to those that are meant: the crawler's own group; the
// group of "*" if that is what is asked about; a new group that shuts the crawler
// out; or the crawler's name beside "*", which changes no answer. What is offered
// has been tried.
func (q question) remedy(p *robots.Policy, r Result) Remedy {
	if r.Reason != OtherVerdict && r.Reason != OtherEvidence {
		return Remedy{}
	}
	for _, m := range q.candidates(p, r) {
		if strings.ContainsAny(strings.Join(m.Lines, ""), "\r\n#") {
			continue
		}
		again := robots.Options{Profile: p.Profile()}.Parse(m.apply(p))
		if q.ask(again).Answer == prove.Yes {
			return m
		}
	}
	return Remedy{}
}

// candidates returns what may help, the plainest first.
func (q question) candidates(p *robots.Policy, r Result) (all []Remedy) {
	named := r.Decision.Named
	star := q.agent == Other || q.evidence == Inherited
	switch {
	case r.Reason == OtherEvidence && q.evidence == Explicit:
		if r.Group > 0 { // by its side it keeps all answers
			return []Remedy{{r.Group, []string{"User-agent: " + q.agent}}}
		}
	case r.Reason == OtherEvidence && q.evidence == Inherited:
		return nil // a line is to be taken out, which line is for the author
	}
	rules := q.rules(r)
	if at := lastLine(p, name(q.agent), r.Group); at > 0 && (named || star) {
		for _, rule := range rules {
			all = append(all, Remedy{at, []string{rule}})
		}
		return all
	}
	wholeSite := q.want == Disallow && (q.path == "/" || q.path == EveryURL)
	switch {
	case named:
	case star && r.Group == 0:
		for _, rule := range rules {
			all = append(all, Remedy{0, []string{"User-agent: *", rule}})
		}
	case wholeSite && q.evidence != Inherited:
		all = append(all, Remedy{0, []string{"User-agent: " + q.agent, "Disallow: /"}})
	}
	return all
}

// rules returns rules that may decide the path as wanted: just as it is written,
// and with an anchor, which is an octet more than an allow rule of that length.
func (q question) rules(r Result) []string {
	key, path := "Disallow: ", q.path
	if q.want == Allow {
		key = "Allow: "
	}
	switch {
	case path == EveryURL && q.want == Allow:
		return nil // other rules stand in the way, and each may be meant
	case path == EveryURL:
		path = "/"
	case path[0] != '/':
		path, _ = robots.Target(path) // Check has tried
	}
	return []string{key + path, key + path + "$"}
}

// lastLine returns the line of the last rule of the group that begins on a
// line, if the crawler follows it.
func lastLine(p *robots.Policy, token string, group int) (line int) {
	for g := range p.For(token).Groups() {
		if g.Line() == group {
			for r := range g.Rules() {
				line = r.Line
			}
		}
	}
	return line
}

// apply returns the text of p with the lines in it.
func (m Remedy) apply(p *robots.Policy) string {
	text, lines := p.Text(), strings.Join(m.Lines, "\n")+"\n"
	if m.Below == 0 {
		return text + "\n\n" + lines
	}
	for rec := range p.Records() {
		if rec.Line() == m.Below {
			at := rec.Span().Offset + len(rec.Raw())
			return strings.TrimRight(text[:at], "\r\n") + "\n" + lines + text[at:]
		}
	}
	return text
}
