package cli

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/robotsgate/robots/crawl"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/report"
	"github.com/robotsgate/robots/warc"
)

// exitStopped is how a crawl ends that a signal stopped: what shells use for
// SIGINT. Nothing failed, but who waits for the crawl to be done must not go on.
const exitStopped = 130

func (a *app) runCrawl(cmd *cobra.Command, f *crawlFlags, args []string) error {
	opt, err := a.crawlOptions(cmd, f, args)
	if err != nil {
		return err
	}
	a.sayWho(&opt)
	hurry := make(chan struct{})
	ctx, stop := a.untilSignal(hurry)
	defer stop()
	opt.Hurry = hurry
	if f.dryRun {
		return a.dryRun(ctx, f, opt)
	}
	a.warn(f, &opt)
	if f.warc {
		w, err := a.archive(&opt)
		if err != nil {
			return err
		}
		defer w.Close()
		opt.Recorder = w
	}
	shown := []func(crawl.Progress){a.progress().show}
	if f.metrics != "" {
		m, err := a.serveMetrics(f.metrics)
		if err != nil {
			return err
		}
		defer m.close()
		shown = append(shown, m.set)
	}
	opt.Progress = func(p crawl.Progress) {
		for _, show := range shown {
			show(p)
		}
	}
	sum, err := crawl.Run(ctx, opt)
	if err != nil && sum.Elapsed == 0 {
		return crawlError(err)
	}
	if w, ok := opt.Recorder.(*warc.Writer); ok {
		if last := w.Close(); err == nil {
			err = last
		}
	}
	return a.crawlEnded(f, &opt, sum, err)
}

// sayWho tells under which name robots.txt files are read. Somebody who gets
// that wrong crawls by the rules of another.
func (a *app) sayWho(opt *crawl.Options) {
	a.say(a.lang.Text("crawl.who", msg.Str("token", opt.Fetch.Token()), msg.Str("agent", report.Clean(opt.Fetch.UserAgentHeader()))))
	if opt.Fetch.Contact == "" && !hasContact(opt.Fetch.UserAgent) {
		a.say(a.lang.Text("crawl.no-contact"))
	}
}

// warn says what is given up by a flag.
func (a *app) warn(f *crawlFlags, opt *crawl.Options) {
	for _, w := range []struct {
		is  bool
		key string
	}{
		{opt.DangerouslyNoDelay, "no-delay"}, {opt.DangerouslyIgnoreRobots, "ignore-robots"},
		{opt.Rules.DangerouslyAllowUnreachable, "allow-unreachable"}, {f.reachPrivate, "reach-private"},
	} {
		if w.is {
			a.say(a.lang.Text("crawl.warn." + w.key))
		}
	}
}

// oneSignal is how long what comes is the first signal still: timeout(1) signals
// the process and then its group, a closed terminal may do the same, and nobody
// presses a key twice so fast.
const oneSignal = 200 * time.Millisecond

// untilSignal is a context that the first signal ends. The second closes hurry, so
// that what was fetched is still written down. If that takes longer than it
// should, or there is no hurry, or with the third, the process ends: what is in
// the log is safe, and the rest is fetched again.
func (a *app) untilSignal(hurry chan<- struct{}) (context.Context, func()) {
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) { // as nohup has it
		signal.Notify(signals, syscall.SIGHUP) // the terminal is gone
	}
	done := make(chan struct{})
	go func() {
		select {
		case <-signals:
		case <-done:
			return
		}
		first := time.Now()
		cancel()
		a.say(a.lang.Text("crawl.stopping"))
		for time.Since(first) <= oneSignal {
			select {
			case <-signals:
			case <-done:
				return
			}
		}
		if hurry != nil {
			close(hurry)
			select {
			case <-signals:
			case <-time.After(atOnce):
			case <-done:
				return
			}
		}
		os.Exit(exitStopped)
	}()
	return ctx, func() {
		signal.Stop(signals)
		close(done)
		cancel()
	}
}

// atOnce is how long the end may take after a second signal.
const atOnce = 3 * time.Second

// archive opens the WARC files of a crawl, those that a dead process left first.
func (a *app) archive(opt *crawl.Options) (*warc.Writer, error) {
	dir := filepath.Join(opt.Dir, "warc")
	repaired, err := warc.Recover(dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, ioErrorf("", "open the WARC files in %s: %w", dir, err)
	}
	for _, r := range repaired {
		a.say(a.lang.Text("crawl.recovered", msg.Str("file", report.Clean(r.File)), msg.Str("lost", fmt.Sprint(r.Lost))))
	}
	rule := "obey"
	if opt.DangerouslyIgnoreRobots {
		rule = "ignore"
	}
	prefix := ""
	if opt.NATS != "" {
		// The rows of all machines name their files, which are brought together in
		// the end. A name of the machine would be published with them.
		prefix = "crawl-" + strings.ToLower(rand.Text()[:8])
	}
	w, err := warc.NewWriter(warc.Options{
		Dir: dir, Prefix: prefix, Software: "robotsgate (+https://github.com/robotsgate/robots)", Operator: opt.Fetch.Contact,
		UserAgent: opt.Fetch.UserAgentHeader(), Robots: rule, IsPartOf: opt.Name,
	})
	if err != nil {
		return nil, ioErrorf("", "open the WARC files in %s: %w", dir, err)
	}
	return w, nil
}

// crawlEnded tells what a run came to.
func (a *app) crawlEnded(f *crawlFlags, opt *crawl.Options, sum crawl.Summary, err error) error {
	if f.format.value == "json" {
		if err := writeJSON(a.out, summaryOf(opt, sum)); err != nil {
			return err
		}
	} else {
		a.summary(f, opt, sum)
	}
	if err == nil {
		a.crawlHints(f, opt, &sum)
	}
	resume := ""
	if !sum.Done {
		resume = f.again(opt)
	}
	switch {
	case err != nil:
		return &exitError{code: exitIO, err: err, hint: resume}
	case sum.Stopped == "signal":
		return &exitError{code: exitStopped, err: fmt.Errorf("crawl: stopped by a signal, %d addresses wait", sum.Left), hint: resume}
	}
	return nil
}
