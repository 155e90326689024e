package cli

import (
	"io"

	"github.com/spf13/cobra"
)

// shells are the shells that cobra can write completions for.
var shells = []struct {
	name     string
	generate func(root *cobra.Command, w io.Writer) error
}{
	{"bash", func(root *cobra.Command, w io.Writer) error { return root.GenBashCompletionV2(w, true) }},
	{"zsh", (*cobra.Command).GenZshCompletion},
	{"fish", func(root *cobra.Command, w io.Writer) error { return root.GenFishCompletion(w, true) }},
	{"powershell", (*cobra.Command).GenPowerShellCompletionWithDesc},
}

func (a *app) completion() *cobra.Command {
	var names []string
	for _, s := range shells {
		names = append(names, s.name)
	}
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "write a completion script for a shell",
		Long: `completion writes a script that completes commands, flags and their values in
bash, zsh, fish or powershell.`,
		Example: `  source <(robots completion bash)
  robots completion zsh > "${fpath[1]}/_robots"
  robots completion fish > ~/.config/fish/completions/robots.fish
  robots completion powershell | Out-String | Invoke-Expression`,
		ValidArgs:             names,
		DisableFlagsInUseLine: true,
		Args:                  cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usageErrorf("name one of "+list(names), "%s: %d shells given", cmd.Name(), len(args))
			}
			for _, s := range shells {
				if s.name == args[0] {
					return s.generate(cmd.Root(), a.out)
				}
			}
			return usageErrorf(suggest(args[0], names, "want "+list(names)), "%s: unknown shell %q", cmd.Name(), args[0])
		},
	}
}
