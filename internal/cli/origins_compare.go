package cli

import (
	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/fetch"
	"github.com/robotsgate/robots/prove"
	"github.com/robotsgate/robots/report"
)

// leftOut are the answers that are none of a site, so that nothing is compared.
var leftOut = map[string]report.DisagreementCode{
	string(fetch.ClassDNS):            report.NoSite,
	string(fetch.ClassConnectRefused): report.NoSite,
	string(fetch.ClassRefusedAddress): report.NotAsked,
}

// compare numbers the policies of the answers and finds what sets them apart: of
// each policy but the first, one answer is held against one of the first.
func compare(s *report.Origins) {
	var firsts []int // the first answer of each policy
	for i := range s.Answers {
		o := &s.Answers[i]
		if code := leftOut[o.Fetched.Class]; code != "" && o.Policy.Kind() == robots.KindUnreachable {
			s.Disagreements = append(s.Disagreements, report.Disagreement{Code: code, A: i, B: i})
			continue
		}
		for n, first := range firsts {
			if d, same := apart(s, first, i); same {
				o.Same = n + 1
				if d.Code != "" {
					s.Disagreements = append(s.Disagreements, d)
				}
				break
			}
		}
		if o.Same > 0 {
			continue
		}
		firsts = append(firsts, i)
		o.Same = len(firsts)
		if o.Same > 1 {
			d, _ := apart(s, nearest(s, i), i)
			s.Disagreements = append(s.Disagreements, d)
		}
	}
}

// nearest returns an answer before i with the first policy: to the same user
// agent, or of the same site, if there is one.
func nearest(s *report.Origins, i int) int {
	best, found := -1, -1
	for j := range i {
		o := s.Answers[j]
		if o.Same != 1 {
			continue
		}
		rank := 0
		if o.Fetched.UserAgent == s.Answers[i].Fetched.UserAgent {
			rank = 1
		} else if o.Site == s.Answers[i].Site {
			rank = 2
		}
		if rank > best {
			best, found = rank, j
		}
	}
	return found
}

// apart holds two answers against each other. They are the same policy if they are
// of one kind and proven to decide alike; the disagreement is then empty, or one
// of the octets alone.
func apart(s *report.Origins, i, j int) (d report.Disagreement, same bool) {
	a, b := s.Answers[i], s.Answers[j]
	d = report.Disagreement{A: i, B: j, Fails: true}
	switch {
	case a.Policy.Kind() != b.Policy.Kind():
		d.Code = report.OtherKind
		return d, false
	case a.Fetched.SHA256 == b.Fetched.SHA256: // of no file too: "" is the hash of none
		return report.Disagreement{}, true
	}
	all := prove.EqualAll(a.Policy, b.Policy)
	if all.Answer == prove.Yes {
		d.Code, d.Fails = report.OtherText, false
		return d, true
	}
	d.Code = report.NotAlike
	for _, e := range all.Of {
		if e.Answer != prove.No {
			continue
		}
		if d.Bots++; d.Bots == 1 {
			d.Code, d.Token, d.Target, d.OfA, d.OfB = report.OtherVerdict, e.Token, e.Witness, e.A, e.B
		}
	}
	return d, false
}
