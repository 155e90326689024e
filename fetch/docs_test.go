package fetch_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/fetch"
)

const fetching = "../docs/fetching.md"

// Every test that docs/fetching.md cites exists.
func TestTheDocumentCitesTestsThatExist(t *testing.T) {
	page, err := os.ReadFile(fetching)
	if err != nil {
		t.Fatal(err)
	}
	exist := map[string]bool{}
	files, _ := filepath.Glob("*_test.go")
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?m)^func (Test\w+)\(`).FindAllStringSubmatch(string(text), -1) {
			exist[m[1]] = true
		}
	}
	cited := regexp.MustCompile("`(Test\\w+)`").FindAllStringSubmatch(string(page), -1)
	if len(cited) < 30 {
		t.Errorf("only %d tests are cited", len(cited))
	}
	for _, m := range cited {
		if !exist[m[1]] {
			t.Errorf("%s is cited, but does not exist", m[1])
		}
	}
}

var updateDocs = flag.Bool("update", false, "write the table of presets in docs/fetching.md anew")

func TestTheDocumentHasThePresetsAsTheyAre(t *testing.T) {
	page, err := os.ReadFile(fetching)
	if err != nil {
		t.Fatal(err)
	}
	const head = "|---|---|---|---|---|---|---|---|---|---|---|\n"
	before, rest, ok := strings.Cut(string(page), head)
	if !ok {
		t.Fatal("no table of presets")
	}
	was, after, _ := strings.Cut(rest, "\n\n")
	is := strings.TrimSuffix(presetRows(), "\n")
	if *updateDocs {
		if err := os.WriteFile(fetching, []byte(before+head+is+"\n\n"+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if was != is {
		t.Errorf("docs/fetching.md does not have the presets as they are: go test ./fetch -run TheDocument -update")
	}
}

func presetRows() string {
	var b strings.Builder
	for _, p := range fetch.Presets() {
		fmt.Fprintf(&b, "| `%v` |", p)
		for _, c := range fetch.Says(p) {
			if c == 0 {
				b.WriteString(" – |")
				continue
			}
			fmt.Fprintf(&b, " %s |", map[robots.Kind]string{robots.KindDocument: "read", robots.KindAbsent: "absent",
				robots.KindUnavailable: "open", robots.KindUnreachable: "closed"}[c])
		}
		permitted := "yes"
		if !p.Conforms() {
			permitted = "no"
		}
		fmt.Fprintf(&b, " %s | %s |\n", permitted, p.Source())
	}
	return b.String()
}
