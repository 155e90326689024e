package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func (a *app) version() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "tell the version of this program",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintf(a.out, "robots %s\n", version())
			return err
		},
	}
}

// version returns the version that the go command has put into the program,
// the commit it was built from, and what it was built with.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel) " + runtime.Version()
	}
	commit := ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = " " + s.Value[:min(len(s.Value), 12)] + commit
		case s.Key == "vcs.modified" && s.Value == "true":
			commit += "+changes"
		}
	}
	return fmt.Sprintf("%s%s %s %s/%s", info.Main.Version, commit, info.GoVersion, runtime.GOOS, runtime.GOARCH)
}
