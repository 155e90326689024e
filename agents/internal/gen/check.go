package main

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
)

// The words of the data; constants of package agents are called after them.
var (
	purposeWords  = strings.Fields("unknown training search user control preview ads seo monitoring archive dataset research tool")
	respectsWords = strings.Fields("unknown no partial claims yes")
	evidenceWords = strings.Fields("none third-party community vendor")
	supportWords  = strings.Fields("unknown no yes")

	// browserWords stand in headers of browsers, so that they name no crawler.
	browserWords = strings.Fields("mozilla applewebkit webkit khtml gecko chrome chromium crios safari mobile version firefox fxios " +
		"edg edge edga edgios opr opera presto trident msie headlesschrome samsungbrowser build like u linux android windows macintosh " +
		"iphone ipad compatible x11 bot crawler spider robot")
)

var (
	nameForm    = regexp.MustCompile(`^[0-9A-Za-z][-0-9A-Za-z_.!/ ]*[0-9A-Za-z]$`)
	countryForm = regexp.MustCompile(`^[A-Z]{2}$`)
	suffixForm  = regexp.MustCompile(`^(\.[a-z0-9-]+){2,}$`)
	headerForm  = regexp.MustCompile(`^[ -~]+$`)
	panelForm   = regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)
)

// A checker gathers what is wrong.
type checker struct {
	where string
	errs  []error
}

func (k *checker) wrong(format string, args ...any) {
	k.errs = append(k.errs, fmt.Errorf("%s: %s", k.where, fmt.Sprintf(format, args...)))
}

// check returns everything that is wrong with c.
func (c *catalogue) check() error {
	k := &checker{where: "agents"}
	if !slices.IsSortedFunc(c.Agents, func(a, b agent) int { return strings.Compare(strings.ToLower(a.Token), strings.ToLower(b.Token)) }) {
		k.wrong("not in the order of their tokens")
	}
	names := map[string]string{} // in lower case, with the token of the agent
	for _, a := range c.Agents {
		k.where = a.Token
		k.agent(a)
		for _, n := range append([]string{a.Token}, a.Aliases...) {
			k.name(n)
			if other, ok := names[strings.ToLower(n)]; ok {
				k.wrong("the name %q is already one of %s", n, other)
			}
			names[strings.ToLower(n)] = a.Token
		}
	}
	for _, a := range c.Agents {
		k.where = a.Token
		k.refers(c, a)
	}
	for i, p := range c.Panels {
		k.where = "panel " + p.Name
		k.panel(c, p)
		if slices.ContainsFunc(c.Panels[:i], func(q panel) bool { return q.Name == p.Name }) {
			k.wrong("there are two")
		}
	}
	for _, p := range c.PolicyTokens {
		k.where = "policy token " + p.Token
		k.policy(p)
		if other, ok := names[strings.ToLower(p.Token)]; ok {
			k.wrong("the token belongs to %s", other)
		}
	}
	return errors.Join(k.errs...)
}

func (k *checker) name(n string) {
	if !nameForm.MatchString(n) {
		k.wrong("%q can be no name", n)
	}
	if slices.Contains(browserWords, strings.ToLower(n)) {
		k.wrong("%q is a word of browsers", n)
	}
}

// agent checks what can be told from a alone.
func (k *checker) agent(a agent) {
	k.word("purpose", a.Purpose, purposeWords)
	for _, p := range a.Also {
		k.word("purpose", p, purposeWords[1:])
		if p == a.Purpose {
			k.wrong("purpose %s stands twice", p)
		}
	}
	k.word("respects_robots", a.Respects, respectsWords)
	k.word("crawl_delay", supportWord(a.CrawlDelay), supportWords)
	k.evidence(a)
	k.distinct("also", a.Also)
	k.distinct("user agents", slices.Concat(a.UserAgents, a.Observed))
	for _, h := range slices.Concat(a.UserAgents, a.Observed) {
		if !headerForm.MatchString(h) {
			k.wrong("%q can be no header", h)
		}
	}
	for _, s := range a.ReverseDNS {
		if !suffixForm.MatchString(s) {
			k.wrong("%q is no end of a host name", s)
		}
	}
	if a.Country != "" && !countryForm.MatchString(a.Country) {
		k.wrong("country %q", a.Country)
	}
	for _, u := range []string{a.IPRanges, a.BotAuth} {
		if u != "" {
			k.url(u)
		}
	}
	for _, s := range []string{a.Operator, a.Effect, a.Note} {
		k.text(s)
	}
	switch {
	case a.sends() == (a.Purpose == "control"):
		k.wrong("a control token, and nothing else, sends no requests")
	case !a.sends() && a.Effect == "":
		k.wrong("a control token needs an effect")
	case !a.sends() && len(a.UserAgents)+len(a.Observed) > 0:
		k.wrong("a control token has no header")
	case a.NoToken && (len(a.Fallback) > 0 || a.IgnoresStar):
		k.wrong("what has no token follows no group by name")
	case a.ReplacedBy != "" && !a.Legacy:
		k.wrong("replaced, and yet no legacy")
	}
}

