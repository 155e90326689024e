package cli

import (
	"bytes"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/internal/lines"
)

func (a *app) token() *cobra.Command {
	return &cobra.Command{
		Use:   "token UA...",
		Short: "tell the product token in a User-Agent header",
		Long: `token prints, for each User-Agent header, the product token under which its
sender would be named in a robots.txt, one a line. With "-" it reads headers
from standard input, one a line.

A header is made for logs and not for this, so the token is a guess; a crawler
knows its own (RFC 9309 2.2.1). A header without a token prints an empty line,
and the exit code is then 1.`,
		Example: `  robots token 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'`,
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usageErrorf("put the header in quotes, or \"-\" to read headers from standard input", "%s: no header given", cmd.Name())
			}
			if len(args) == 1 && args[0] == "-" {
				return a.tokensOfInput()
			}
			var err error
			for _, header := range args {
				if !a.printToken(header) {
					err = errFindings
				}
			}
			return err
		},
	}
}

func (a *app) tokensOfInput() (err error) {
	all := lines.New(&flusher{a.stdin, a.out})
	for {
		line, read := all.Next()
		switch {
		case read == io.EOF:
			return err
		case read != nil && read != lines.ErrLong: // of a line too long the beginning counts
			return readError("-", "", read)
		}
		if !a.printToken(string(bytes.TrimSuffix(line, []byte("\r")))) {
			err = errFindings
		}
	}
}

func (a *app) printToken(header string) bool {
	token := robots.Token(header)
	fmt.Fprintln(a.out, token)
	return token != ""
}
