package cli

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/robotsgate/robots/internal/mcp"
)

func (a *app) mcp() *cobra.Command {
	f := &outboundFlags{}
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "offer the commands as tools to AI assistants, over standard input and output",
		Long: `mcp speaks the Model Context Protocol on standard input and output, so that an
assistant can ask what a robots.txt says instead of guessing: check, parse, lint,
diff, matrix, ai, explain and audit, with the JSON of the commands of these names.

The tools only read what they are given, and neither files nor the network;
--fetch adds a tool that fetches robots.txt files. docs/mcp.md has the limits.`,
		Example: `  robots mcp
  robots mcp --fetch --user-agent ExampleBot/1.0`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			client, err := f.client(cmd)
			if err != nil {
				return err
			}
			if err := a.out.Flush(); err != nil {
				return err
			}
			ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			o := mcp.Options{Version: version(), Client: client, Today: func() string { return time.Now().Format(time.DateOnly) }}
			if err := mcp.Serve(ctx, o, io.NopCloser(a.stdin), unclosed{a.stdout}); !errClosed(err) {
				return ioErrorf("", "mcp: %w", err)
			}
			return nil
		},
	}
	f.add(cmd)
	return cmd
}

// unclosed is standard output, which is not ours to close.
type unclosed struct{ io.Writer }

// Close does nothing.
func (unclosed) Close() error { return nil }
