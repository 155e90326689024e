package assert

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/agents"
)

const (
	panelPrefix   = "panel:"
	purposePrefix = "purpose:"
)

// Check returns what is wrong with an assertion before any file is asked, or
// nil: no crawler, no path, a word that is none, or a wish that no file can
// fulfil.
func (a Assertion) Check() error {
	if len(a.Sitemaps) > 0 {
		if len(a.Agents)+len(a.Paths) > 0 || a.Want != 0 || a.Evidence != Any {
			return errors.New("a sitemap is listed for everybody: make the crawlers and paths an assertion of their own")
		}
		for _, s := range a.Sitemaps {
			if _, err := robots.FileURL(s); err != nil {
				return errors.New("the sitemap " + strconv.Quote(s) + " is no absolute http or https URL")
			}
		}
		return nil
	}
	switch {
	case len(a.Agents) == 0:
		return errors.New("no crawler is named")
	case len(a.Paths) == 0:
		return errors.New("no path is named")
	case a.Want == 0 || a.Want > Disallow:
		return errors.New("nothing is wanted: allow or disallow")
	case a.Evidence > Rule:
		return errors.New("the evidence is none of any, explicit, inherited and rule")
	}
	tokens, err := Expand(a.Agents)
	if err != nil {
		return err
	}
	if a.Evidence == Explicit && slices.Contains(tokens, Other) {
		return errors.New("no group can name \"*\", which stands for a crawler that the file does not name: leave evidence = \"explicit\" out")
	}
	for _, path := range a.Paths {
		if err := checkPath(path); err != nil {
			return err
		}
		if path == EveryURL && a.Want == Allow && a.Evidence == Rule {
			return errors.New("evidence = \"rule\" cannot be proven of every URL: name the paths")
		}
	}
	return nil
}

// checkPath refuses what is no path and no URL. A star inside would be taken
// for the octet that it is, and not for what authors mean by it.
func checkPath(path string) error {
	switch {
	case path == EveryURL:
		return nil
	case strings.Contains(path, "*"):
		return errors.New("the path " + strconv.Quote(path) + " is one URL and no pattern: name a URL that the pattern is about, or \"*\" for every URL")
	case strings.HasPrefix(path, "/"):
		return nil
	}
	if d := robots.Absent().DecideURL("*", path, ""); d.Err != nil {
		return errors.New("the path " + strconv.Quote(path) + " neither begins with \"/\" nor is an absolute http or https URL")
	}
	return nil
}

// Expand returns the crawlers that a list of agents stands for, each once:
// tokens as they are, "panel:NAME" as the crawlers of that panel of the catalogue
// (agents.Panel), and "purpose:NAME" as all that serve a purpose, such as
// "purpose:seo". It fails for a panel or purpose that does not exist, and for
// the bare name of one, which would be asked as a crawler of that name.
func Expand(names []string) (tokens []string, err error) {
	seen := map[string]bool{}
	for _, name := range names {
		all, err := expand(name)
		if err != nil {
			return nil, err
		}
		for _, token := range all {
			if key := strings.ToLower(token); !seen[key] {
				seen[key] = true
				tokens = append(tokens, token)
			}
		}
	}
	return tokens, nil
}

func expand(name string) ([]string, error) {
	if panel, ok := strings.CutPrefix(name, panelPrefix); ok {
		return ofPanel(panel)
	}
	if purpose, ok := strings.CutPrefix(name, purposePrefix); ok {
		return ofPurpose(purpose)
	}
	if strings.TrimSpace(name) == "" || strings.ContainsAny(name, "\r\n") {
		return nil, errors.New("the crawler " + strconv.Quote(name) + " has no name")
	}
	for _, bare := range [...]string{name, strings.TrimPrefix(name, "ai-")} {
		if _, ok := agents.Panel(bare); ok {
			return nil, errors.New("no crawler is called " + strconv.Quote(name) + ": the panel is written " + strconv.Quote(panelPrefix+bare))
		}
		if _, ok := purposeNamed(bare); ok {
			return nil, errors.New("no crawler is called " + strconv.Quote(name) + ": the purpose is written " + strconv.Quote(purposePrefix+bare))
		}
	}
	return []string{name}, nil
}

func ofPanel(name string) ([]string, error) {
	panel, ok := agents.Panel(name)
	if !ok {
		var names []string
		for n := range agents.Panels() {
			names = append(names, n)
		}
		return nil, errors.New("there is no panel " + strconv.Quote(name) + ": want " + strings.Join(names, ", "))
	}
	return tokensOf(slices.Values(panel)), nil
}

func ofPurpose(name string) ([]string, error) {
	purpose, ok := purposeNamed(name)
	if !ok {
		var names []string
		for p := agents.PurposeTraining; p <= agents.PurposeTool; p++ {
			names = append(names, p.String())
		}
		return nil, errors.New("there is no purpose " + strconv.Quote(name) + ": want " + strings.Join(names, ", "))
	}
	return tokensOf(func(yield func(agents.Agent) bool) {
		for a := range agents.All() {
			if a.Serves(purpose) && !a.Legacy && !yield(a) {
				return
			}
		}
	}), nil
}

// purposeNamed returns the purpose with that name, but for the unknown one.
func purposeNamed(name string) (agents.Purpose, bool) {
	for p := agents.PurposeTraining; p <= agents.PurposeTool; p++ {
		if p.String() == name {
			return p, true
		}
	}
	return 0, false
}

// tokensOf leaves out crawlers that no group can address: no file has a say
// over them by name.
func tokensOf(all func(func(agents.Agent) bool)) (tokens []string) {
	for a := range all {
		if !a.NoToken {
			tokens = append(tokens, a.Token)
		}
	}
	return tokens
}
