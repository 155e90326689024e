// Command bench runs other robots.txt libraries beside this one, in one run
// and in turns, and prints a table. README.md says what is measured and how.
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/robotsgate/robots"
)

// A bench is one run: what was asked for and the rows measured so far.
type bench struct {
	rounds int
	js     *node  // nil if robots-parser cannot be run
	corpus []file // the real files
	report report
}

var sections = []struct {
	name, title string
	run         func(*bench)
}{
	{"agree", "", (*bench).agree}, // prints by itself
	{"parse", "Parse the corpus, per file", (*bench).parse},
	{"decide", "Decide on parsed policies, per decision", (*bench).decide},
	{"oneshot", "Parse and decide, per file", (*bench).oneshot},
	{"synth", "Many rules in one group", (*bench).synth},
	{"hostile", "Hostile texts, per text", (*bench).hostile},
	{"stars", "A pattern of many stars against one long target, per decision", (*bench).stars},
}

func main() {
	from := flag.String("corpus", "", "folder or .tar.gz of robots.txt files (default: ../../shared/corpus/robots-open.tar.gz, else ../testdata/robots)")
	rounds := flag.Int("rounds", 5, "rounds in which the libraries take turns")
	only := flag.String("only", "", "comma-separated sections: agree,parse,decide,oneshot,synth,hostile,stars")
	jsonTo := flag.String("json", "", "also write the figures as JSON to this file, - for standard output")
	flag.Parse()
	if err := run(*from, *rounds, *only, *jsonTo); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(from string, rounds int, only, jsonTo string) error {
	wanted := func(name string) bool { return only == "" || slices.Contains(strings.Split(only, ","), name) }
	b := &bench{rounds: max(rounds, 1)}
	js, err := startNode()
	if err != nil {
		fmt.Printf("skipped: robots-parser: %v\n", err)
	} else {
		b.js = js
		defer js.stop()
	}
	if wanted("agree") || wanted("parse") || wanted("decide") || wanted("oneshot") {
		if b.corpus, err = loadCorpus(from); err != nil {
			return err
		}
		bytes := 0
		for _, f := range b.corpus {
			bytes += len(f.text)
		}
		fmt.Printf("corpus: %d files, %d bytes\n", len(b.corpus), bytes)
		b.guard(b.corpusWork(1))
	}
	for _, s := range sections {
		if wanted(s.name) {
			first := len(b.report.Rows)
			s.run(b)
			printTable(s.title, b.report.Rows[first:])
		}
	}
	return b.report.write(jsonTo)
}

// guard says on how many decisions the others differ from us: who decides
// differently does different work, and its times must be read with that.
func (b *bench) guard(w *work) {
	peers := b.peers(w)
	want := peers[0].verdicts()
	fmt.Printf("guard: %d decisions\n", len(want))
	for _, p := range peers[1:] {
		if p.verdicts == nil {
			continue
		}
		g := guardRow{Work: w.name, Peer: p.name, Decisions: len(want)}
		g.compare(want, p.verdicts())
		fmt.Printf("guard: %s\n", g)
		b.report.Guards = append(b.report.Guards, g)
	}
}

// corpusWork asks every file about targets made from its own rules; with
// every > 1, only each so many-th file.
func (b *bench) corpusWork(every int) *work {
	w := &work{name: "corpus", agents: []string{"Googlebot", "GPTBot", "NoSuchCrawler"}}
	for i := 0; i < len(b.corpus); i += every {
		w.texts = append(w.texts, b.corpus[i].text)
		w.targets = append(w.targets, ruleTargets(b.corpus[i].text))
	}
	return w
}

func (b *bench) parse() {
	w := b.corpusWork(1)
	b.measure(row{Section: "parse", Name: "whole corpus", Bytes: w.bytes() / len(w.texts)}, w, "parse", len(w.texts))
	for _, s := range []struct {
		name  string
		parse func(text string)
	}{
		{"robots", func(text string) { kept = robots.Parse(text) }},
		{"temoto", func(text string) { kept = parseTemoto(text) }},
	} {
		fmt.Printf("\n%s: %s\n", s.name, allocsPerFile(w.texts, s.parse))
	}
}

func (b *bench) decide() {
	w := b.corpusWork(1)
	for i, agent := range w.agents {
		one := *w
		one.agents = w.agents[i : i+1]
		b.measure(row{Section: "decide", Name: agent}, &one, "decide", one.decisions())
	}
	// One pass over thousands of policies finds each out of the cache. A crawler
	// stays with a site for a while, so here each file is asked for longer.
	w = b.corpusWork(10)
	w.agents = w.agents[:1]
	for i, t := range w.targets {
		w.targets[i] = slices.Repeat(t, 20)
	}
	b.measure(row{Section: "decide", Name: w.agents[0] + ", 20 times over"}, w, "decide", w.decisions())
}

func (b *bench) oneshot() {
	w := b.corpusWork(1)
	b.measure(row{Section: "oneshot", Name: "parse + 1 decision"}, w, "oneshot", len(w.texts))
	w = b.corpusWork(50) // a thousand decisions on each: a sample is enough
	b.measure(row{Section: "oneshot", Name: "parse + 1000 decisions"}, w, "thousand", len(w.texts))
}
