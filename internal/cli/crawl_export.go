package cli

import (
	"context"
	"errors"
	"io"
	"iter"
	"strings"

	"github.com/spf13/cobra"

	"github.com/robotsgate/robots/crawl"
	"github.com/robotsgate/robots/crawl/export"
)

func (a *app) crawlExport() *cobra.Command {
	f := &logFlags{}
	var format *choice
	var output string
	cmd := a.reading(&cobra.Command{
		Use:   "export [DIR]",
		Short: "write a row for every address of a crawl, with what was done and why",
		Long: `export writes a row for every address that a crawl knows, in the order in which
they were found: outcome, reason, status, times, what the page asks, and where its
exchange is in the WARC files. docs/crawl-output.md lists the columns. SQLite has
tables of the robots.txt files and of counts too. SQLite and Parquet need --output,
which names a file that appears when it is complete.`,
		Example: `  robots crawl export hosts | head
  robots crawl export hosts --format sqlite --output pages.db
  robots crawl export hosts --format parquet --output pages.parquet`,
	}, f, func(ctx context.Context, log *crawl.Log) error {
		return a.export(ctx, log, format.value, output)
	})
	format = formatFlag(cmd, "jsonl", "csv", "sqlite", "parquet")
	cmd.Flags().StringVarP(&output, "output", "o", "-", "write to `FILE`")
	return cmd
}

func (a *app) export(ctx context.Context, log *crawl.Log, format, output string) error {
	pages := log.Pages(ctx)
	lines := map[string]func(io.Writer, iter.Seq2[crawl.Page, error]) error{"jsonl": export.JSONL, "csv": export.CSV}[format]
	var err error
	switch {
	case lines != nil && output == "-":
		return a.write(format, func(w io.Writer) error { return lines(w, pages) })
	case output == "-":
		return usageErrorf("name a file with --output", "export: %s cannot be written to standard output", format)
	case lines != nil:
		err = export.File(output, func(w io.Writer) error { return lines(w, pages) })
	case format == "sqlite":
		err = export.SQLite(output, pages, log.Sites(ctx, crawl.Options{}.Rules))
	default:
		err = export.Parquet(output, pages)
	}
	if err != nil && ctx.Err() == nil {
		for strings.HasPrefix(err.Error(), "export: ") && errors.Unwrap(err) != nil {
			err = errors.Unwrap(err) // the file is named once
		}
		return ioErrorf("", "write %s: %w", output, cause(err))
	}
	return err
}
