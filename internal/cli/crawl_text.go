package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/robotsgate/robots/crawl"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/report"
)

// A tally is a column of numbers with a sentence beside each. The numbers come
// first, so that they stand in a column in every language.
type tally struct {
	a    *app
	rows []tallyRow
}

type tallyRow struct {
	n    string
	text string
}

func (t *tally) add(n int64, key string, args ...msg.Arg) {
	t.rows = append(t.rows, tallyRow{strconv.FormatInt(n, 10), t.a.lang.Text("crawl."+key, append(args, msg.Int("n", int(n)))...)})
}

func (t *tally) write(w io.Writer) {
	wide := 0
	for _, r := range t.rows {
		wide = max(wide, len(r.n))
	}
	for _, r := range t.rows {
		fmt.Fprintf(w, "  %*s  %s\n", wide, r.n, r.text)
	}
}

// reasons adds a row for each reason that there is, in the order of the code.
func (t *tally) reasons(counts map[string]int64) {
	for _, r := range crawl.Reasons() {
		if n := counts[r]; n > 0 {
			t.add(n, "reason."+r)
		}
	}
}

// The two ways of robots.txt to keep a page from being fetched are told apart
// before all others, and even if there are none.
const (
	byRule        = "disallowed"
	byUnreachable = "robots-unreachable"
)

func without(counts map[string]int64, words ...string) map[string]int64 {
	rest := map[string]int64{}
	for w, n := range counts {
		if !slices.Contains(words, w) {
			rest[w] = n
		}
	}
	return rest
}

// summary writes what one run came to.
func (a *app) summary(f *crawlFlags, opt *crawl.Options, sum crawl.Summary) {
	how := sum.Stopped
	if sum.Done {
		how = "done"
	}
	a.line("crawl.ended", msg.Str("how", how), msg.Str("time", report.Span(sum.Elapsed.Round(time.Second))), msg.Int("left", int(sum.Left)))
	t := &tally{a: a}
	t.add(sum.Fetched, "fetched", msg.Str("size", octets(sum.Bytes)))
	t.add(sum.Robots, "robots")
	t.add(sum.Unreachable, "unreachable")
	t.add(sum.Reasons[byRule], "reason."+byRule)
	t.add(sum.Reasons[byUnreachable], "reason."+byUnreachable)
	t.add(sum.Failed, "failed")
	if sum.Retried > 0 {
		t.add(sum.Retried, "retried")
	}
	t.write(a.out)
	if rest := without(sum.Reasons, byRule, byUnreachable); len(rest) > 0 {
		a.line("crawl.why")
		t := &tally{a: a}
		t.reasons(rest)
		t.write(a.out)
	}
	a.line("crawl.next", msg.Str("dir", f.where(opt)))
}

// jsonSummary is a run by the schema crawl.json.
type jsonSummary struct {
	SchemaVersion int              `json:"schemaVersion"`
	Kind          string           `json:"kind"` // "crawl"
	Dir           string           `json:"dir"`
	Agent         string           `json:"agent"`
	UserAgent     string           `json:"userAgent"`
	Done          bool             `json:"done"`
	Stopped       string           `json:"stopped,omitempty"`
	Seconds       float64          `json:"seconds"`
	Fetched       int64            `json:"fetched"`
	Bytes         int64            `json:"bytes"`
	Robots        int64            `json:"robots"`
	Unreachable   int64            `json:"unreachable"`
	ByRule        int64            `json:"skippedByRule"`
	ByUnreachable int64            `json:"skippedUnreachable"`
	Refused       int64            `json:"refused"`
	Failed        int64            `json:"failed"`
	Retried       int64            `json:"retried"`
	Waiting       int64            `json:"waiting"`
	Reasons       map[string]int64 `json:"reasons"`
}

func summaryOf(opt *crawl.Options, s crawl.Summary) jsonSummary {
	return jsonSummary{
		SchemaVersion: report.SchemaVersion, Kind: "crawl", Dir: opt.Dir, Agent: opt.Fetch.Token(), UserAgent: opt.Fetch.UserAgentHeader(),
		Done: s.Done, Stopped: s.Stopped, Seconds: s.Elapsed.Seconds(), Fetched: s.Fetched, Bytes: s.Bytes, Robots: s.Robots,
		Unreachable: s.Unreachable, ByRule: s.Reasons[byRule], ByUnreachable: s.Reasons[byUnreachable],
		Refused: s.Refused, Failed: s.Failed, Retried: s.Retried, Waiting: s.Left, Reasons: s.Reasons,
	}
}

func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// octets tells a size in decimal units, which are the same in all languages.
func octets(n int64) string {
	units := []string{"B", "kB", "MB", "GB", "TB"}
	v, u := float64(n), 0
	for v >= 1000 && u < len(units)-1 {
		v, u = v/1000, u+1
	}
	if u == 0 {
		return strconv.FormatInt(n, 10) + " B"
	}
	return strconv.FormatFloat(v, 'f', 1, 64) + " " + units[u]
}

// hasContact reports whether a user agent says where to read about it.
func hasContact(agent string) bool {
	return strings.Contains(agent, "://") || strings.Contains(agent, "@")
}
