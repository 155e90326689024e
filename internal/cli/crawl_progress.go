package cli

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/robotsgate/robots/crawl"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/report"
)

// A progress shows how a crawl stands: a block of lines that is written anew
// each second on a terminal, and a line now and then elsewhere.
type progress struct {
	a     *app
	w     io.Writer
	block bool
	lines int       // of the block as it stands
	after int64     // lines that others had said when it was written
	said  time.Time // when the last plain line was written
	past  []crawl.Progress
}

// plainEvery is the time between two lines where there is no terminal.
const plainEvery = 10 * time.Second

// rateOver is how many looks a rate is taken over: some seconds, so that it does
// not jump.
const rateOver = 6

func (a *app) progress() *progress {
	return &progress{a: a, w: a.stderr, block: isTerminal(a.stderr) && a.getenv("TERM") != "dumb", said: time.Now()}
}

// show is called once a second, and at the end.
func (p *progress) show(now crawl.Progress) {
	p.past = append(p.past, now)
	if len(p.past) > rateOver {
		p.past = p.past[1:]
	}
	if p.block {
		p.redraw(p.text(now))
		return
	}
	if time.Since(p.said) >= plainEvery {
		p.said = time.Now()
		p.a.say(p.a.lang.Text("crawl.plain", p.args(now)...))
	}
}

// redraw writes the block in place of the one before. Lines are cut by the
// terminal itself: it alone knows how wide it and its characters are.
func (p *progress) redraw(lines []string) {
	var b strings.Builder
	// What was said since stands below the block: it stays, and so does the block.
	if said := p.a.said.Load(); said != p.after {
		p.after, p.lines = said, 0
	}
	if p.lines > 0 {
		fmt.Fprintf(&b, "\x1b[%dA", p.lines)
	}
	b.WriteString("\r\x1b[J\x1b[?7l")
	for _, l := range lines {
		b.WriteString(l + "\n")
	}
	b.WriteString("\x1b[?7h")
	p.lines = len(lines)
	io.WriteString(p.w, b.String())
}

func (p *progress) text(now crawl.Progress) []string {
	args := p.args(now)
	lines := make([]string, 0, 3+len(now.Slow))
	for _, key := range [...]string{"rates", "counts", "queue"} {
		lines = append(lines, p.a.lang.Text("crawl."+key, args...))
	}
	for _, h := range now.Slow {
		if h.Left < 10*time.Second {
			break
		}
		lines = append(lines, "  "+p.a.lang.Text("crawl.slow", msg.Str("host", report.Clean(h.Host)), msg.Int("n", h.Queued),
			msg.Str("delay", report.Span(h.Delay)), msg.Str("time", report.Span(h.Left.Round(time.Second)))))
	}
	return lines
}

func (p *progress) args(now crawl.Progress) []msg.Arg {
	pages, bytes := p.rates()
	return []msg.Arg{
		msg.Str("time", report.Span(now.Elapsed.Round(time.Second))), msg.Str("rate", fmt.Sprintf("%.1f", pages)), msg.Str("speed", octets(int64(bytes))),
		msg.Int("fetched", int(now.Fetched)), msg.Int("robots", int(now.Robots)), msg.Int("refused", int(now.Refused)), msg.Int("failed", int(now.Failed)),
		msg.Int("retried", int(now.Retried)), msg.Int("queued", int(now.Queued)), msg.Int("hosts", int(now.Hosts)), msg.Int("flight", int(now.InFlight)),
	}
}

// rates are pages and octets a second over the last looks.
func (p *progress) rates() (pages, bytes float64) {
	var first crawl.Progress // the start, until there are enough looks
	if len(p.past) == rateOver {
		first = p.past[0]
	}
	last := p.past[len(p.past)-1]
	s := (last.Elapsed - first.Elapsed).Seconds()
	if s <= 0 {
		return 0, 0
	}
	return float64(last.Fetched-first.Fetched) / s, float64(last.Bytes-first.Bytes) / s
}
