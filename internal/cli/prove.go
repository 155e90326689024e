package cli

import (
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/access"
	"github.com/robotsgate/robots/prove"
	"github.com/robotsgate/robots/report"
)

// proveFlags are what prove was told.
type proveFlags struct {
	profileFlags
	format *choice
	agents []string
	states count
}

// questions are what prove can be asked: their names, how many arguments stand
// behind the name at least and at most, and who answers.
var questions = []struct {
	name   string
	args   int
	most   int
	answer func(a *app, q *query) error
}{
	{"dead", 0, 0, (*app).proveDead},
	{"minimize", 0, 0, (*app).proveMinimal},
	{"reach", 1, 1, (*app).proveReach},
	{"equal", 1, 1, (*app).proveEqual},
	{"blocks", 0, 0, (*app).proveBlocks},
	{"allows", 0, 0, (*app).proveAllows},
	{"agree", 1, 2, (*app).proveAgree},
}

func (a *app) prove() *cobra.Command {
	f := &proveFlags{}
	cmd := &cobra.Command{
		Use:   "prove FILE dead|minimize|reach LINE|equal OTHER|blocks|allows|agree PROFILE [PROFILE]",
		Short: "answer a question about a robots.txt over all URLs",
		Long: `prove answers questions that speak of every URL at once. An answer is yes, no or
not proven, and comes with what shows it: a path, or the rules that shadow one.

  dead          does every rule decide something for some bot?
  minimize      is every rule needed? Those are listed without which no answer
                changes; "robots fmt --minimize" takes them out
  reach LINE    does the rule on that line decide anything? Shows a shortest path
  equal OTHER   do both files give every bot the same answers?
  blocks        is everything but /robots.txt closed?
  allows        is everything open?
  agree PROFILE [PROFILE]
                do two profiles read this file alike? The second is rfc9309 if
                left out. Profiles compare odd octets each in its own form, so
                mostly the answer is about plain URLs: a path of letters, digits,
                "-._~" and "/", and perhaps a query of these with "=" and "&".
                Some profiles decide in ways that can only be refuted

Without -a a question is put for every bot that the file tells apart: those it
names, "*", and "any other bot". A rule is dead only if it decides nothing for
every bot that follows it.

The exit code is 0 for yes and 1 for no. It is 1 too where a search hit its
bound, which --states raises; --format json tells "no" from "not-proven".`,
		Example: `  robots prove robots.txt dead
  robots prove robots.txt reach 12
  robots prove old.txt equal new.txt -a GPTBot
  robots prove robots.txt agree protego google -a Googlebot
  robots prove robots.txt blocks -a GPTBot -a CCBot --format json`,
		Args: cobra.ArbitraryArgs,
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) != 1 {
				return nil, cobra.ShellCompDirectiveDefault
			}
			return questionNames(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.runProve(cmd, f, args)
		},
	}
	flags := cmd.Flags()
	flags.StringArrayVarP(&f.agents, "agent", "a", nil, "ask only for this crawler, by product `TOKEN` or whole User-Agent header; may be repeated")
	statesFlag(cmd, &f.states)
	f.format = formatFlag(cmd, "text", "json")
	f.profileFlags.add(cmd)
	return cmd
}

func questionNames() []string {
	var names []string
	for _, q := range questions {
		names = append(names, q.name)
	}
	return names
}

// A query is a question as it was put, and the answer to be.
type query struct {
	*proveFlags
	options robots.Options
	bounds  prove.Options
	args    []string // behind the name of the question
	text    string   // of the file
	proof   report.Proof
}

func (a *app) runProve(cmd *cobra.Command, f *proveFlags, args []string) error {
	if len(args) < 2 {
		return usageErrorf("name a file and one of "+list(questionNames()), "%s: no question given", cmd.Name())
	}
	i := slices.Index(questionNames(), args[1])
	switch {
	case i < 0:
		return usageErrorf(suggest(args[1], questionNames(), "want "+list(questionNames())), "%s: unknown question %q", cmd.Name(), args[1])
	case len(args)-2 < questions[i].args || len(args)-2 > questions[i].most:
		want := strconv.Itoa(questions[i].args)
		if questions[i].most > questions[i].args {
			want += " or " + strconv.Itoa(questions[i].most)
		}
		return usageErrorf(cmd.CommandPath()+" --help shows how each question is put", "%s %s: %d arguments given, want %s", cmd.Name(), args[1], len(args)-2, want)
	case args[1] == "agree" && cmd.Flags().Changed("profile"):
		return usageErrorf("leave --profile out", "agree names its profiles itself")
	}
	options, err := f.options()
	if err != nil {
		return err
	}
	q := &query{proveFlags: f, options: options, bounds: prove.Options{States: f.states.n}, args: args[2:]}
	l, err := a.loadText(&f.web, args[0], "", options)
	if err != nil {
		return err
	}
	q.text = l.raw
	q.proof.Question, q.proof.Source = args[1], l.Source
	if args[1] != "agree" && !provable(q.proof.Policy) {
		return usageErrorf("rfc9309 and google can be reasoned about; agree takes all profiles", "--profile %s: nothing can be proven over all targets by it", f.profile.value)
	}
	if err := questions[i].answer(a, q); err != nil {
		return err
	}
	if f.format.value == "json" {
		report.ProofJSON(a.out, q.proof)
	} else {
		report.ProofText(a.out, q.proof, a.options(a.stdout))
	}
	if q.proof.Answer != prove.Yes {
		return errFindings
	}
	return nil
}

// parts returns the crawlers to ask for, those together that are told the same.
func (a *app) parts(q *query, policies ...*robots.Policy) [][]string {
	tokens := a.tokens(q.agents, policies[0])
	if len(tokens) == 0 {
		tokens = prove.Tokens(policies...)
	}
	return access.Alike(tokens, policies...)
}

// worse folds the answers for several crawlers: one "no" refutes, and "yes"
// needs all.
func worse(a, b prove.Answer) prove.Answer {
	switch {
	case a == prove.No || b == prove.No:
		return prove.No
	case a == prove.NotProven || b == prove.NotProven:
		return prove.NotProven
	}
	return prove.Yes
}

// provable reports whether package prove can speak of all targets by the
// profile of p: whether there is an order in which its rules decide, and whether
// every target has one form in which it is compared.
func provable(p *robots.Policy) bool {
	return p.Profile() == robots.RFC9309 || p.Profile().RawTargets() && p.For("*").Ordered()
}
