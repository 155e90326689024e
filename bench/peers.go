package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/robotsgate/robots"
	"github.com/temoto/robotstxt"
)

// work is what all libraries are given: texts, and questions on them. Every
// text is asked about each of its targets for each agent, in this order.
type work struct {
	name    string
	texts   []string
	agents  []string
	targets [][]string // of each text
	limits  robots.Limits
	plain   bool // leave out the ways of use that settle the crawler beforehand
}

func (w *work) bytes() (n int) {
	for _, t := range w.texts {
		n += len(t)
	}
	return n
}

func (w *work) decisions() (n int) {
	for _, t := range w.targets {
		n += len(t) * len(w.agents)
	}
	return n
}

// A peer is a library, or a way to use one, made ready for some work. passes
// holds one pass over the work for each operation it has: "parse" all texts,
// "decide" all questions on parsed texts, "oneshot" parse each text and ask
// once, "thousand" parse each text and ask 1000 times.
type peer struct {
	name     string
	base     string // our way of use that its times are divided by
	passes   map[string]func()
	prepare  func()        // parses for "decide"
	verdicts func() string // one of 1, 0 and E a question; nil: as the one before
	js       *node

	single bool           // the work is one text
	repeat map[string]int // passes in one timing
}

// peers makes all libraries ready for w. Ours comes first. Texts are parsed for
// "decide" only when that is first asked for.
func (b *bench) peers(w *work) []*peer {
	all := []*peer{ours(w), temoto(w)}
	if !w.plain {
		all = append(all, oursFor(w), temotoHoisted(w))
	}
	if b.js != nil {
		if err := b.js.load(w); err != nil {
			fmt.Println("skipped: robots-parser:", err)
			b.js = nil
		} else {
			all = append(all, &peer{name: "robots-parser", base: "robots", js: b.js, verdicts: b.js.verdicts})
		}
	}
	for _, p := range all {
		p.single = len(w.texts) == 1
	}
	return all
}

var allowed int // counts answers, so that no compiler drops the questions

func ours(w *work) *peer {
	options := robots.Options{Limits: w.limits}
	policies := sync.OnceValue(func() (all []*robots.Policy) {
		for _, t := range w.texts {
			all = append(all, options.Parse(t))
		}
		return all
	})
	return &peer{name: "robots", prepare: func() { policies() }, passes: map[string]func(){
		"parse": func() {
			for _, t := range w.texts {
				kept = options.Parse(t)
			}
		},
		"decide": func() {
			for i, p := range policies() {
				for _, agent := range w.agents {
					for _, t := range w.targets[i] {
						if p.Decide(agent, t).Allowed() {
							allowed++
						}
					}
				}
			}
		},
		"oneshot": func() {
			for i, t := range w.texts {
				if options.Parse(t).Decide(w.agents[0], w.targets[i][0]).Allowed() {
					allowed++
				}
			}
		},
		"thousand": func() {
			for i, t := range w.texts {
				p, targets := options.Parse(t), w.targets[i]
				for n := range 1000 {
					if p.Decide(w.agents[0], targets[n%len(targets)]).Allowed() {
						allowed++
					}
				}
			}
		},
	}, verdicts: func() string {
		return ask(w, func(i int, agent, target string) byte {
			return digit(policies()[i].Decide(agent, target).Allowed())
		})
	}}
}

// oursFor is us with the crawler settled beforehand.
func oursFor(w *work) *peer {
	options := robots.Options{Limits: w.limits}
	readers := sync.OnceValue(func() (all [][]*robots.Reader) {
		for _, t := range w.texts {
			p := options.Parse(t)
			var some []*robots.Reader
			for _, agent := range w.agents {
				some = append(some, p.For(agent))
			}
			all = append(all, some)
		}
		return all
	})
	return &peer{name: "robots.For", base: "robots", prepare: func() { readers() }, passes: map[string]func(){
		"decide": func() {
			for i, some := range readers() {
				for _, r := range some {
					for _, t := range w.targets[i] {
						if r.Decide(t).Allowed() {
							allowed++
						}
					}
				}
			}
		},
		"thousand": func() {
			for i, t := range w.texts {
				r, targets := options.Parse(t).For(w.agents[0]), w.targets[i]
				for n := range 1000 {
					if r.Decide(targets[n%len(targets)]).Allowed() {
						allowed++
					}
				}
			}
		},
	}, verdicts: func() string {
		all := readers()
		var b strings.Builder
		for i, some := range all {
			for _, r := range some {
				for _, t := range w.targets[i] {
					b.WriteByte(digit(r.Decide(t).Allowed()))
				}
			}
		}
		return b.String()
	}}
}

// parseTemoto returns nil for a text that temoto refuses as a whole.
func parseTemoto(text string) *robotstxt.RobotsData {
	r, err := robotstxt.FromString(text)
	if err != nil {
		return nil
	}
	return r
}

func temoto(w *work) *peer {
	policies := sync.OnceValue(func() (all []*robotstxt.RobotsData) {
		for _, t := range w.texts {
			all = append(all, parseTemoto(t))
		}
		return all
	})
	return &peer{name: "temoto", base: "robots", prepare: func() { policies() }, passes: map[string]func(){
		"parse": func() {
			for _, t := range w.texts {
				kept = parseTemoto(t)
			}
		},
		"decide": func() {
			for i, p := range policies() {
				if p == nil {
					continue
				}
				for _, agent := range w.agents {
					for _, t := range w.targets[i] {
						if p.TestAgent(t, agent) {
							allowed++
						}
					}
				}
			}
		},
		"oneshot": func() {
			for i, t := range w.texts {
				if p := parseTemoto(t); p != nil && p.TestAgent(w.targets[i][0], w.agents[0]) {
					allowed++
				}
			}
		},
		"thousand": func() {
			for i, t := range w.texts {
				p, targets := parseTemoto(t), w.targets[i]
				if p == nil {
					continue
				}
				for n := range 1000 {
					if p.TestAgent(targets[n%len(targets)], w.agents[0]) {
						allowed++
					}
				}
			}
		},
	}, verdicts: func() string {
		return ask(w, func(i int, agent, target string) byte {
			if p := policies()[i]; p != nil {
				return digit(p.TestAgent(target, agent))
			}
			return 'E'
		})
	}}
}

