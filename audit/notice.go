package audit

import (
	"cmp"
	"slices"
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/ai"
	"github.com/robotsgate/robots/diag"
)

// The codes of notices.
const (
	noticeAbsent      diag.Code = "absent"
	noticeUnavailable diag.Code = "unavailable"
	noticeUnreachable diag.Code = "unreachable"
	noticeEmpty       diag.Code = "empty"
	noticeCapped      diag.Code = "score-capped"
	noticeShut        diag.Code = "search-engines-shut-out"
	noticeFront       diag.Code = "front-page-closed"
	noticeListed      diag.Code = "listed-urls-closed"
	noticeAllShut     diag.Code = "everybody-shut-out"
)

// NoticeCodes returns the codes of all notices.
func NoticeCodes() []diag.Code {
	return []diag.Code{noticeAbsent, noticeUnavailable, noticeUnreachable, noticeEmpty, noticeCapped, noticeShut, noticeFront, noticeListed, noticeAllShut}
}

// notices says what must be known first, the gravest first.
func (r *Report) notices(p *robots.Policy) (all []Notice) {
	note := func(code diag.Code, s diag.Severity, args ...diag.Arg) { all = append(all, Notice{code, s, args}) }
	switch p.Kind() {
	case robots.KindAbsent:
		note(noticeAbsent, diag.Info)
	case robots.KindUnavailable:
		note(noticeUnavailable, diag.Warning)
	case robots.KindUnreachable:
		note(noticeUnreachable, diag.Error)
	case robots.KindDocument:
		if p.Empty() {
			note(noticeEmpty, diag.Info)
		}
	}
	if r.Cap != (Cap{}) {
		note(noticeCapped, diag.Error, diag.Text("why", string(r.Cap.Why)), diag.Int("at", r.Cap.At))
	}
	if args := r.engines(p, StateShut); args != nil {
		note(noticeShut, diag.Error, args...)
	}
	if args := r.engines(p, StateFront); args != nil {
		note(noticeFront, diag.Warning, args...)
	}
	if l := r.Listing; l != nil && l.Tally.Blocked > 0 {
		note(noticeListed, diag.Error, diag.Int("n", l.Tally.Blocked), diag.Int("total", l.Entries))
	}
	if p.Kind() == robots.KindDocument && len(r.Bots) > 0 && r.allShut() {
		note(noticeAllShut, diag.Info)
	}
	slices.SortStableFunc(all, func(a, b Notice) int { return cmp.Compare(b.Severity, a.Severity) })
	return all
}

// engines tells of the engines in a state: how many, who, the line that puts
// the first of them there, and the profile by which that is so, if only by it.
func (r *Report) engines(p *robots.Policy, s State) []diag.Arg {
	var names []string
	line, profile := 0, ""
	for _, e := range r.Engines {
		if e.State != s {
			continue
		}
		if names = append(names, e.Token); len(names) == 1 {
			line = e.Decision.Line()
			if e.Profile != p.Profile() {
				profile = e.Profile.String()
			}
		}
	}
	if names == nil {
		return nil
	}
	return []diag.Arg{diag.Int("n", len(names)), diag.Text("names", strings.Join(names, ", ")), diag.Int("line", line), diag.Text("profile", profile)}
}

// allShut reports whether every crawler asked must stay out of every path.
func (r *Report) allShut() bool {
	return !slices.ContainsFunc(r.Bots, func(b Bot) bool {
		return b.Closed < len(r.Matrix.Targets) || b.Front == ai.Unreachable
	})
}
