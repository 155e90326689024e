package cli

import (
	"github.com/spf13/cobra"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/fetch"
	"github.com/robotsgate/robots/internal/evidence"
)

// fetchFlags are what fetch was told.
type fetchFlags struct {
	webFlags
	save   string
	format *choice
}

func (a *app) fetch() *cobra.Command {
	f := &fetchFlags{}
	cmd := &cobra.Command{
		Use:   "fetch URL",
		Short: "fetch a robots.txt, and tell what follows from the answer",
		Long: `fetch asks for the robots.txt of a site as RFC 9309 2.3 wants it, and shows every
redirect, what came of it, and what a crawler may do then. The URL may be that of
any page of the site.

--as sends another User-Agent header. Given more than once it shows what each gets,
side by side, and where the answers disagree: a server, or something in front of
it, may answer bots differently. The exit code is then 1 if they disagree, as for
"robots origins".

--preset says what another crawler makes of an answer that brings no file;
docs/fetching.md has the table. --format raw writes the file alone, octet by octet.
--save keeps the file and a record of how it was fetched: URLs, statuses, header,
time in UTC, user agent and SHA-256.

Addresses of private networks are refused, on every redirect too; --allow-net opens
one. The exit code is 3 if the file is unreachable, and 0 for a file as well as for
a site that has none.`,
		Example: `  robots fetch https://example.com
  robots fetch https://example.com --as GPTBot/1.0 --save evidence
  robots fetch https://example.com --as GPTBot/1.0 --as Mozilla/5.0
  robots fetch http://127.0.0.1:8080 --allow-net 127.0.0.0/8 --format raw`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return a.runFetch(cmd, f, args) },
	}
	f.webFlags.add(cmd, true)
	cmd.Flags().StringVar(&f.save, "save", "", "keep the file and how it was fetched in this `DIR`")
	f.format = formatFlag(cmd, "text", "json", "raw")
	return cmd
}

func (a *app) runFetch(cmd *cobra.Command, f *fetchFlags, args []string) error {
	if len(args) != 1 {
		return usageErrorf("name one site, such as https://example.com", "%s: %d URLs given", cmd.Name(), len(args))
	}
	agents := f.agents()
	if len(agents) > 1 {
		return a.fetchSeveral(f, siteOf(args[0]))
	}
	client, err := a.client(&f.webFlags, agents[0])
	if err != nil {
		return err
	}
	o, err := a.get(client, siteOf(args[0]))
	if err != nil {
		return err
	}
	if f.save != "" {
		if err := a.saveEvidence(f.save, client, o); err != nil {
			return err
		}
	}
	switch f.format.value {
	case "json":
		err = evidence.Of(client, o).Write(a.out)
	case "raw":
		if o.Kind == robots.KindDocument {
			_, err = a.out.Write(o.Body)
		}
	default:
		a.fetchText(o)
	}
	if err == nil && o.Kind == robots.KindUnreachable {
		return unreachableError(o, f.format.value == "text")
	}
	return err
}

// fetchSeveral tells what several user agents get of one site, one after the
// other.
func (a *app) fetchSeveral(f *fetchFlags, site string) error {
	if f.format.value == "raw" {
		return usageErrorf("name one, or want text or json", "--format raw has room for one --as")
	}
	var keep func(*fetch.Client, fetch.Outcome) error
	if f.save != "" {
		keep = func(c *fetch.Client, o fetch.Outcome) error { return a.saveEvidence(f.save, c, o) }
	}
	return a.sideBySide(&f.webFlags, site, []string{site}, f.format.value, keep)
}

// siteOf lets people leave the scheme out.
func siteOf(url string) string {
	if url != "" && !isURL(url) {
		return "https://" + url
	}
	return url
}
