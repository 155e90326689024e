// Command gendocs writes the reference of the command robots from its own help:
// docs/cli as Markdown and docs/man as man pages. Run it at the top of the
// repository; a test tells when docs/cli is stale.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/robotsgate/robots/internal/cli"
)

func main() {
	if err := generate("docs"); err != nil {
		fmt.Fprintln(os.Stderr, "gendocs:", err)
		os.Exit(1)
	}
}

// generate writes both kinds of pages below dir, in place of all that is there.
func generate(dir string) error {
	root := tree()
	pages, man := filepath.Join(dir, "cli"), filepath.Join(dir, "man")
	for _, d := range []string{pages, man} {
		if err := os.RemoveAll(d); err != nil {
			return err
		}
		if err := os.MkdirAll(d, 0o755); err != nil {
			return err
		}
	}
	if err := doc.GenMarkdownTree(root, pages); err != nil {
		return err
	}
	// A fixed date, so that the same source gives the same pages.
	month := time.Date(2026, time.November, 1, 0, 0, 0, 0, time.UTC)
	header := &doc.GenManHeader{Title: "ROBOTS", Section: "1", Source: "robots", Manual: "robots manual", Date: &month}
	return doc.GenManTree(root, header, man)
}

// tree returns the commands as they are documented.
func tree() *cobra.Command {
	root := cli.Command()
	root.Version = "" // differs from build to build
	disable(root)
	return root
}

// disable leaves out the line that names the day of generation.
func disable(cmd *cobra.Command) {
	cmd.DisableAutoGenTag = true
	for _, c := range cmd.Commands() {
		disable(c)
	}
}
