// Package config decodes the configuration file .robots.toml.
//
// Text goes in, values or an error with its position come out; to find and read
// the file is for the caller. A key that nobody knows is an error, since a slip
// in it would otherwise be a setting that silently does not hold. The keys are
// in one table, see Keys, which the errors and the documentation share.
package config

import (
	"cmp"
	"slices"

	"github.com/pelletier/go-toml/v2"

	"github.com/robotsgate/robots/diag"
)

// FileName is what the file is called in a project.
const FileName = ".robots.toml"

// A Config is what a configuration file says. What it does not say is zero.
type Config struct {
	Name    string // the file, as messages call it
	Text    string // its whole text
	Lint    Lint
	Test    Test
	Asserts []Assert
	Envs    []Env // in the order of the text

	at    index
	codes []string // of all checks
}

// Lint is the table [lint]: what "robots lint" looks for, and what fails.
type Lint struct {
	Select     []string          `toml:"select"`
	Ignore     []string          `toml:"ignore"`
	FailOn     string            `toml:"fail-on"`
	Profile    string            `toml:"profile"`
	RobotsURL  string            `toml:"robots-url"`
	Severity   map[string]string `toml:"severity"` // by code: error, warning, info or off
	Thresholds Thresholds        `toml:"thresholds"`
	Suppress   []Suppress        `toml:"suppress"`
}

// Thresholds are the bounds of lint.Options; zero is the default of that.
type Thresholds struct {
	LineOctets int `toml:"line-octets"`
	Proofs     int `toml:"proofs"`
	Reread     int `toml:"reread"`
	Rules      int `toml:"rules"`
	States     int `toml:"states"`
	Cells      int `toml:"cells"`
}

// A Suppress is one [[lint.suppress]]: findings that are known and accepted.
type Suppress struct {
	Code    string         `toml:"code"`
	Match   string         `toml:"match"` // text that the line of the finding holds
	File    string         `toml:"file"`  // glob, see Glob
	Reason  string         `toml:"reason"`
	Expires toml.LocalDate `toml:"expires"` // the last day on which it counts; see Until
	Span    diag.Span      `toml:"-"`       // of its header in the text
}

// Until returns the last day on which s counts as in 2027-01-31, and "" if it
// always does.
func (s Suppress) Until() string {
	if s.Expires == (toml.LocalDate{}) {
		return ""
	}
	return s.Expires.String()
}

// Test is the table [test]: the files that the assertions outside of any
// environment are about.
type Test struct {
	File      string   `toml:"file"`
	Files     []string `toml:"files"`
	RobotsURL string   `toml:"robots-url"`
}

// An Assert is one [[assert]] or [[env.NAME.assert]]: what a crawler is to be
// answered, or a sitemap that is to be listed. Words are as written; package
// assert says which there are.
type Assert struct {
	Name     string   `toml:"name"`
	Agent    string   `toml:"agent"`
	Agents   []string `toml:"agents"`
	Path     string   `toml:"path"`
	Paths    []string `toml:"paths"`
	Want     string   `toml:"want"`
	Evidence string   `toml:"evidence"`
	Sitemap  string   `toml:"sitemap"`
	Sitemaps []string `toml:"sitemaps"`
	Key      string   `toml:"-"` // where it stands, for Fault: "assert[0]"
	Line     int      `toml:"-"` // of its header
}

// An Env is one [env.NAME]: the files of one deployment and what they are to be.
type Env struct {
	Name    string   `toml:"-"`
	File    string   `toml:"file"`
	Files   []string `toml:"files"`
	URLs    []string `toml:"urls"`
	Agents  []string `toml:"agents"`
	Expect  string   `toml:"expect"` // closed or open
	Asserts []Assert `toml:"assert"`
	Key     string   `toml:"-"` // where it stands, for Fault: "env.NAME"
	Line    int      `toml:"-"` // of its header
}

// document is the shape of the whole file.
type document struct {
	Lint   Lint           `toml:"lint"`
	Test   Test           `toml:"test"`
	Assert []Assert       `toml:"assert"`
	Env    map[string]Env `toml:"env"`
}

// Decode reads the text of a configuration file, whose name is for messages.
// An error is an *Error that says where and what.
func Decode(name string, text []byte) (*Config, error) {
	var doc document
	if err := decode(name, text, &doc); err != nil {
		return nil, err
	}
	c := &Config{Name: name, Text: string(text), Lint: doc.Lint, Test: doc.Test, Asserts: doc.Assert, at: newIndex(text)}
	for i := range c.Lint.Suppress {
		c.Lint.Suppress[i].Span = c.at[element("lint.suppress", i)]
	}
	c.place(c.Asserts, "assert")
	for name, e := range doc.Env {
		e.Name, e.Key = name, "env."+name
		e.Line = c.at[e.Key].Line
		c.place(e.Asserts, e.Key+".assert")
		c.Envs = append(c.Envs, e)
	}
	slices.SortFunc(c.Envs, func(a, b Env) int { return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Name, b.Name)) })
	if err := c.check(); err != nil {
		return nil, err
	}
	return c, nil
}

func (c *Config) place(all []Assert, list string) {
	for i := range all {
		all[i].Key = element(list, i)
		all[i].Line = c.at[all[i].Key].Line
	}
}
