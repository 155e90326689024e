package cli

import (
	"cmp"

	"github.com/spf13/cobra"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/report"
)

// sourceFlags are the flags that say which policy is asked.
type sourceFlags struct {
	profileFlags
	absent  bool
	status  int
	fileURL string
}

func (f *sourceFlags) add(cmd *cobra.Command, more ...string) {
	f.profileFlags.add(cmd, more...)
	flags := cmd.Flags()
	flags.BoolVar(&f.absent, "absent", false, "judge a site that has no robots.txt")
	flags.IntVar(&f.status, "status", 0, "judge a site that answers with this HTTP status `CODE` instead of a file")
	flags.StringVar(&f.fileURL, "robots-url", "", "`URL` the file is served at; URLs of other sites are out of scope")
}

// source returns the policy to ask: of a file, or of a site that has none.
func (a *app) source(cmd *cobra.Command, f *sourceFlags, args []string) (report.Source, error) {
	if f.fileURL != "" {
		if _, err := robots.FileURL(f.fileURL); err != nil {
			return report.Source{}, usageErrorf("it looks like https://example.com/robots.txt", "--robots-url: %w", err)
		}
	}
	options, err := f.options()
	if err != nil {
		return report.Source{}, err
	}
	withStatus := cmd.Flags().Changed("status")
	if !f.absent && !withStatus {
		name, err := a.file(cmd, args)
		if err != nil {
			return report.Source{}, err
		}
		l, err := a.load(&f.web, name, "a site without a robots.txt is judged with --absent", options)
		l.FileURL = cmp.Or(f.fileURL, l.FileURL) // what was said goes first: a copy elsewhere is judged as what it is to be
		return l.Source, err
	}
	switch {
	case len(args) > 0:
		return report.Source{}, usageErrorf("leave one of them out", "both a file and --absent or --status are given")
	case f.absent && withStatus:
		return report.Source{}, usageErrorf("--absent is the same as --status 404", "both --absent and --status are given")
	case f.absent:
		return report.Source{FileURL: f.fileURL, Policy: robots.Absent()}, nil
	}
	p, ok := robots.ForStatus(f.status)
	if !ok {
		return report.Source{}, usageErrorf("400 to 599 stand for a file that could not be had; for 200 name the file, for 3xx follow the redirect",
			"--status %d: no policy follows from it", f.status)
	}
	return report.Source{FileURL: f.fileURL, Policy: p}, nil
}