// temotoHoisted is temoto with the group found beforehand.
func temotoHoisted(w *work) *peer {
	groups := sync.OnceValue(func() (all [][]*robotstxt.Group) {
		for _, t := range w.texts {
			var some []*robotstxt.Group
			if p := parseTemoto(t); p != nil {
				for _, agent := range w.agents {
					some = append(some, p.FindGroup(agent))
				}
			}
			all = append(all, some)
		}
		return all
	})
	return &peer{name: "temoto hoisted", base: "robots.For", prepare: func() { groups() }, passes: map[string]func(){
		"decide": func() {
			for i, some := range groups() {
				for _, g := range some {
					for _, t := range w.targets[i] {
						if g.Test(t) {
							allowed++
						}
					}
				}
			}
		},
		"thousand": func() {
			for i, t := range w.texts {
				p, targets := parseTemoto(t), w.targets[i]
				if p == nil {
					continue
				}
				g := p.FindGroup(w.agents[0])
				for n := range 1000 {
					if g.Test(targets[n%len(targets)]) {
						allowed++
					}
				}
			}
		},
	}}
}

func ask(w *work, answer func(i int, agent, target string) byte) string {
	var b strings.Builder
	for i := range w.texts {
		for _, agent := range w.agents {
			for _, t := range w.targets[i] {
				b.WriteByte(answer(i, agent, t))
			}
		}
	}
	return b.String()
}

func digit(allowed bool) byte {
	if allowed {
		return '1'
	}
	return '0'
}

// A timing should last minTime at least and comes after warmTime of passes. If
// the first pass on one text takes slowTime or more, it is the only one: at that
// size noise matters little, and a run has to end. js/driver.mjs has the same.
const (
	minTime  = 10 * time.Millisecond
	warmTime = 40 * time.Millisecond
	slowTime = 400 * time.Millisecond
)

func (p *peer) has(operation string) bool { return p.js != nil || p.passes[operation] != nil }

// time returns the nanoseconds of one pass, and whether it should not be timed
// again.
func (p *peer) time(operation string) (ns float64, once bool, err error) {
	if p.js != nil {
		return p.js.time(operation)
	}
	pass := p.passes[operation]
	n := p.repeat[operation]
	if n == 0 {
		if operation == "decide" {
			p.prepare()
		}
		first := elapsed(pass, 1)
		if first >= slowTime && p.single {
			return float64(first), true, nil
		}
		n = 1
		for spent, last := first, first; spent < warmTime || last < minTime && n < 1<<20; spent += last {
			if last < minTime {
				n *= 2
			}
			last = elapsed(pass, n)
		}
		if p.repeat == nil {
			p.repeat = map[string]int{}
		}
		p.repeat[operation] = n
	}
	runtime.GC()
	return float64(elapsed(pass, n)) / float64(n), false, nil
}

func elapsed(pass func(), n int) time.Duration {
	start := time.Now()
	for range n {
		pass()
	}
	return time.Since(start)
}

// allocs returns what one pass allocates, once whatever the library keeps in
// pools has been filled again: collecting garbage empties them.
func (p *peer) allocs(operation string) (objects, bytes uint64) {
	p.passes[operation]()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	p.passes[operation]()
	runtime.ReadMemStats(&after)
	return after.Mallocs - before.Mallocs, after.TotalAlloc - before.TotalAlloc
}

// node is js/driver.mjs at work.
type node struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

func startNode() (*node, error) {
	for _, program := range []string{"node", "npm"} {
		if _, err := exec.LookPath(program); err != nil {
			return nil, fmt.Errorf("%s is not installed", program)
		}
	}
	if !exists("js/node_modules/robots-parser") {
		return nil, errors.New("run ./setup first")
	}
	n := &node{cmd: exec.Command("node", "--expose-gc", "js/driver.mjs")}
	n.cmd.Stderr = os.Stderr
	out, err := n.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	n.out = bufio.NewReader(out)
	if n.in, err = n.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	return n, n.cmd.Start()
}

func (n *node) stop() {
	n.in.Close()
	n.cmd.Wait()
}

type answer struct {
	NS       float64
	Once     bool
	Verdicts string
}

func (n *node) ask(command map[string]any) (a answer, err error) {
	if err = json.NewEncoder(n.in).Encode(command); err != nil {
		return a, err
	}
	line, err := n.out.ReadBytes('\n')
	if err != nil {
		return a, fmt.Errorf("node gave up: %w", err)
	}
	return a, json.Unmarshal(line, &a)
}

// load hands w over. Texts arrive as UTF-8 decoded, as callers of robots-parser
// decode them.
func (n *node) load(w *work) error {
	_, err := n.ask(map[string]any{"do": "load", "texts": w.texts, "agents": w.agents, "targets": w.targets})
	return err
}

func (n *node) verdicts() string {
	a, err := n.ask(map[string]any{"do": "verdicts"})
	if err != nil {
		fmt.Println("robots-parser:", err)
	}
	return a.Verdicts
}

func (n *node) time(operation string) (float64, bool, error) {
	a, err := n.ask(map[string]any{"do": "time", "operation": operation})
	return a.NS, a.Once, err
}
