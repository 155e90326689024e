package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"runtime/debug"
	"slices"

	"github.com/robotsgate/robots"
)

// A real is a parser that a profile describes, with its answers: one of 1, 0
// and E a question, E where it gives the file up.
type real struct {
	Name, Version, Profile, Verdicts string
}

// agree holds profiles against the parsers they describe, run here and now. The
// versions present need not be those that the profiles were taken from, so they
// are printed.
func (b *bench) agree() {
	w := b.corpusWork(1)
	fmt.Printf("\n## Profiles and the parsers they describe, %d decisions each\n\n", w.decisions())
	reals := []real{{"temoto/robotstxt", moduleVersion("github.com/temoto/robotstxt"), "temoto", temoto(w).verdicts()}}
	if b.js == nil {
		fmt.Println("skipped: robots-parser: it cannot be run here")
	} else if err := b.js.load(w); err != nil {
		fmt.Println("skipped: robots-parser:", err)
	} else {
		reals = append(reals, real{"robots-parser", npmVersion(), "robots-parser", b.js.verdicts()})
	}
	ofPython, err := askPython(w)
	if err != nil {
		fmt.Println("skipped: urllib.robotparser, protego:", err)
	} else if !slices.ContainsFunc(ofPython, func(r real) bool { return r.Name == "protego" }) {
		fmt.Println("skipped: protego: it is not installed for python3")
	}
	for _, r := range append(reals, ofPython...) {
		r.compare(w, b.corpus)
	}
}

// maxExamples is how many differing decisions are shown of each parser.
const maxExamples = 10

// compare prints how far the profile of r agrees with it.
func (r real) compare(w *work, files []file) {
	profile, ok := robots.ProfileNamed(r.Profile)
	if !ok {
		fmt.Printf("%s %s: no profile %q\n", r.Name, r.Version, r.Profile)
		return
	}
	var examples []string
	asked, differ := 0, 0
	for i, text := range w.texts {
		p := robots.Options{Profile: profile}.Parse(text)
		_, rejected := p.Rejected()
		for _, agent := range w.agents {
			for _, target := range w.targets[i] {
				ours := digit(p.Decide(agent, target).Allowed())
				if rejected {
					ours = 'E'
				}
				theirs := byte('?')
				if asked < len(r.Verdicts) {
					theirs = r.Verdicts[asked]
				}
				if asked++; ours == theirs {
					continue
				}
				if differ++; len(examples) < maxExamples {
					examples = append(examples, fmt.Sprintf("  %s, %s, %.80s: profile %c, parser %c", files[i].name, agent, target, ours, theirs))
				}
			}
		}
	}
	fmt.Printf("%s %s and profile %s: %d of %d decisions differ, %.3f %% agree\n", r.Name, r.Version, r.Profile,
		differ, asked, 100*float64(asked-differ)/float64(max(1, asked)))
	for _, e := range examples {
		fmt.Println(e)
	}
}

// askPython asks the parsers of the python3 that is installed.
func askPython(w *work) (all []real, err error) {
	if _, err := exec.LookPath("python3"); err != nil {
		return nil, fmt.Errorf("python3 is not installed")
	}
	texts := make([][]byte, len(w.texts)) // which JSON writes in base64
	for i, t := range w.texts {
		texts[i] = []byte(t)
	}
	question, err := json.Marshal(map[string]any{"texts": texts, "agents": w.agents, "targets": w.targets})
	if err != nil {
		return nil, err
	}
	cmd := exec.Command("python3", "py/agree.py")
	cmd.Stdin, cmd.Stderr = bytes.NewReader(question), os.Stderr
	answer, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	return all, json.Unmarshal(answer, &all)
}

// moduleVersion returns which version of a Go module this program holds.
func moduleVersion(path string) string {
	info, _ := debug.ReadBuildInfo()
	for _, m := range info.Deps {
		if m.Path == path {
			return m.Version
		}
	}
	return ""
}

// npmVersion returns which version of robots-parser bench/setup has installed.
func npmVersion() string {
	var p struct{ Version string }
	text, err := os.ReadFile("js/node_modules/robots-parser/package.json")
	if err == nil {
		err = json.Unmarshal(text, &p)
	}
	if err != nil {
		return "of unknown version"
	}
	return p.Version
}
