package cli

import (
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
	"github.com/robotsgate/robots/internal/config"
	"github.com/robotsgate/robots/lint"
)

// lintSettings are what holds for one file: files in other folders may have
// other configurations.
type lintSettings struct {
	config *config.Config
	parse  robots.Options
	lint   lint.Options
	failOn diag.Severity
}

// lintSettings puts flags, environment and configuration together: the first
// that has a setting gives it.
func (a *app) lintSettings(cmd *cobra.Command, f *lintFlags, name string) (s lintSettings, err error) {
	if s.config, err = a.config(&f.configFlags, name); err != nil {
		return s, err
	}
	in := s.config.Lint
	profile, failOn := f.profileFlags, f.failOn
	if err := a.chosen(cmd, "profile", &profile.profile, in.Profile); err != nil {
		return s, err
	}
	if err := a.chosen(cmd, "fail-on", &failOn, in.FailOn); err != nil {
		return s, err
	}
	s.failOn = severities[slices.Index(failOn.of, failOn.value)]
	if s.parse, err = profile.options(); err != nil {
		return s, err
	}
	o := &s.lint
	if o.Select, err = a.codes(cmd, "select", f.selects, in.Select); err != nil {
		return s, err
	}
	if o.Ignore, err = a.codes(cmd, "ignore", f.skips, in.Ignore); err != nil {
		return s, err
	}
	o.FileURL = in.RobotsURL
	if v, from := a.told(cmd, "robots-url", f.fileURL); v != "" {
		if _, err := robots.FileURL(v); err != nil {
			return s, usageErrorf("it looks like https://example.com/robots.txt", "%s: %w", from, err)
		}
		o.FileURL = v
	}
	o.Severity = map[diag.Code]diag.Severity{}
	for code, word := range in.Severity {
		i := slices.IndexFunc(severities, func(s diag.Severity) bool { return s.String() == word })
		switch asked := cmd.Flags().Changed("select") && slices.Contains(f.selects, code); {
		case i >= 0:
			o.Severity[diag.Code(code)] = severities[i]
		case !asked: // off
			o.Ignore = append(o.Ignore, diag.Code(code))
		}
	}
	t := in.Thresholds
	o.LineOctets, o.Proofs, o.Reread, o.Rules = t.LineOctets, t.Proofs, t.Reread, t.Rules
	o.Prove.States, o.Prove.Cells = t.States, t.Cells
	o.Today = time.Now().Format(time.DateOnly)
	o.Suppress = suppressions(s.config, name)
	return s, nil
}

// suppressions are those of a configuration that are for a file.
func suppressions(c *config.Config, name string) (all []lint.Suppression) {
	path := fromConfig(c, name)
	for _, s := range c.Lint.Suppress {
		if s.File == "" || config.Glob(s.File, path) {
			all = append(all, lint.Suppression{Code: diag.Code(s.Code), Match: s.Match, Reason: s.Reason, Expires: s.Until(), Name: c.Name, Span: s.Span})
		}
	}
	return all
}

// fromConfig is the path of a file from the folder of a configuration, with
// slashes.
func fromConfig(c *config.Config, name string) string {
	if isURL(name) {
		return name
	}
	dir, err := filepath.Abs(filepath.Dir(c.Name))
	if full, abs := filepath.Abs(name); err == nil && abs == nil && name != "-" {
		if rel, err := filepath.Rel(dir, full); err == nil {
			name = rel
		}
	}
	return filepath.ToSlash(name)
}

// told returns what was said of a setting on the command line, or else in the
// environment, and where; "" if it was not said.
func (a *app) told(cmd *cobra.Command, flag, given string) (value, from string) {
	if cmd.Flags().Changed(flag) {
		return given, "--" + flag
	}
	from = strings.ToUpper(strings.ReplaceAll("robots-"+cmd.Name()+"-"+flag, "-", "_"))
	return a.getenv(from), from
}

// chosen settles a setting that is one of a few words. That of the
// configuration was checked when it was read.
func (a *app) chosen(cmd *cobra.Command, flag string, c *choice, configured string) error {
	v, from := a.told(cmd, flag, c.value)
	if v == "" {
		v = configured
	}
	if v == "" {
		return nil
	}
	if err := c.Set(v); err != nil {
		return usageErrorf("", "%s: %q: %w", from, v, err)
	}
	return nil
}

// codes settles a setting that is a list of codes.
func (a *app) codes(cmd *cobra.Command, flag string, given, configured []string) ([]diag.Code, error) {
	v, from := a.told(cmd, flag, strings.Join(given, ","))
	if v == "" {
		from = flag
		v = strings.Join(configured, ",")
	}
	if v == "" {
		return nil, nil
	}
	names := strings.Split(v, ",")
	for i := range names {
		names[i] = strings.TrimSpace(names[i])
	}
	return parseCodes(from, names)
}