// evidence checks that nothing is claimed without it.
func (k *checker) evidence(a agent) {
	e := a.Evidence
	k.word("evidence", e.Kind, evidenceWords)
	k.date(e.Date)
	k.distinct("sources", e.Sources)
	for _, u := range e.Sources {
		k.url(u)
	}
	switch {
	case (e.Kind == "none") != (len(e.Sources) == 0):
		k.wrong("evidence %s with %d sources", e.Kind, len(e.Sources))
	case e.Kind == "none" && a.Respects != "unknown":
		k.wrong("respects %s by no evidence", a.Respects)
	case a.Respects == "yes" && e.Kind != "vendor":
		k.wrong("only the operator can say yes; the word for others is claims")
	case a.Respects == "claims" && e.Kind == "vendor":
		k.wrong("what the operator claims is yes, partial or no")
	case a.IgnoresStar && e.Kind != "vendor":
		k.wrong("only the operator can say that it ignores the star")
	}
}

// refers checks the names of other agents in a.
func (k *checker) refers(c *catalogue, a agent) {
	k.distinct("fallback", a.Fallback)
	for _, f := range a.Fallback {
		if other, ok := c.index(f); !ok {
			k.wrong("no agent has the token %q of the fallback", f)
		} else if c.Agents[other].NoToken {
			k.wrong("falls back to %s, which has no token", f)
		}
	}
	if a.ReplacedBy != "" {
		if _, ok := c.index(a.ReplacedBy); !ok {
			k.wrong("no agent has the token %q of its replacement", a.ReplacedBy)
		}
	}
	if c.reaches(a.Token, a.Token, nil) {
		k.wrong("falls back to itself")
	}
}

// reaches reports whether fallbacks lead from one token to another.
func (c *catalogue) reaches(from, to string, seen []string) bool {
	i, ok := c.index(from)
	if !ok || slices.Contains(seen, from) {
		return false
	}
	return slices.ContainsFunc(c.Agents[i].Fallback, func(f string) bool {
		return f == to || c.reaches(f, to, append(seen, from))
	})
}

// index returns the position of the agent with exactly that token.
func (c *catalogue) index(token string) (int, bool) {
	i := slices.IndexFunc(c.Agents, func(a agent) bool { return a.Token == token })
	return i, i >= 0
}

func (k *checker) panel(c *catalogue, p panel) {
	if !panelForm.MatchString(p.Name) {
		k.wrong("the name has no good form")
	}
	if k.text(p.About); p.About == "" {
		k.wrong("nothing says what it is about")
	}
	if p.AI == (len(p.Tokens) > 0) {
		k.wrong("either tokens or ai")
	}
	k.distinct("tokens", p.Tokens)
	for _, t := range p.Tokens {
		if i, ok := c.index(t); !ok {
			k.wrong("no agent has the token %q", t)
		} else if c.Agents[i].NoToken {
			k.wrong("%s has no token to ask for", t)
		}
	}
}

func (k *checker) policy(p policy) {
	if p.Token != "" {
		k.name(p.Token)
	} else if !p.Draft {
		k.wrong("only a draft may lack its token")
	}
	k.word("purpose", p.Purpose, purposeWords[1:])
	k.url(p.Source)
	k.date(p.Date)
	k.text(p.Note)
}

func (k *checker) word(what, w string, words []string) {
	if !slices.Contains(words, w) {
		k.wrong("%s %q is none of %s", what, w, strings.Join(words, ", "))
	}
}

func (k *checker) distinct(what string, list []string) {
	for i, s := range list {
		if slices.Contains(list[:i], s) {
			k.wrong("%s: %q stands twice", what, s)
		}
	}
}

func (k *checker) url(s string) {
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || strings.ContainsAny(s, " \n") {
		k.wrong("%q is no URL", s)
	}
}

// firstYear is when robots.txt was invented.
const firstYear = 1994

func (k *checker) date(s string) {
	for _, form := range []string{"2006", "2006-01", time.DateOnly} {
		if t, err := time.Parse(form, s); err == nil && t.Year() >= firstYear {
			return
		}
	}
	k.wrong("date %q", s)
}

func (k *checker) text(s string) {
	if strings.TrimSpace(s) != s || strings.ContainsAny(s, "\n\r\t") {
		k.wrong("%q is no plain line", s)
	}
}

func supportWord(s string) string {
	if s == "" {
		return "unknown"
	}
	return s
}
