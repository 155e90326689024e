package cli

import (
	"cmp"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/assert"
	"github.com/robotsgate/robots/internal/config"
	"github.com/robotsgate/robots/report"
)

// testFlags are what test was told.
type testFlags struct {
	profileFlags
	configFlags
	format  *choice
	envs    []string
	fileURL string
}

func (a *app) test() *cobra.Command {
	f := &testFlags{}
	cmd := &cobra.Command{
		Use:   "test [FILES|-]",
		Short: "hold a robots.txt to what is wanted of it",
		Long:  testHelp,
		Example: `  robots test
  robots test public/robots.txt
  robots test --env staging
  robots test --env production dist/robots.txt --format junit > robots.xml`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault),
		RunE:              func(cmd *cobra.Command, args []string) error { return a.runTest(f, args) },
	}
	flags := cmd.Flags()
	flags.StringSliceVar(&f.envs, "env", nil, "test only the environments with these `NAMES`")
	flags.StringVar(&f.fileURL, "robots-url", "", "`URL` the file is served at; URLs of other sites are not judged")
	f.format = formatFlag(cmd, report.TestFormatNames...)
	f.profileFlags.add(cmd)
	f.configFlags.add(cmd)
	return cmd
}

func (a *app) runTest(f *testFlags, args []string) error {
	options, err := f.options()
	if err != nil {
		return err
	}
	if f.fileURL != "" {
		if _, err := robots.FileURL(f.fileURL); err != nil {
			return usageErrorf("it looks like https://example.com/robots.txt", "--robots-url: %w", err)
		}
	}
	jobs, err := a.testJobs(f, args)
	if err != nil {
		return err
	}
	var tests []report.Test
	for _, j := range jobs {
		t, err := a.runJob(f, j, options)
		if err != nil {
			return err
		}
		tests = append(tests, t)
	}
	total, failed, unproven := report.TestTally(tests)
	if total == 0 {
		return usageErrorf("docs/test.md tells how to write assertions; robots init writes a first set", "test: there is no assertion")
	}
	if err := report.TestFormats[f.format.value](a.out, tests, a.options(a.stdout)); err != nil {
		return nil // Main reports it when it flushes
	}
	if f.format.value == "text" {
		a.out.Flush()
		a.say(report.TestSummary(tests, a.lang))
	}
	if failed+unproven > 0 {
		return errFindings
	}
	return nil
}

// runJob holds one file to what is wanted of it.
func (a *app) runJob(f *testFlags, j testJob, options robots.Options) (report.Test, error) {
	l, err := a.load(&f.web, j.file, "a site without a file meets no assertion", options)
	if err == nil {
		err = a.unreached // what is wanted of a file is not known to be amiss
	}
	if err != nil {
		return report.Test{}, err
	}
	p := l.Policy
	l.FileURL = cmp.Or(j.fileURL, l.FileURL)
	t := report.Test{Source: l.Source, Config: report.Clean(j.config.Name),
		Assertions: j.asserts, Results: assert.Options{FileURL: l.FileURL}.Run(p, j.asserts)}
	if j.env != nil {
		t.Env, t.EnvLine = j.env.Name, j.env.Line
		switch j.env.Expect {
		case assert.StateClosed.String():
			t.Standing = assert.Closed(p)
		case assert.StateOpen.String():
			t.Standing = assert.Open(p, j.engines...)
		}
	}
	return t, nil
}

// A testJob is a file and what is wanted of it.
type testJob struct {
	config  *config.Config
	file    string
	fileURL string
	env     *config.Env // nil outside of any
	engines []string
	asserts []assert.Assertion
}

// testJobs finds out which files are to be held to what. Files on the command
// line take the place of those of the configuration.
func (a *app) testJobs(f *testFlags, files []string) (jobs []testJob, err error) {
	if len(files) > 0 && len(f.envs) == 0 {
		for _, name := range files {
			c, err := a.testConfig(f, name)
			if err == nil && len(c.Asserts) == 0 {
				err = usageErrorf("write [[assert]], or choose an environment with --env; robots init writes a first set", "test: %s has no assertion outside of environments", c.Name)
			}
			if err != nil {
				return nil, err
			}
			asserts, err := assertionsOf(c, c.Asserts)
			if err != nil {
				return nil, err
			}
			jobs = append(jobs, testJob{config: c, file: name, fileURL: cmp.Or(f.fileURL, c.Test.RobotsURL), asserts: asserts})
		}
		return jobs, nil
	}
	first := ""
	if len(files) > 0 {
		first = files[0]
	}
	c, err := a.testConfig(f, first)
	if err != nil {
		return nil, err
	}
	if len(f.envs) == 0 {
		if jobs, err = plainJobs(c, f); err != nil {
			return nil, err
		}
	}
	envs, err := chosenEnvs(c, f.envs)
	if err != nil {
		return nil, err
	}
	for _, e := range envs {
		more, err := envJobs(c, e, f, files)
		if err != nil {
			return nil, err
		}
		jobs = append(jobs, more...)
	}
	return jobs, nil
}

// testConfig returns the configuration for a file; there must be one.
func (a *app) testConfig(f *testFlags, name string) (*config.Config, error) {
	c, err := a.config(&f.configFlags, name)
	if err != nil {
		return nil, err
	}
	if c.Name == "" {
		return nil, usageErrorf("robots init writes a first one", "test: there is no %s here or above", config.FileName)
	}
	if c.Test.RobotsURL != "" {
		if _, err := robots.FileURL(c.Test.RobotsURL); err != nil {
			return nil, fault(c.Fault("test.robots-url", "%v", err))
		}
	}
	return c, nil
}

// plainJobs are the assertions outside of any environment.
func plainJobs(c *config.Config, f *testFlags) (jobs []testJob, err error) {
	files := paths(c, c.Test.File, c.Test.Files)
	switch {
	case len(c.Asserts) == 0:
		return nil, nil
	case len(files) == 0:
		return nil, usageErrorf("name the file, or write [test] with file = \"robots.txt\"", "test: %s does not say which file its assertions are about", c.Name)
	}
	asserts, err := assertionsOf(c, c.Asserts)
	for _, name := range files {
		jobs = append(jobs, testJob{config: c, file: name, fileURL: cmp.Or(f.fileURL, c.Test.RobotsURL), asserts: asserts})
	}
	return jobs, err
}

// paths returns files of a configuration as seen from here.
func paths(c *config.Config, one string, more []string) (all []string) {
	if one != "" {
		all = append(all, one)
	}
	all = append(all, more...)
	for i, name := range all {
		if !filepath.IsAbs(name) {
			all[i] = filepath.Join(filepath.Dir(c.Name), name)
		}
	}
	return all
}
