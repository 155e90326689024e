package cli

import (
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/robotsgate/robots/report"
	"github.com/robotsgate/robots/sitemap"
)

// sitemapFlags are what sitemap was told.
type sitemapFlags struct {
	sourceFlags
	format *choice
	robots string
	agents []string
}

// listedAgents are asked for where none is named: the search engines that
// sitemaps are written for, and any other bot.
var listedAgents = []string{"Googlebot", "Bingbot", "*"}

func (a *app) sitemap() *cobra.Command {
	f := &sitemapFlags{}
	cmd := &cobra.Command{
		Use:   "sitemap FILE... --robots FILE",
		Short: "tell which URLs of a sitemap a robots.txt closes",
		Long: `sitemap holds sitemaps against a robots.txt. A URL that is listed and closed is a
contradiction: the exit code is 1 if any is, for any of the bots asked, and 0 if
none is. For each rule that closes listed URLs it tells to whom, how many, and
where the first ones are listed.

Without -a it asks for Googlebot, Bingbot, and "*", any other bot. It reads
urlset, sitemapindex, RSS and lists of URLs, gzipped or not, told apart by what
is in them. The sitemaps that an index lists are read where they lie in the
folder of the index or below, under the path of their URL or its last part; those
that do not are counted. A URL in the place of a FILE is fetched; those that an
index or a robots.txt lists are not.

Remarks on the sitemaps themselves go to standard error and change no exit code:
URLs that are not absolute, listed twice or of another site, dates, the limits of
sitemaps.org. A file that is no sitemap at all is a failure, exit code 3.

With --robots-url, URLs of other sites are out of scope and only counted; without
it the robots.txt speaks for all.`,
		Example: `  robots sitemap public/sitemap.xml --robots public/robots.txt
  robots sitemap sitemap.xml.gz --robots robots.txt -a GPTBot -a Googlebot
  robots sitemap sitemap.xml --robots robots.txt --format markdown`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.runSitemap(cmd, f, args)
		},
	}
	cmd.Flags().StringVar(&f.robots, "robots", "", robotsUsage)
	cmd.Flags().StringArrayVarP(&f.agents, "agent", "a", nil, "crawler to ask for, by product `TOKEN` or whole User-Agent header; may be repeated")
	f.format = formatFlag(cmd, report.GateFormatNames...)
	f.sourceFlags.add(cmd)
	cmd.RegisterFlagCompletionFunc("agent", cobra.FixedCompletions(defaultAgents, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

const robotsUsage = "`FILE` with the robots.txt"

// named returns the policy of --robots, or of a site that has no file.
func (a *app) named(cmd *cobra.Command, f *sourceFlags, file string) (report.Source, error) {
	var args []string
	switch {
	case file != "":
		args = []string{file}
	case !f.absent && !cmd.Flags().Changed("status"):
		return report.Source{}, usageErrorf("name it with --robots; a site without one is judged with --absent", "%s: no robots.txt given", cmd.Name())
	}
	return a.source(cmd, f, args)
}

func (a *app) runSitemap(cmd *cobra.Command, f *sitemapFlags, args []string) error {
	if len(args) == 0 {
		return usageErrorf("name a sitemap, or \"-\" for standard input", "%s: no file given", cmd.Name())
	}
	source, err := a.named(cmd, &f.sourceFlags, f.robots)
	if err != nil {
		return err
	}
	names := f.agents
	if len(names) == 0 {
		names = listedAgents
	}
	g := &gate{app: a, web: &f.web, seen: map[string]bool{}, Gate: report.Gate{Source: source, Agents: a.agents(names, source.Policy)}}
	for _, name := range args {
		if err := g.file(name, g.served(name), 0); err != nil {
			return err
		}
	}
	report.GateFormats[f.format.value](a.out, g.Gate, a.options(a.stdout))
	a.out.Flush() // the table comes first where both streams end on one terminal
	if f.format.value != "json" {
		report.GateRemarks(a.stderr, g.Gate, a.options(a.stderr))
	}
	if err := g.understood(); err != nil {
		return err
	}
	if g.Tally.Blocked > 0 {
		return errFindings
	}
	return nil
}

// understood fails if a file is no sitemap: a gate that passes since it
// understood nothing would be worse than none.
func (g *gate) understood() error {
	for _, file := range g.Files {
		if file.Kind == 0 || file.Kind == sitemap.Text && file.Invalid == file.Entries {
			return ioErrorf("want urlset, sitemapindex, rss or a list of URLs", "%s: not a sitemap", file.Name)
		}
	}
	return nil
}

// A gate is a report.Gate in the making.
type gate struct {
	*app
	report.Gate
	web  *webFlags
	seen map[string]bool // files that were read
}

// maxIndexes is how deep indexes may lie in each other. sitemaps.org allows
// one; what lies deeper is followed twice more and then taken for a loop.
const maxIndexes = 3

// progressEvery is how many URLs are read before a person hears of it.
const progressEvery = 1 << 18

// file reads one sitemap, and those it lists if it is an index.
func (g *gate) file(name, url string, depth int) error {
	if key := filepath.Clean(name); name != "-" {
		if g.seen[key] {
			return nil
		}
		g.seen[key] = true
	}
	in, err := g.openAny(g.web, name)
	if err != nil {
		return err
	}
	defer in.Close()
	r := sitemap.NewReader(in, sitemap.Options{URL: url, Listed: g.listed(url)})
	var parts []string
	entries := func(yield func(sitemap.Entry) bool) {
		for e := range r.Entries() {
			if r.Kind() == sitemap.Index {
				parts = append(parts, e.URL)
			}
			if r.Len()%progressEvery == 0 && isTerminal(g.stderr) {
				g.say(g.progress(name, r.Len()))
			}
			if !yield(e) {
				return
			}
		}
	}
	before := g.Tally.Invalid
	for c := range sitemap.Conflicts(g.Policy, g.tokensOf(), g.FileURL, entries) {
		g.Tally.Add(name, c)
	}
	if err := r.Err(); err != nil {
		return readError(name, "", err)
	}
	g.tail(name, in)
	g.Files = append(g.Files, report.GateFile{Name: name, URL: url, Kind: r.Kind(), Entries: r.Len(), Invalid: g.Tally.Invalid - before, Bytes: r.Bytes(),
		Diagnostics: r.Diagnostics(), Counts: r.Counts()})
	return g.parts(name, parts, depth)
}

func (g *gate) tokensOf() []string {
	var tokens []string
	for _, agent := range g.Agents {
		tokens = append(tokens, agent.Name)
	}
	return tokens
}
