package cli

import (
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/report"
)

// root puts the tree of commands together. A new command is one line here and
// one file of its own.
func (a *app) root() *cobra.Command {
	a.color = choice{value: "auto", of: []string{"auto", "always", "never"}}
	root := &cobra.Command{
		Use:   "robots",
		Short: "read robots.txt by RFC 9309, and show why",
		Long: `robots reads robots.txt as RFC 9309 defines it and tells, for any crawler and
URL, what it may fetch, which line says so, and why.

Data goes to standard output, everything else to standard error. A file named
"-" is standard input. Wherever a file is read a URL may stand, for the robots.txt
of its site, which is then fetched; nothing else is. Exit codes: 0 clean or allowed, 1 findings, disallowed
or a failed assertion, 2 usage, 3 input or output, 4 internal error.

Messages are in English, simplified or traditional Chinese: --lang, then
ROBOTS_LANG, LC_ALL, LC_MESSAGES and LANG decide. Output for programs is the
same in every language. Colour is used on terminals only, and never if NO_COLOR
is set or TERM is dumb.`,
		Example: `  robots audit robots.txt
  robots check robots.txt
  robots check robots.txt -a GPTBot -u /news/ --explain
  robots audit https://example.com
  robots diff robots.txt https://example.com
  robots fmt --diff robots.txt`,
		SilenceErrors:              true,
		SilenceUsage:               true,
		SuggestionsMinimumDistance: 2,
		Version:                    version(),
		Args:                       cobra.ArbitraryArgs,
		PersistentPreRunE:          func(*cobra.Command, []string) error { return a.speak() },
		RunE:                       a.noCommand,
	}
	root.SetVersionTemplate("robots {{.Version}}\n")
	root.SetIn(a.stdin)
	root.SetOut(a.out)
	root.SetErr(a.stderr)
	root.SetFlagErrorFunc(flagError)
	root.SetHelpCommand(help(root))

	flags := root.PersistentFlags()
	flags.Var(&a.color, "color", "use colour: auto, always or never")
	flags.StringVar(&a.langFlag, "lang", "", "language of messages: en, zh-Hans or zh-Hant")
	a.color.complete(root, "color")
	root.RegisterFlagCompletionFunc("lang", cobra.FixedCompletions([]string{"en", "zh-Hans", "zh-Hant"}, cobra.ShellCompDirectiveNoFileComp))

	root.AddCommand(a.audit(), a.check(), a.ai(), a.agentsCommand(), a.matrix(), a.parse(), a.diff(), a.prove(), a.lint(), a.explain(), a.test(), a.firstAssertions(), a.fmt(), a.token(), a.sitemap(), a.plan(), a.fetch(), a.crawl(), a.origins(), a.survey(), a.serve(), a.mcp(), a.selftest(), a.testweb(), a.completion(), a.version())
	return root
}

// noCommand runs where no known command was named.
func (a *app) noCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		cmd.SetOut(a.stderr)
		cmd.Help()
		return &exitError{code: exitUsage}
	}
	return usageErrorf(suggest(args[0], commandNames(cmd), "robots --help lists the commands"), "unknown command %q", args[0])
}

// help is the command that cobra would add by itself, which does not fail for a
// command that does not exist.
func help(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "help about any command",
		Args:  cobra.ArbitraryArgs,
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return commandNames(root), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				unknown := args[max(0, len(args)-max(1, len(rest)))]
				return usageErrorf(suggest(unknown, commandNames(cmd), "robots --help lists the commands"), "help: there is no command %q", unknown)
			}
			cmd.InitDefaultHelpFlag()
			return cmd.Help()
		},
	}
}

func commandNames(cmd *cobra.Command) (names []string) {
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return names
}

// speak settles the language, once flags are known. What the environment says is
// for all programs, so a language there that we do not have is no error.
func (a *app) speak() error {
	tag := strings.ToLower(a.langFlag)
	if base := strings.FieldsFunc(tag, func(r rune) bool { return strings.ContainsRune("-_.@", r) }); tag != "" && (len(base) == 0 || base[0] != "en" && base[0] != "zh") {
		return usageErrorf("", "--lang %q: want en, zh-Hans or zh-Hant", a.langFlag)
	}
	a.lang = msg.Resolve(a.langFlag, a.getenv("ROBOTS_LANG"), a.getenv("LC_ALL"), a.getenv("LC_MESSAGES"), a.getenv("LANG"))
	return nil
}

// options returns how to write to w, which is standard output or error.
func (a *app) options(w any) report.Options {
	return report.Options{Lang: a.lang, Color: a.colored(w)}
}

func (a *app) colored(w any) bool {
	switch a.color.value {
	case "always":
		return true
	case "never":
		return false
	}
	return a.getenv("NO_COLOR") == "" && a.getenv("TERM") != "dumb" && isTerminal(w)
}

func isTerminal(stream any) bool {
	if t, ok := stream.(*talk); ok {
		stream = t.to
	}
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
