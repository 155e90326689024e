package cli

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/robotsgate/robots/internal/verb"
)

// A choice is the value of a flag that takes one of a few words.
type choice struct {
	value string
	of    []string
}

func (c *choice) String() string { return c.value }

// Type is the placeholder in the help, where pflag wants a name of a type.
func (c *choice) Type() string { return "word" }

// Set refuses words that are none of the choices, and says which are.
func (c *choice) Set(s string) error {
	if !slices.Contains(c.of, s) {
		return fmt.Errorf("want %s", strings.Join(c.of, ", "))
	}
	c.value = s
	return nil
}

func (c *choice) complete(cmd *cobra.Command, flag string) {
	cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(c.of, cobra.ShellCompDirectiveNoFileComp))
}

// A count is the value of a flag that takes a whole number within bounds. Not
// given it is 0, which is the default of whatever the number is for; given it
// may not be, since one who asks for nothing means something else.
type count struct{ n, least, most int }

func (c *count) String() string {
	if c.n == 0 {
		return ""
	}
	return strconv.Itoa(c.n)
}

// Type is the placeholder in the help, as for a choice.
func (c *count) Type() string { return "number" }

// Set refuses what is out of bounds, and says what is not.
func (c *count) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < c.least || n > c.most {
		return fmt.Errorf("want %d to %d", c.least, c.most)
	}
	c.n = n
	return nil
}

// list joins words as a sentence does: "a, b or c".
func list(words []string) string { return verb.List(words) }

// formatFlag adds --format to a command; the first format is the default.
func formatFlag(cmd *cobra.Command, formats ...string) *choice {
	c := &choice{value: formats[0], of: formats}
	cmd.Flags().Var(c, "format", "write as "+list(formats))
	c.complete(cmd, "format")
	return c
}

// flagError makes a usage error of what pflag complains about, with a flag of
// that command that may have been meant.
func flagError(cmd *cobra.Command, err error) error {
	help := cmd.CommandPath() + " --help lists the flags"
	var unknown *pflag.NotExistError
	var value *pflag.InvalidValueError
	var number *strconv.NumError
	switch {
	case errors.As(err, &value) && errors.As(err, &number): // which would tell of a function of Go
		return usageErrorf(help, "invalid argument %q for \"--%s\" flag: want a whole number", value.GetValue(), value.GetFlag().Name)
	case !errors.As(err, &unknown):
		return usageErrorf(help, "%w", err)
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
	dashes := "--"
	if unknown.GetSpecifiedShortnames() != "" {
		dashes = "-"
	}
	name := dashes + unknown.GetSpecifiedName()
	return usageErrorf(suggest(name, names, help), "%s: unknown flag %s", cmd.Name(), name)
}

// suggest returns the word nearest to a mistyped one as a question, or other
// if none is near.
func suggest(word string, words []string, other string) string {
	best, found := 3, "" // more than two slips are another word
	for _, w := range words {
		if d := verb.Slips(word, w); d < best || strings.HasPrefix(w, word) && len(word) > 3 && found == "" {
			best, found = min(d, best), w
		}
	}
	if found == "" {
		return other
	}
	return "did you mean " + found + "?"
}
