package cli

import (
	"github.com/spf13/cobra"

	"github.com/robotsgate/robots/conformance"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/report"
)

func (a *app) selftest() *cobra.Command {
	var format *choice
	cmd := &cobra.Command{
		Use:   "selftest",
		Short: "put the vectors of RFC 9309 to this program",
		Long: `selftest runs the conformance vectors that are part of the program and counts
them by clause of RFC 9309. The exit code is 1 if any fails.`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			r := conformance.Run(conformance.Standard())
			if format.value == "json" {
				report.SelftestJSON(a.out, r)
			} else {
				report.SelftestText(a.out, r, a.options(a.stdout))
				a.out.Flush()
			}
			if failed := r.Total - r.Passed; failed > 0 {
				a.say(a.lang.Text("selftest.failed", msg.Int("failed", failed), msg.Int("total", r.Total)))
				return errFindings
			}
			a.say(a.lang.Text("selftest.passed", msg.Int("n", r.Total)))
			return nil
		},
	}
	format = formatFlag(cmd, "text", "json")
	return cmd
}
