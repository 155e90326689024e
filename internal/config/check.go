package config

import (
	"maps"
	"slices"
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
	"github.com/robotsgate/robots/lint"
)

// off is the severity of a check that is not run.
const off = "off"

// check holds the values of [lint] against what they may be.
func (c *Config) check() error {
	l := &c.Lint
	for _, check := range lint.Checks() {
		c.codes = append(c.codes, string(check.Code))
	}
	for _, list := range [...]struct {
		key   string
		codes []string
	}{{"lint.select", l.Select}, {"lint.ignore", l.Ignore}} {
		for i, code := range list.codes {
			if err := c.code(element(list.key, i), code); err != nil {
				return err
			}
		}
	}
	for _, code := range slices.Sorted(maps.Keys(l.Severity)) {
		key := "lint.severity." + code
		if err := c.code(key, code); err != nil {
			return err
		}
		if err := c.word(key, l.Severity[code], append(severities(), off)); err != nil {
			return err
		}
	}
	if err := c.word("lint.fail-on", l.FailOn, append(severities(), "")); err != nil {
		return err
	}
	if err := c.word("lint.profile", l.Profile, append(profiles(), "")); err != nil {
		return err
	}
	if l.RobotsURL != "" {
		if _, err := robots.FileURL(l.RobotsURL); err != nil {
			return c.Fault("lint.robots-url", "%v", err)
		}
	}
	t := l.Thresholds
	for _, bound := range [...]struct {
		key string
		n   int
	}{{"line-octets", t.LineOctets}, {"proofs", t.Proofs}, {"reread", t.Reread}, {"rules", t.Rules}, {"states", t.States}, {"cells", t.Cells}} {
		key := "lint.thresholds." + bound.key
		if _, set := c.at[key]; set && bound.n < 1 {
			return c.Fault(key, "want 1 or more, not %d", bound.n)
		}
	}
	return c.suppressions()
}

func (c *Config) suppressions() error {
	for i, s := range c.Lint.Suppress {
		key := element("lint.suppress", i)
		switch {
		case s.Code == "":
			return c.Fault(key, "it has no code")
		case strings.TrimSpace(s.Reason) == "":
			return c.Fault(key, "it has no reason")
		}
		if err := c.code(key+".code", s.Code); err != nil {
			return err
		}
	}
	return nil
}

// code refuses what is the code of no check. It returns error and not *Error,
// whose nil would be no nil.
func (c *Config) code(key, code string) error {
	if slices.Contains(c.codes, code) {
		return nil
	}
	return c.slip(key, code, c.codes, "no check is called %q", code)
}

// word refuses what is none of the words, of which the empty one may be the last.
func (c *Config) word(key, word string, words []string) error {
	if slices.Contains(words, word) {
		return nil
	}
	if words[len(words)-1] == "" {
		words = words[:len(words)-1]
	}
	return c.slip(key, word, words, "want %s, not %q", strings.Join(words, ", "), word)
}

func severities() []string {
	return []string{diag.Error.String(), diag.Warning.String(), diag.Info.String()}
}

func profiles() (names []string) {
	for _, p := range robots.Profiles() {
		names = append(names, p.String())
	}
	return names
}
