package signals

import (
	"slices"

	"github.com/robotsgate/robots"
)

// For returns what each signal of the file says to the crawler with that
// product token about target, as robots.Policy.Decide takes the two. For every
// signal and use there is at least one statement, if only of silence, in the
// order of Signals and their uses. For a target that Decide calls invalid there
// is silence only.
//
// Within one signal its own rules hold: the record with the longest path that
// matches is the one that counts, as among Allow and Disallow; of
// Content-Usage records with the same path the one that refuses; of License
// records one of the crawler's group before one of the file. Where a signal
// has no such rule all that is said is listed.
//
// Whether the crawler may fetch target at all is another question.
// Content-Usage says nothing about what may not be fetched; the statements are
// listed nevertheless, since the two answers are never merged here.
func (s Set) For(token, target string) []Statement {
	var octets []int
	if s.paths != nil {
		octets = s.paths.match(target)
	}
	var all []Statement
	for sig := ContentUsage; sig <= AITraining; sig++ {
		heard := s.speaking(sig, token)
		said := s.said(sig, heard, octets)
		if sig == ContentSignal {
			said = s.disputed(said, heard, octets)
		}
		all = append(all, inOrder(sig, said)...)
	}
	return all
}

// said returns what the entries that speak to a crawler say, by the rules of
// their signal.
func (s Set) said(sig Signal, heard, octets []int) (all []Statement) {
	for _, i := range s.choose(sig, heard, octets) {
		for _, say := range s.entries[i].says {
			all = append(all, s.entries[i].statement(say))
		}
	}
	if sig == ContentUsage {
		all = strictest(all)
	}
	return all
}

// speaking returns the entries of a signal that speak to a crawler.
func (s Set) speaking(sig Signal, token string) (heard []int) {
	for _, row := range readers {
		if row.signal != sig || !s.has(sig) {
			continue
		}
		for rec := range s.policy.Speaking(row.dir, token) {
			heard = append(heard, s.at(rec.Line()))
		}
	}
	slices.Sort(heard)
	return heard
}

// has reports whether the file holds a signal; most files hold none.
func (s Set) has(sig Signal) bool {
	return slices.ContainsFunc(s.entries, func(e entry) bool { return e.signal == sig })
}

// choose keeps the entries with the longest path that matches, for the file
// and for the groups of the crawler apart.
func (s Set) choose(sig Signal, heard, octets []int) (chosen []int) {
	var best [2]int
	place := func(i int) int {
		if s.entries[i].group < 0 {
			return 0
		}
		return 1
	}
	if sig == License { // what is no license takes the place of none
		heard = slices.DeleteFunc(slices.Clone(heard), func(i int) bool { return len(s.entries[i].says) == 0 })
	}
	for _, i := range heard {
		best[place(i)] = max(best[place(i)], octets[s.entries[i].index])
	}
	if sig == License && best[1] > 0 {
		best[0] = 0 // RSL 1.0: a license of the group takes the place of the file's
	}
	for _, i := range heard {
		if n := octets[s.entries[i].index]; n > 0 && n == best[place(i)] {
			chosen = append(chosen, i)
		}
	}
	return chosen
}

// strictest keeps one statement for each use: the first that refuses it, else
// the first. aipref-attach: records with the same path apply separately, and
// aipref-vocab 7.1 combines them so. Allow and Disallow do the opposite.
func strictest(said []Statement) (kept []Statement) {
	for _, st := range said {
		i := slices.IndexFunc(kept, func(k Statement) bool { return k.Use == st.Use })
		switch {
		case i < 0:
			kept = append(kept, st)
		case st.Value == Refused && kept[i].Value != Refused:
			kept[i] = st
		}
	}
	return kept
}

// disputed adds what Content-Signal records in the groups of other crawlers
// say, as far as it is new. Who takes the record for the whole file, as
// crawler-commons does, hears them too.
func (s Set) disputed(said []Statement, heard, octets []int) []Statement {
	type claim struct {
		use    Use
		value  Value
		detail string
	}
	known := map[claim]bool{}
	for _, st := range said {
		known[claim{st.Use, st.Value, st.Detail}] = true
	}
	for i := range s.entries {
		e := &s.entries[i]
		if _, mine := slices.BinarySearch(heard, i); mine || e.signal != ContentSignal || octets[e.index] == 0 {
			continue
		}
		for _, say := range e.says {
			c := claim{say.use, say.value, say.detail}
			if !known[c] {
				known[c] = true
				st := e.statement(say)
				st.Disputed = true
				said = append(said, st)
			}
		}
	}
	return said
}

// tokens returns the product tokens that the file names, "*" included, each
// once, in order.
func tokens(p *robots.Policy, most int) (all []string, more bool) {
	seen := map[string]bool{}
	for g := range p.Groups() {
		for ua := range g.UserAgents() {
			name := lower(ua.Token)
			if name == "" || seen[name] {
				continue
			}
			if len(all) == most {
				return all, true
			}
			seen[name] = true
			all = append(all, ua.Token)
		}
	}
	return all, false
}
