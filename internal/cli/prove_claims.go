package cli

import (
	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/dialect"
	"github.com/robotsgate/robots/prove"
	"github.com/robotsgate/robots/report"
)

func (a *app) proveBlocks(q *query) error { return a.proveAll(q, prove.Options.BlocksAll) }

func (a *app) proveAllows(q *query) error { return a.proveAll(q, prove.Options.AllowsAll) }

func (a *app) proveAll(q *query, ask func(prove.Options, *robots.Policy, string) prove.Claim) error {
	for _, tokens := range a.parts(q, q.proof.Policy) {
		c := ask(q.bounds, q.proof.Policy, tokens[0])
		q.claim(report.Claim{Tokens: tokens, Answer: c.Answer, Witness: c.Witness, Decided: c.Decided})
	}
	return nil
}

func (a *app) proveEqual(q *query) error {
	l, err := a.loadText(&q.web, q.args[0], "", q.options)
	if err != nil {
		return err
	}
	p := l.Policy
	q.proof.Other = l.Source
	for _, tokens := range a.parts(q, q.proof.Policy, p) {
		e := q.bounds.Equal(q.proof.Policy, p, tokens[0])
		q.claim(report.Claim{Tokens: tokens, Answer: e.Answer, Witness: e.Witness, Decided: e.A, Other: e.B})
	}
	return nil
}

// proveAgree asks whether two profiles read the file alike.
func (a *app) proveAgree(q *query) error {
	sides := [2]*report.Source{&q.proof.Source, &q.proof.Other}
	file := q.proof.Source
	for i, name := range append(q.args, robots.RFC9309.String())[:2] {
		profile, ok := robots.ProfileNamed(name)
		if !ok {
			return usageErrorf(suggest(name, profileNames(), "want "+list(profileNames())), "agree: unknown profile %q", name)
		}
		options := q.options
		options.Profile = profile
		*sides[i] = file
		sides[i].Policy = options.Parse(q.text)
	}
	for _, tokens := range a.parts(q, q.proof.Policy, q.proof.Other.Policy) {
		e := dialect.Agree(q.bounds, q.proof.Policy, q.proof.Other.Policy, tokens[0])
		q.proof.Plain = q.proof.Plain || e.Plain
		q.claim(report.Claim{Tokens: tokens, Answer: e.Answer, Witness: e.Witness, Decided: e.A, Other: e.B})
	}
	return nil
}

// claim adds a claim, or its crawlers to one that was found to be just so.
func (q *query) claim(c report.Claim) {
	q.proof.Answer = worse(c.Answer, q.answerSoFar())
	for i := range q.proof.Claims {
		x := &q.proof.Claims[i]
		if x.Answer == c.Answer && x.Witness == c.Witness && x.Decided == c.Decided && x.Other == c.Other {
			x.Tokens = append(x.Tokens, c.Tokens...)
			return
		}
	}
	q.proof.Claims = append(q.proof.Claims, c)
}

func (q *query) answerSoFar() prove.Answer {
	if len(q.proof.Claims) == 0 {
		return prove.Yes
	}
	return q.proof.Answer
}
