package report

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
	"github.com/robotsgate/robots/internal/shared"
	"github.com/robotsgate/robots/lint"
	"github.com/robotsgate/robots/msg"
)

var (
	hitsDir  = flag.String("hits", "", "write findings to judge by hand into this folder, a file for each check")
	hitsSeed = flag.Uint64("hits-seed", 9309, "chooses the findings that -hits writes")
)

// A hit is a finding, and the file that it was found in.
type hit struct {
	file    LintFile
	finding lint.Finding
}

// Writes what the table of precision in docs/design.md was judged from:
//
//	go test ./report -run TestHits -hits DIR
//
// For each check 20 findings, of different files as far as there are so many,
// and above info if any are. The table has how many there are, how many above
// info, their files, the share of files, and that of files with any above info.
func TestHits(t *testing.T) {
	if *hitsDir == "" {
		t.Skip("-hits names no folder")
	}
	hits := map[diag.Code][]hit{}
	corpus := shared.Corpus(t)
	for _, f := range corpus {
		name := strings.TrimSuffix(strings.TrimSuffix(path.Base(f.Name), ".txt"), "_443")
		p := robots.Parse(f.Text)
		file := LintFile{Source: Source{Name: name, Policy: p}}
		for _, found := range lint.Run(p, lint.Options{FileURL: "https://" + name + "/robots.txt", Proofs: 1}) {
			hits[found.Code] = append(hits[found.Code], hit{file, found})
		}
	}
	var table strings.Builder
	for _, c := range lint.Checks() {
		all := hits[c.Code]
		loud := slices.DeleteFunc(slices.Clone(all), func(h hit) bool { return h.finding.Severity == diag.Info })
		fmt.Fprintf(&table, "| %-29s | %-7v | %5d | %5d | %5d | %4.1f %% | %4.1f %% |\n", c.Code, c.Severity, len(all), len(loud),
			files(all), 100*float64(files(all))/float64(len(corpus)), 100*float64(files(loud))/float64(len(corpus)))
		if len(loud) == 0 {
			loud = all
		}
		var b strings.Builder
		for i, h := range choose(loud, 20, *hitsSeed) {
			h.write(&b, i+1)
		}
		keep(t, string(c.Code)+".txt", b.String())
	}
	keep(t, "table.md", table.String())
}

// files counts the files of some hits.
func files(all []hit) int {
	of := map[string]bool{}
	for _, h := range all {
		of[h.file.Name] = true
	}
	return len(of)
}

func keep(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(*hitsDir, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// choose takes n findings by chance, of another file each as long as it can.
func choose(all []hit, n int, seed uint64) (chosen []hit) {
	r := rand.New(rand.NewPCG(seed, 0))
	taken, left := map[string]bool{}, []hit(nil)
	for _, i := range r.Perm(len(all)) {
		if h := all[i]; taken[h.file.Name] {
			left = append(left, h)
		} else {
			taken[h.file.Name] = true
			chosen = append(chosen, h)
		}
	}
	chosen = append(chosen, left...)
	return chosen[:min(n, len(chosen))]
}

// write tells a hit with the lines around it.
func (h hit) write(b *strings.Builder, number int) {
	at := h.finding.Span.Line
	fmt.Fprintf(b, "%2d %s:%d:%d %v: %s\n", number, h.file.Name, at, h.finding.Span.Column, h.finding.Severity, Message(msg.En, h.finding.Diagnostic))
	show := map[int]bool{}
	for _, r := range h.finding.Related[:min(3, len(h.finding.Related))] {
		show[r.Line] = true
	}
	for r := range h.file.Policy.Records() {
		n := r.Line()
		if r.Directive() != robots.DirBlank && (show[n] || at-4 <= n && n <= at+4) {
			mark := ' '
			if n == at {
				mark = '>'
			}
			fmt.Fprintf(b, "   %c%5d | %s\n", mark, n, short(Clean(strings.TrimRight(r.Raw(), "\r\n")), 140))
		}
	}
}
