package cli

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/fetch"
	"github.com/robotsgate/robots/internal/evidence"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/report"
)

// fetchText writes an outcome for people: the chain, what follows, what is odd,
// and the file.
func (a *app) fetchText(o fetch.Outcome) {
	for _, h := range o.Hops {
		fmt.Fprintf(a.out, "%s  %s\n", statusWord(h.Status), report.Clean(h.URL))
		if h.Location != "" {
			fmt.Fprintf(a.out, "     -> %s\n", report.Clean(h.Location))
		}
		if details := hopDetails(h); len(details) > 0 {
			fmt.Fprintf(a.out, "     %s\n", strings.Join(details, "  "))
		}
	}
	a.line("fetch.follows."+follows(o), msg.Str("site", report.Clean(o.Key)), msg.Str("preset", o.Preset.String()))
	if o.Err != nil {
		fmt.Fprintf(a.out, "%s: %s\n", o.Class, report.Clean(o.Err.Error()))
	}
	if d, ok := o.RetryAfter(); ok {
		a.line("fetch.retry", msg.Str("time", d.String()))
	}
	if o.Kind == robots.KindDocument {
		a.line("fetch.size", msg.Int("n", len(o.Body)), msg.Str("hash", evidence.Hash(o.Body)))
	}
	for _, n := range o.Notes {
		a.line("fetch.note."+string(n.Code), msg.Str("detail", report.Clean(n.Detail)))
	}
	if o.Kind != robots.KindDocument {
		return
	}
	a.out.WriteByte('\n')
	for line := range strings.Lines(o.Policy().Text()) {
		a.out.WriteString(report.Clean(strings.TrimRight(line, "\r\n")) + "\n")
	}
}

// follows names the sentence for what an outcome means.
func follows(o fetch.Outcome) string {
	tooMany := o.Class == fetch.ClassTooManyRedirects || o.Class == fetch.ClassRedirectLoop
	if o.Kind == robots.KindUnavailable && tooMany {
		return "redirects"
	}
	if o.Status == http.StatusTooManyRequests && o.Kind == robots.KindUnreachable && o.Err == nil {
		return "busy"
	}
	if !o.Preset.Conforms() && o.Kind != robots.KindDocument && o.Kind != fetch.Default.Status(o.Status) {
		return "preset-" + o.Kind.String()
	}
	return o.Kind.String()
}

func (a *app) line(key string, args ...msg.Arg) {
	a.out.WriteString(a.lang.Text(key, args...) + "\n")
}

// hopDetails tells who was asked, in which protocol, and where the time went.
func hopDetails(h fetch.Hop) []string {
	var all []string
	if h.Remote.IsValid() {
		all = append(all, h.Remote.String())
	}
	if h.Proto != "" {
		all = append(all, h.Proto)
	}
	for _, p := range []struct {
		name string
		time time.Duration
	}{{"dns", h.Timing.Lookup}, {"connect", h.Timing.Dial}, {"tls", h.Timing.TLS}, {"header", h.Timing.Header}, {"body", h.Timing.Body}} {
		if p.time > 0 {
			all = append(all, p.name+" "+millis(p.time))
		}
	}
	return all
}

func millis(d time.Duration) string {
	return strconv.FormatFloat(float64(d.Microseconds())/1000, 'f', 1, 64) + " ms"
}

// statusWord is a status in three columns.
func statusWord(status int) string {
	if status == 0 {
		return "---"
	}
	return strconv.Itoa(status)
}

func statusText(status int) string {
	return strings.TrimSpace(strconv.Itoa(status) + " " + http.StatusText(status))
}
