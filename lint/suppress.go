package lint

import (
	"cmp"
	"slices"
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
)

// A Suppression silences findings that are known and accepted. It stands in a
// configuration, or in the text itself as a comment:
//
//	# robots-lint: ignore=CODE[,CODE] -- reason
type Suppression struct {
	Code    diag.Code
	Match   string // what the line of the finding holds, as written; "" for any line
	Reason  string // why it is accepted; one without is not heeded
	Expires string // the last day on which it counts, as in 2027-01-31; "" for none

	// Name and Span tell where it stands. Name is the configuration's; that of a
	// suppression in the text itself is empty.
	Name string
	Span diag.Span
}

// A Suppressed is a finding that is not shown, and why.
type Suppressed struct {
	Finding
	By Suppression
}

// A Result is all that Inspect tells of one text.
type Result struct {
	Findings   []Finding    // in the order of the lines
	Suppressed []Suppressed // those that a suppression silences

	// Unused and Expired are suppressions of Options.Suppress. One for several
	// texts is unused if it is so in all of them: see Stale.
	Unused, Expired []Suppression
}

// Inspect returns what the checks find in a text, and what of it is suppressed.
// The remarks on comments that suppress are findings too, and cannot be
// suppressed themselves.
func Inspect(policy *robots.Policy, o Options) Result {
	if policy.Kind() != robots.KindDocument {
		return Result{}
	}
	p := newPass(policy, o.withDefaults())
	p.findAll()
	p.drop()
	r := p.suppress()
	for i := range p.found {
		p.grade(&p.found[i])
	}
	for i := range r.Suppressed {
		p.grade(&r.Suppressed[i].Finding)
		r.Suppressed[i].Fixes = nil // nobody is to mend what is accepted
	}
	p.proveFixes()
	r.Findings = p.found
	return r
}

// grade gives a finding the severity that was asked for.
func (p *pass) grade(f *Finding) {
	if s := p.Severity[f.Code]; s != 0 {
		f.Severity = s
	}
}

// suppress takes out what is suppressed, by comments first: who reads the text
// sees them.
func (p *pass) suppress() (r Result) {
	heeded, used := []Suppression(nil), map[Suppression]bool{}
	for _, s := range p.Suppress {
		switch {
		case s.Expires != "" && p.Today > s.Expires:
			r.Expired = append(r.Expired, s)
		case s.Reason != "":
			heeded = append(heeded, s)
		}
	}
	if len(heeded) == 0 && len(p.comments) == 0 {
		return r
	}
	left := p.found[:0]
	for _, f := range p.found {
		by, ok := p.commented(f)
		if !ok {
			i := slices.IndexFunc(heeded, func(s Suppression) bool { return s.silences(p.policy.Text(), f) })
			if ok = i >= 0; ok {
				by = heeded[i]
				used[by] = true
			}
		}
		if ok {
			r.Suppressed = append(r.Suppressed, Suppressed{f, by})
		} else {
			left = append(left, f)
		}
	}
	p.found = left
	for _, s := range heeded {
		if !used[s] && p.looksFor(s.Code) {
			r.Unused = append(r.Unused, s)
		}
	}
	p.unusedComments()
	p.sort()
	return r
}

// silences reports whether s, of a configuration, is about that finding.
func (s Suppression) silences(text string, f Finding) bool {
	return s.Code == f.Code && !isAboutSuppressions(f.Code) && (s.Match == "" || strings.Contains(lineOf(text, f.Span), s.Match))
}

// lineOf returns the line that a span begins on, without its end.
func lineOf(text string, s diag.Span) string {
	line := text[max(0, s.Offset-(s.Column-1)):]
	if i := strings.IndexAny(line, "\r\n"); i >= 0 {
		line = line[:i]
	}
	return line
}

// looksFor reports whether a run of this kind would find all of that code, so
// that one who suppresses it and finds nothing does so in vain.
func (p *pass) looksFor(code diag.Code) bool {
	return p.wants(code) && p.counts[code] <= maxPerCode && (code != foreignSitemap.Code || p.FileURL != "")
}

// Stale returns what is to be said of the suppressions of a configuration, once
// all texts were looked at that it is for: those that have expired, and those
// that silence nothing. The findings are about the text of the configuration.
func Stale(results []Result, o Options) (all []Finding) {
	used, unused, expired := map[Suppression]bool{}, map[Suppression]bool{}, map[Suppression]bool{}
	for _, r := range results {
		for _, s := range r.Suppressed {
			used[s.By] = true
		}
		for _, s := range r.Unused {
			unused[s] = true
		}
		for _, s := range r.Expired {
			expired[s] = true
		}
	}
	say := func(c Check, s Suppression, args ...diag.Arg) {
		if o.wants(c.Code) {
			all = append(all, Finding{Diagnostic: diag.Diagnostic{Code: c.Code, Severity: cmp.Or(o.Severity[c.Code], c.Severity), Span: s.Span, Args: args}})
		}
	}
	for s := range unused {
		if !used[s] {
			say(suppressionUnused, s, diag.Text("code", string(s.Code)))
		}
	}
	for s := range expired {
		say(suppressionExpired, s, diag.Text("code", string(s.Code)), diag.Text("date", s.Expires), diag.Text("reason", s.Reason))
	}
	slices.SortFunc(all, func(a, b Finding) int { return cmp.Compare(a.Span.Offset, b.Span.Offset) })
	return all
}
