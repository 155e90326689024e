package cli

import (
	"cmp"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/agents"
	"github.com/robotsgate/robots/report"
	"github.com/robotsgate/robots/survey"
)

// surveyFlags are what survey was told.
type surveyFlags struct {
	profile choice
	web     webFlags
	panels  []string
	agents  []string
	workers int
	rows    string
	where   []string
	plot    string
	format  *choice
}

const surveyHelp = `survey asks what many sites tell AI crawlers, and prints numbers that can be checked.

An INPUT is one of these, told apart by what is in it:

  a list of hosts or URLs, one a line, with comments behind "#": fetched, each
  origin once, by --workers at a time
  WARC files: the records that are a robots.txt; a redirect in them is not followed
  a folder, or a .tar of it, of robots.txt files that are named by their host, such
  as example.com, example.com.txt or example.com/robots.txt
  rows of an earlier survey: the same numbers again, without fetching

All but folders may be compressed with gzip, and "-" is standard input. Several
inputs are one survey: of a site that is there twice the row that was fetched last
counts, and how many rows that outdid is printed.

--rows FILE keeps a JSON line for each site as it comes. A survey that was ended,
however roughly, goes on with the sites that are missing when it is run again with
the same file. --format jsonl writes the rows that count to standard output.

A crawler is closed out where no rule lets it fetch anything, which is proven for
all URLs; partly, open, and silent (no group speaks to it) are the other classes of
files that were read. A site without a file is absent and one that could not be had
unreachable: neither counts as open, nor as closed. Shares are of the files read.

Every number is a fact, such as GPTBot=closed or outcome=absent, and --where FACT
lists the sites behind it; more than one --where means all of them.`

func (a *app) survey() *cobra.Command {
	f := &surveyFlags{}
	cmd := &cobra.Command{
		Use:   "survey INPUT...",
		Short: "count what many sites tell AI crawlers",
		Long:  surveyHelp,
		Example: `  robots survey hosts.txt --as StudyBot/1.0 --contact https://example.org/study --rows rows.jsonl
  robots survey rows.jsonl --where GPTBot=closed
  robots survey CC-MAIN.warc.gz --panel all-ai --format csv
  robots survey robots-txt/ --plot survey.svg --format markdown`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return a.runSurvey(cmd, f, args) },
	}
	flags := cmd.Flags()
	panelFlag(cmd, &f.panels, "training, search and user")
	flags.StringArrayVarP(&f.agents, "agent", "a", nil, "crawler to ask for, by product `TOKEN`; may be repeated")
	flags.IntVar(&f.workers, "workers", 16, "fetch from `N` sites at a time, 1 to 1000")
	flags.StringVar(&f.rows, "rows", "", "keep a row for each site in this `FILE`, and go on with what it has")
	flags.StringArrayVar(&f.where, "where", nil, "list the sites behind a number: `FACT`, such as GPTBot=closed; may be repeated")
	flags.StringVar(&f.plot, "plot", "", "draw the crawlers as SVG into this `FILE`")
	f.format = formatFlag(cmd, append(report.SurveyFormatNames, "jsonl")...)
	f.profile.of = profileNames()
	f.profile.value = f.profile.of[0]
	flags.Var(&f.profile, "profile", "read as "+list(f.profile.of))
	f.profile.complete(cmd, "profile")
	f.web.add(cmd, false)
	return cmd
}

// settle checks what the flags say together.
func (f *surveyFlags) settle(args []string) (where []survey.Fact, err error) {
	switch {
	case len(args) == 0:
		return nil, usageErrorf("name a list of hosts, an archive or rows; \"-\" is standard input", "survey: no input given")
	case f.workers < 1 || f.workers > 1000:
		return nil, usageErrorf("1 to 1000", "--workers %d: out of range", f.workers)
	case len(f.where) > 0 && f.format.value != "text" && f.format.value != "jsonl":
		return nil, usageErrorf("want text for the sites, or jsonl for their rows", "--where lists sites, and --format %s writes numbers", f.format.value)
	case f.plot != "" && (len(f.where) > 0 || f.format.value == "jsonl"):
		return nil, usageErrorf("leave one of them out", "--plot draws numbers, and no numbers are made")
	}
	for _, s := range f.where {
		fact, err := survey.ParseFact(s)
		if err != nil {
			return nil, usageErrorf("it looks like GPTBot=closed or outcome=absent; --format csv lists them all", "--where %w", err)
		}
		where = append(where, fact)
	}
	return where, nil
}

// method says how captures are read.
func (a *app) method(f *surveyFlags) (survey.Method, error) {
	panels := f.panels
	if len(panels) == 0 && len(f.agents) == 0 {
		panels = []string{"training", "search", "user"}
	}
	bots, err := a.bots(panels, f.agents, "")
	if err != nil {
		return survey.Method{}, err
	}
	for _, b := range bots {
		if !survey.CanName(b.Token) {
			return survey.Method{}, usageErrorf("want a product token such as GPTBot", "--agent %q: facts would not tell it from others", b.Token)
		}
	}
	profile, _ := robots.ProfileNamed(f.profile.value)
	name, _, _ := strings.Cut(ownUserAgent(), " ")
	return survey.Method{Tool: name, Profile: profile, Panel: panelName(panels, f.agents), Bots: bots}, nil
}

func panelName(panels, names []string) string {
	all := append([]string{}, panels...)
	for _, n := range names {
		if b, ok := agents.Lookup(n); ok {
			n = b.Token
		}
		all = append(all, n)
	}
	return strings.Join(all, ",")
}

func (a *app) runSurvey(cmd *cobra.Command, f *surveyFlags, args []string) error {
	where, err := f.settle(args)
	if err != nil {
		return err
	}
	m, err := a.method(f)
	if err != nil {
		return err
	}
	s := &surveyRun{app: a, flags: f, method: m}
	defer s.close()
	if err := s.gather(args); err != nil {
		return err
	}
	for _, name := range []string{"panel", "agent", "profile"} {
		if !s.asked && cmd.Flags().Changed(name) {
			return usageErrorf("leave it out, or survey the sites or the archive again", "--%s: rows hold the answers as they were asked, and nothing else was named", name)
		}
	}
	if len(where) > 0 || f.format.value == "jsonl" {
		return cmp.Or(s.list(where), s.broken)
	}
	r, err := s.count()
	if err != nil {
		return err
	}
	if r.Rows == 0 {
		return ioErrorf("a list has a host or URL a line", "survey: the input holds no site")
	}
	if report.SurveyFormats[f.format.value](a.out, r, a.options(a.stdout)) != nil {
		return nil // Main reports it when it flushes
	}
	if f.plot != "" {
		var b strings.Builder
		report.SurveyPlot(&b, r, report.Options{Lang: a.lang}) // a Builder takes all
		if err := writeFile(f.plot, b.String()); err != nil {
			return ioErrorf("", "write %s: %w", f.plot, cause(err))
		}
	}
	return s.broken
}

// surveyEvery is the time between two lines that tell how a survey stands.
const surveyEvery = 5 * time.Second
