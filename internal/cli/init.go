package cli

import (
	"bytes"
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/assert"
	"github.com/robotsgate/robots/internal/config"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/report"
)

// firstFlags are what init was told.
type firstFlags struct {
	output  string
	force   bool
	fileURL string
	web     webFlags
}

func (a *app) firstAssertions() *cobra.Command {
	f := &firstFlags{}
	cmd := &cobra.Command{
		Use:   "init [FILE|-]",
		Short: "write a first .robots.toml from what a file says today",
		Long: `init writes a first .robots.toml, with assertions for "robots test" that the
file meets today: the home page, what each group closes and opens, which AI
crawlers and search engines have a group of their own and which follow that of
"*", and the sitemaps. Each comes with a comment on what it is for. Keep what
you mean, and change what you do not.

The configuration goes into the working folder. One that is there already stays
as it is, unless --force is given.`,
		Example: `  robots init public/robots.txt
  robots init robots.txt --output - | less`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault),
		RunE:              func(cmd *cobra.Command, args []string) error { return a.runFirst(cmd, f, args) },
	}
	flags := cmd.Flags()
	flags.StringVarP(&f.output, "output", "o", config.FileName, "write to this `FILE`; - is standard output")
	flags.BoolVar(&f.force, "force", false, "write over a configuration that is there")
	flags.StringVar(&f.fileURL, "robots-url", "", "`URL` the file is served at, to be kept in the configuration")
	f.web.add(cmd, false)
	return cmd
}

func (a *app) runFirst(cmd *cobra.Command, f *firstFlags, args []string) error {
	if f.fileURL != "" {
		if _, err := robots.FileURL(f.fileURL); err != nil {
			return usageErrorf("it looks like https://example.com/robots.txt", "--robots-url: %w", err)
		}
	}
	name, err := a.file(cmd, args)
	if err != nil {
		return err
	}
	l, err := a.loadText(&f.web, name, "a site without a file meets no assertion, so there is nothing to write", robots.Options{})
	if err != nil {
		return err
	}
	p := l.Policy
	f.fileURL = cmp.Or(f.fileURL, l.FileURL)
	if p.Truncated() {
		return ioErrorf("", "%s: a limit was hit, and of what lies behind it nothing is known", name)
	}
	all, left := assert.First(p)
	file, err := f.from(name)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	report.AssertionsTOML(&b, file, f.fileURL, all, left, report.Options{Lang: a.lang})
	if f.output == "-" {
		a.out.Write(b.Bytes())
		return nil
	}
	if err := f.write(b.String()); err != nil {
		return err
	}
	a.say(a.lang.Text("init.written", msg.Str("file", report.Clean(f.output)), msg.Int("n", len(all))))
	return nil
}

// from returns the path of the file as seen from the folder of the
// configuration.
func (f *firstFlags) from(name string) (string, error) {
	if name == "-" || isURL(name) {
		return "robots.txt", nil // what it was read from has no name here
	}
	dir := "."
	if f.output != "-" {
		dir = filepath.Dir(f.output)
	}
	full, err := filepath.Abs(name)
	if err == nil {
		dir, err = filepath.Abs(dir)
	}
	if err != nil {
		return "", ioErrorf("", "find the folder: %w", err)
	}
	if rel, err := filepath.Rel(dir, full); err == nil {
		full = rel
	}
	if !utf8.ValidString(full) {
		return "", ioErrorf("give it another name", "%s: a name that is no UTF-8 cannot stand in a configuration", name)
	}
	return filepath.ToSlash(full), nil
}

// write makes the file, or puts another in its place if it may.
func (f *firstFlags) write(text string) error {
	file, err := os.OpenFile(f.output, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	switch {
	case errors.Is(err, fs.ErrExist) && f.force:
		err = replaceFile(f.output, text)
	case errors.Is(err, fs.ErrExist):
		return usageErrorf("--force writes over it, --output - prints the new one", "init: %s is there already", f.output)
	case err == nil:
		done := uninterrupted()
		defer done()
		_, err = file.WriteString(text)
		if closed := file.Close(); err == nil {
			err = closed
		}
		if err != nil {
			os.Remove(f.output) // half of it would be taken for the whole next time
		}
	}
	if err != nil {
		return ioErrorf("", "write %s: %w", f.output, cause(err))
	}
	return nil
}
