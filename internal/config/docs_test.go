package config

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/lint"
)

var update = flag.Bool("update", false, "write the table of keys in docs/config.md anew")

const (
	page   = "../../docs/config.md"
	header = "| key | value | default | meaning |\n| --- | --- | --- | --- |\n"
)

// The page has a row for each key. To write it anew, run
//
//	go test -run TestPageHasAllKeys ./internal/config -update
func TestPageHasAllKeys(t *testing.T) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(text), header)
	if !ok {
		t.Fatal("the page has no table of keys")
	}
	_, tail, _ := strings.Cut(rest, "\n\n")
	want := head + header + strings.TrimSuffix(keyRows(), "\n") + "\n\n" + tail
	if string(text) == want {
		return
	}
	if !*update {
		t.Fatalf("%s does not have the rows of Keys: run this test with -update", page)
	}
	if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

func keyRows() string {
	var b strings.Builder
	for _, k := range Keys() {
		kind := k.Type
		if kind == "" {
			kind = wanted(k)
		}
		b.WriteString("| `" + k.Path + "` | " + kind + " | " + k.Default + " | " + k.About + " |\n")
	}
	return b.String()
}

// The examples are read, and what they suppress is found.
func TestExamplesOfThePage(t *testing.T) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	configs, comments := 0, 0
	for i, block := range strings.Split(string(text), "```") {
		if i%2 == 0 {
			continue
		}
		switch kind, body, _ := strings.Cut(block, "\n"); kind {
		case "toml":
			configs++
			c, err := Decode(FileName, []byte(body))
			if err != nil {
				t.Errorf("%v in\n%s", err, body)
			} else if len(c.Lint.Suppress) == 0 || c.Lint.Suppress[0].Until() == "" || len(c.Asserts) == 0 {
				t.Errorf("the example shows too little: %+v", c)
			}
		case "robots":
			comments++
			if r := lint.Inspect(robots.Parse(body), lint.Options{}); len(r.Suppressed) == 0 || len(r.Findings) > 0 {
				t.Errorf("%d suppressed, found %+v in\n%s", len(r.Suppressed), r.Findings, body)
			}
		case "text":
			_, err := Decode(FileName, []byte("[lint]\nselct = []\n"))
			if err == nil || !strings.Contains(body, err.Error()) {
				t.Errorf("the error is %v and not\n%s", err, body)
			}
		}
	}
	if configs == 0 || comments < 2 {
		t.Error("examples are missing")
	}
	for _, c := range lint.Checks() {
		if strings.HasPrefix(string(c.Code), "suppression-") && !strings.Contains(string(text), "checks.md#"+string(c.Code)) {
			t.Errorf("%s is not on the page", c.Code)
		}
	}
}
