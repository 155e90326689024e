package cli

import (
	"context"
	"errors"
	"os"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/robotsgate/robots/crawl"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/report"
)

// reading adds to a command that reads the log of a crawl what all of them have.
func (a *app) reading(cmd *cobra.Command, f *logFlags, run func(ctx context.Context, log *crawl.Log) error) *cobra.Command {
	cmd.Args = cobra.ArbitraryArgs
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) > 1 {
			return usageErrorf("name one folder", "%s: %d folders given", cmd.Name(), len(args))
		}
		f.dir = defaultDir
		if len(args) == 1 {
			f.dir = args[0]
		}
		if f.nats == "" && !f.begun() {
			return ioErrorf("the folder of a crawl is what robots crawl --dir named", "%s: no crawl in %s", cmd.Name(), f.dir)
		}
		if f.nats != "" && len(args) == 0 {
			f.dir = os.TempDir()
		}
		ctx, stop := a.untilSignal(nil)
		defer stop()
		log, err := crawl.OpenLog(ctx, f.dir, f.nats, f.creds, f.name)
		if err != nil {
			return crawlError(err)
		}
		defer log.Close()
		var own *exitError
		err = run(ctx, log)
		if lost := log.Lost(); lost > 0 && err == nil {
			return ioErrorf("restore the folder from a copy if there is one; to go on without is safe but for what they told", "%s: the log is damaged: %d records cannot be read, and what is told is without them", cmd.Name(), lost)
		}
		switch {
		case err == nil, errors.As(err, &own):
			return err
		case ctx.Err() != nil:
			return &exitError{code: exitStopped, err: errors.New(cmd.Name() + ": stopped by a signal")}
		default:
			return crawlError(err)
		}
	}
	f.add(cmd.Flags())
	return cmd
}

func (a *app) crawlStatus() *cobra.Command {
	f := &logFlags{}
	var format *choice
	cmd := a.reading(&cobra.Command{
		Use:   "status [DIR]",
		Short: "tell what a crawl came to, over all its runs",
		Long: `status reads the log of a crawl and counts every address by what became of it and
why. Pages that a rule of robots.txt keeps closed, and pages that are left alone
since robots.txt could not be had, are counted apart. No process may be crawling
in the folder meanwhile.`,
		Example: `  robots crawl status hosts
  robots crawl status hosts --format json`,
	}, f, func(ctx context.Context, log *crawl.Log) error {
		s, err := log.Stats(ctx)
		if err != nil {
			return err
		}
		if format.value == "json" {
			return writeJSON(a.out, statusOf(log, s))
		}
		a.status(log, s)
		return nil
	})
	format = formatFlag(cmd, "text", "json")
	return cmd
}

func (a *app) status(log *crawl.Log, s crawl.Stats) {
	p := log.Plan
	a.line("crawl.plan", msg.Str("agent", report.Clean(p.UserAgent)), msg.Str("scope", p.Scope), msg.Str("delay", report.Span(p.Delay)))
	a.line("crawl.log", msg.Str("n", strconv.FormatUint(s.Records, 10)), msg.Str("size", octets(int64(s.LogBytes))))
	t := &tally{a: a}
	t.add(s.Pages, "known")
	t.add(s.Outcomes[crawl.Fetched], "fetched", msg.Str("size", octets(s.Bytes)))
	t.add(s.Outcomes[crawl.Queued], "waiting")
	t.add(s.Outcomes[crawl.Refused], "refused")
	t.add(s.Outcomes[crawl.Failed], "failed")
	t.add(s.Hosts, "sites")
	t.add(s.Robots, "robots")
	t.add(s.Unreachable, "closed")
	t.add(s.ByRule(), "reason."+byRule)
	t.add(s.ByUnreachable(), "reason."+byUnreachable)
	t.write(a.out)
	if rest := without(s.Reasons, byRule, byUnreachable); len(rest) > 0 {
		a.line("crawl.why")
		t := &tally{a: a}
		t.reasons(rest)
		t.write(a.out)
	}
}

// jsonStatus is a crawl by the schema crawl-status.json.
type jsonStatus struct {
	SchemaVersion int                     `json:"schemaVersion"`
	Kind          string                  `json:"kind"` // "crawl-status"
	UserAgent     string                  `json:"userAgent"`
	Scope         string                  `json:"scope"`
	Delay         float64                 `json:"delay"` // in seconds
	Records       uint64                  `json:"records"`
	LogBytes      uint64                  `json:"logBytes"`
	Known         int64                   `json:"known"`
	Outcomes      map[crawl.Outcome]int64 `json:"outcomes"`
	Sites         int64                   `json:"sites"`
	Robots        int64                   `json:"robots"`
	Unreachable   int64                   `json:"unreachable"`
	ByRule        int64                   `json:"skippedByRule"`
	ByUnreachable int64                   `json:"skippedUnreachable"`
	Bytes         int64                   `json:"bytes"`
	Reasons       map[string]int64        `json:"reasons"`
}

