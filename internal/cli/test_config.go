package cli

import (
	"slices"
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/assert"
	"github.com/robotsgate/robots/internal/config"
)

// fault makes a usage error of what is wrong with a configuration.
func fault(e *config.Error) error { return usageErrorf(configHint(e), "%w", e) }

// slip is a fault of a word that is none of those known.
func slip(c *config.Config, key, word string, known ...string) error {
	e := c.Fault(key, "want %s, not %q", list(known), word)
	e.Word, e.Known = word, known
	return fault(e)
}

// assertionsOf reads the assertions of a configuration as package assert knows
// them.
func assertionsOf(c *config.Config, all []config.Assert) (asserts []assert.Assertion, err error) {
	for _, x := range all {
		a := assert.Assertion{Name: x.Name, Line: x.Line, Agents: oneAndMore(x.Agent, x.Agents),
			Paths: oneAndMore(x.Path, x.Paths), Sitemaps: oneAndMore(x.Sitemap, x.Sitemaps)}
		switch x.Want {
		case "":
		case assert.Allow.String():
			a.Want = assert.Allow
		case assert.Disallow.String():
			a.Want = assert.Disallow
		default:
			return nil, slip(c, x.Key+".want", x.Want, assert.Allow.String(), assert.Disallow.String())
		}
		if x.Evidence != "" {
			i := slices.Index(evidences, x.Evidence)
			if i < 0 {
				return nil, slip(c, x.Key+".evidence", x.Evidence, evidences...)
			}
			a.Evidence = assert.Evidence(i)
		}
		if err := a.Check(); err != nil {
			return nil, fault(c.Fault(x.Key, "%v", err))
		}
		asserts = append(asserts, a)
	}
	return asserts, nil
}

// evidences are the words for what an answer is to rest on, by their values.
var evidences = []string{assert.Any.String(), assert.Explicit.String(), assert.Inherited.String(), assert.Rule.String()}

func oneAndMore(one string, more []string) []string {
	if one == "" {
		return more
	}
	return append([]string{one}, more...)
}

// chosenEnvs returns the environments with those names, or all.
func chosenEnvs(c *config.Config, names []string) (envs []config.Env, err error) {
	if len(names) == 0 {
		return c.Envs, nil
	}
	var known []string
	for _, e := range c.Envs {
		known = append(known, e.Name)
	}
	for _, name := range names {
		i := slices.Index(known, name)
		if i < 0 {
			other := "write [env." + name + "] with file and expect"
			if len(known) > 0 {
				other = "there is " + strings.Join(known, ", ")
			}
			return nil, usageErrorf(suggest(name, known, other), "--env %s: %s has no such environment", name, c.Name)
		}
		envs = append(envs, c.Envs[i])
	}
	return envs, nil
}

// envJobs are what is wanted of the files of an environment, or of files in
// their place.
func envJobs(c *config.Config, e config.Env, f *testFlags, files []string) (jobs []testJob, err error) {
	switch e.Expect {
	case "", assert.StateClosed.String(), assert.StateOpen.String():
	default:
		return nil, slip(c, e.Key+".expect", e.Expect, assert.StateClosed.String(), assert.StateOpen.String())
	}
	asserts, err := assertionsOf(c, e.Asserts)
	if err != nil {
		return nil, err
	}
	if e.Expect == "" && len(asserts) == 0 {
		return nil, fault(c.Fault(e.Key, "it wants nothing: neither expect nor an assertion is there"))
	}
	engines, err := assert.Expand(e.Agents)
	if err != nil {
		return nil, fault(c.Fault(e.Key+".agents", "%v", err))
	}
	engines = slices.DeleteFunc(engines, func(t string) bool { return t == assert.Other }) // is asked for anyway
	urls := e.URLs
	if len(files) == 0 {
		files = paths(c, e.File, e.Files)
	}
	if len(files) == 0 {
		return nil, fault(c.Fault(e.Key, "it has no file to test"))
	}
	for i, name := range files {
		j := testJob{config: c, file: name, fileURL: f.fileURL, env: &e, engines: engines, asserts: asserts}
		if len(urls) == len(files) && j.fileURL == "" { // each is served somewhere else
			if _, err := robots.FileURL(urls[i]); err != nil {
				return nil, fault(c.Fault(e.Key+".urls", "%v", err))
			}
			j.fileURL = urls[i]
		}
		jobs = append(jobs, j)
	}
	return jobs, nil
}
