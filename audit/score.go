package audit

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
	"github.com/robotsgate/robots/lint"
)

// A Part is one part of a score.
type Part struct {
	ID      PartID
	Weight  int
	Lost    float64 // at most Weight, in halves of a point
	Asked   bool    // false if there was nothing to look at
	Charges []Charge
}

// A Charge is points that were lost, and why.
type Charge struct {
	Code   diag.Code // of the findings, or one of ChargeCodes
	Token  string    // of a search engine; "" where none is meant
	Hits   int       // how often: findings, or listed URLs
	Line   int       // of the first, or of the rule; 0 if there is none
	Points float64   // less than the price where the part has no more
}

// What is charged besides findings. Texts are in package msg below
// audit.charge.
const (
	chargeShut   diag.Code = "search-engine-shut-out"
	chargeFront  diag.Code = "front-page-closed"
	chargeListed diag.Code = "listed-url-closed"
)

// ChargeCodes returns the codes of charges that are no findings.
func ChargeCodes() []diag.Code { return []diag.Code{chargeShut, chargeFront, chargeListed} }

// score fills the parts and adds them up.
func (r *Report) score(p *robots.Policy) {
	if p.Kind() != robots.KindDocument || p.Empty() {
		return
	}
	r.Scored = true
	charges := map[PartID][]Charge{}
	r.chargeFindings(charges)
	r.chargeEngines(charges)
	r.chargeListing(charges)
	lost := 0.0
	for _, w := range weights {
		part := Part{ID: w.id, Weight: w.points}
		part.take(charges[w.id])
		lost += part.Lost
		r.Parts = append(r.Parts, part)
	}
	r.Score = int(100 - lost) // rounded down: 100 is for a file that lost nothing
	if c, ok := r.cap(p); ok && c.At < r.Score {
		r.Score, r.Cap = c.At, c
	}
	r.Grade = gradeOf(r.Score)
}

// take notes charges, the largest first, as long as there are points to lose.
func (part *Part) take(charges []Charge) {
	slices.SortStableFunc(charges, func(a, b Charge) int {
		return cmp.Or(cmp.Compare(b.Points, a.Points), a.Line-b.Line, cmp.Compare(a.Code, b.Code), cmp.Compare(a.Token, b.Token))
	})
	for _, c := range charges {
		c.Points = min(c.Points, float64(part.Weight)-part.Lost)
		if c.Points > 0 {
			part.Lost += c.Points
			part.Charges = append(part.Charges, c)
		}
	}
}

// damped is what n findings of one code cost: the price once, half of it more
// for each doubling, and never more than Most times the price.
func damped(price, n int) float64 {
	if n == 0 {
		return 0
	}
	return float64(price) * min(Most, 1+float64(bits.Len(uint(n))-1)/2)
}

// priceOf returns the part of a finding and what it costs by itself.
func priceOf(f lint.Finding) (PartID, int) {
	part, price := billed(f.Code)
	switch {
	case price == free || f.Severity <= diag.Info:
		return part, 0
	case f.Severity == diag.Error:
		return part, prices[broken].Points
	}
	return part, prices[price].Points
}

func (r *Report) chargeFindings(charges map[PartID][]Charge) {
	type tally struct {
		part              PartID
		price, hits, line int
	}
	by := map[diag.Code]*tally{}
	var order []diag.Code
	for _, f := range r.Findings {
		part, price := priceOf(f)
		if price == 0 {
			continue
		}
		t := by[f.Code]
		if t == nil {
			t = &tally{part: part, line: f.Span.Line}
			by[f.Code], order = t, append(order, f.Code)
		}
		t.hits++
		t.price = max(t.price, price)
	}
	for _, code := range order {
		t := by[code]
		charges[t.part] = append(charges[t.part], Charge{Code: code, Hits: t.hits, Line: t.line, Points: damped(t.price, t.hits)})
	}
}

func (r *Report) chargeEngines(charges map[PartID][]Charge) {
	for _, e := range r.Engines {
		c := Charge{Token: e.Token, Hits: 1, Line: e.Decision.Line()}
		switch e.State {
		case StateShut:
			c.Code = chargeShut
		case StateFront:
			c.Code = chargeFront
		default:
			continue
		}
		c.Points = halves(shareOf(c.Code).Most / float64(len(r.Engines)))
		charges[Search] = append(charges[Search], c)
	}
}

func (r *Report) chargeListing(charges map[PartID][]Charge) {
	if r.Listing == nil || r.Listing.Tally.Blocked == 0 || len(r.Engines) == 0 {
		return
	}
	t, share := &r.Listing.Tally, shareOf(chargeListed)
	closed := float64(t.Blocked) / float64(max(r.Listing.Entries, t.Blocked))
	c := Charge{Code: chargeListed, Hits: t.Blocked, Points: share.Least + halves((share.Most-share.Least)*closed)}
	if grounds := t.Grounds(); len(grounds) > 0 {
		c.Line = grounds[0].Decision.Line()
	}
	charges[Sitemaps] = append(charges[Sitemaps], c)
}

func shareOf(code diag.Code) Share {
	for _, s := range shares {
		if s.Code == code {
			return s
		}
	}
	return Share{}
}

// halves rounds to halves of a point.
func halves(x float64) float64 { return float64(int(2*x+.5)) / 2 }

// cap returns the lowest cap that holds for the text.
func (r *Report) cap(p *robots.Policy) (Cap, bool) {
	_, rejected := p.Rejected()
	for _, c := range caps {
		holds := slices.ContainsFunc(r.Findings, func(f lint.Finding) bool { return f.Code == c.Why })
		switch c.Why {
		case "rejected":
			holds = rejected
		case "no-record":
			holds = !saysAnything(p)
		case "utf-16":
			holds = p.Encoding() != robots.UTF8
		case "file-truncated", "limit-reached":
			holds = holds || p.Truncated()
		}
		if holds {
			return c, true
		}
	}
	return Cap{}, false
}

// saysAnything reports whether a text holds a record of any kind that is known.
func saysAnything(p *robots.Policy) bool {
	for rec := range p.Records() {
		if rec.Directive() >= robots.DirUserAgent {
			return true
		}
	}
	return false
}