func statusOf(log *crawl.Log, s crawl.Stats) jsonStatus {
	return jsonStatus{report.SchemaVersion, "crawl-status", log.Plan.UserAgent, log.Plan.Scope, log.Plan.Delay.Seconds(), s.Records, s.LogBytes,
		s.Pages, s.Outcomes, s.Hosts, s.Robots, s.Unreachable, s.ByRule(), s.ByUnreachable(), s.Bytes, s.Reasons}
}

func (a *app) crawlVerify() *cobra.Command {
	f := &logFlags{}
	unreachable := choice{value: "disallow", of: []string{"disallow", "allow"}}
	var format *choice
	cmd := a.reading(&cobra.Command{
		Use:   "verify [DIR]",
		Short: "prove from its log that a crawl kept its promises",
		Long: `verify reads the log of a crawl and proves, with its own reading of every robots.txt
in it: no page was fetched twice without a reason, none that robots.txt disallowed
then, none before robots.txt was known, no host two times at once or sooner than
its delay or Retry-After, and no robots.txt again while it counted. The exit code is 1 if a promise was broken.

It can only speak of what is in the log. Requests of a process that was killed
before it could write them down, up to its workers and its window, are not.`,
		Example: `  robots crawl verify hosts
  robots crawl verify hosts --format json`,
	}, f, func(ctx context.Context, log *crawl.Log) error {
		var as crawl.Options
		as.Rules.DangerouslyAllowUnreachable = unreachable.value == "allow"
		p, err := log.Verify(ctx, as.Rules)
		if err != nil {
			return err
		}
		if format.value == "json" {
			err = writeJSON(a.out, proofOf(p))
		} else {
			a.proof(p)
		}
		if err == nil && !p.Kept() {
			return errFindings
		}
		return err
	})
	cmd.Flags().Var(&unreachable, "on-unreachable", "judge as the crawl was run: disallow, or allow")
	unreachable.complete(cmd, "on-unreachable")
	format = formatFlag(cmd, "text", "json")
	return cmd
}

func (a *app) proof(p crawl.Proof) {
	kept := map[bool]string{true: "yes", false: "no"}[p.Kept()]
	a.line("crawl.kept", msg.Str("kept", kept), msg.Str("n", strconv.FormatInt(p.Exchanges, 10)), msg.Str("hosts", strconv.FormatInt(p.Hosts, 10)))
	t := &tally{a: a}
	for _, x := range []struct {
		n   int64
		key string
	}{{p.Pages, "pages"}, {p.Robots, "robots"}, {p.Twice, "twice"}, {p.Disallowed, "disallowed"}, {p.Blind, "blind"}, {p.AtOnce, "at-once"}, {p.TooSoon, "too-soon"}, {p.RobotsMore, "robots-more"}} {
		t.add(x.n, "proof."+x.key)
	}
	t.write(a.out)
	if p.Smallest != -1 {
		a.line("crawl.smallest", msg.Str("time", p.Smallest.Round(time.Millisecond).String()))
	}
	for _, s := range p.Faults {
		a.out.WriteString("  " + report.Clean(s) + "\n")
	}
}

// jsonProof is a proof by the schema crawl-verify.json.
type jsonProof struct {
	SchemaVersion int      `json:"schemaVersion"`
	Kind          string   `json:"kind"` // "crawl-verify"
	Kept          bool     `json:"kept"`
	Records       int64    `json:"records"`
	Pages         int64    `json:"pages"`
	Exchanges     int64    `json:"exchanges"`
	Hosts         int64    `json:"hosts"`
	Robots        int64    `json:"robots"`
	Twice         int64    `json:"twice"`
	Disallowed    int64    `json:"disallowed"`
	Blind         int64    `json:"blind"`
	AtOnce        int64    `json:"atOnce"`
	TooSoon       int64    `json:"tooSoon"`
	RobotsMore    int64    `json:"robotsAgain"`
	Smallest      *float64 `json:"smallestOver,omitempty"` // in seconds
	Faults        []string `json:"faults"`
}

func proofOf(p crawl.Proof) jsonProof {
	out := jsonProof{report.SchemaVersion, "crawl-verify", p.Kept(), p.Records, p.Pages, p.Exchanges, p.Hosts, p.Robots, p.Twice, p.Disallowed, p.Blind,
		p.AtOnce, p.TooSoon, p.RobotsMore, nil, append([]string{}, p.Faults...)}
	if p.Smallest != -1 {
		s := p.Smallest.Seconds()
		out.Smallest = &s
	}
	return out
}
