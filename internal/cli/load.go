package cli

import (
	"time"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/fetch"
	"github.com/robotsgate/robots/internal/evidence"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/report"
)

// A loaded is what stood in the place of a FILE: a text, or what a site answered
// when asked for its robots.txt.
type loaded struct {
	report.Source
	raw string // the text, before it was decoded and parsed
}

// load reads a file, or fetches the robots.txt of the site of a URL. A site
// without a file is no error, and neither is one that cannot be reached: each is
// a policy, and Main ends a run that met the latter with exit code 3.
func (a *app) load(f *webFlags, name, missing string, o robots.Options) (loaded, error) {
	if !isURL(name) {
		text, err := a.read(name, missing)
		return loaded{report.Source{Name: name, Policy: o.Parse(text)}, text}, err
	}
	c, err := a.oneClient(f)
	if err != nil {
		return loaded{}, err
	}
	return a.loadAs(c, name, o)
}

// loadText is load for what speaks of lines, of which a site without a file has
// none.
func (a *app) loadText(f *webFlags, name, missing string, o robots.Options) (loaded, error) {
	l, err := a.load(f, name, missing, o)
	switch {
	case err != nil:
		return l, err
	case l.Fetched != nil && l.Policy.Kind() == robots.KindUnreachable:
		return l, a.unreached
	case !isDocument(l.Policy):
		return l, ioErrorf("robots check tells what crawlers may fetch there", "%s: no file: %s", l.Name, l.Policy.Kind())
	}
	return l, nil
}

// loadAs fetches with one client, and tells people what is odd about the answer.
func (a *app) loadAs(c *fetch.Client, url string, o robots.Options) (loaded, error) {
	c.Limits.BodyBytes = o.Limits.Bytes
	out, err := a.get(c, url)
	if err != nil {
		return loaded{}, err
	}
	l := loadedOf(c, out, o)
	if !ofSite(url) {
		a.say(a.lang.Text("web.page", msg.Str("url", report.Clean(url)), msg.Str("file", report.Clean(l.Name))))
	}
	a.sayFetched(out, l)
	if out.Kind == robots.KindUnreachable {
		a.unreached = unreachableError(out, false)
	}
	return l, nil
}

// ofSite reports whether a URL names a site or its robots.txt, and no page.
func ofSite(url string) bool {
	target, err := robots.Target(url)
	return err == nil && (target == "/" || target == "/robots.txt")
}

// sayFetched tells what a reader of the answers should know of the fetch.
func (a *app) sayFetched(o fetch.Outcome, l loaded) {
	say := func(key string, args ...msg.Arg) {
		a.say(report.Clean(l.Name) + ": " + a.lang.Text(key, args...))
	}
	if l.Fetched.Redirects > 0 {
		say("web.moved", msg.Str("url", report.Clean(o.FinalURL)))
	}
	for _, n := range o.Notes {
		say("fetch.note."+string(n.Code), msg.Str("detail", report.Clean(n.Detail)))
	}
	if o.Kind != robots.KindDocument {
		say("fetch.follows."+follows(o), msg.Str("site", report.Clean(o.Key)), msg.Str("preset", o.Preset.String()))
	}
}

// loadedOf makes a source of an outcome, with what proves it.
func loadedOf(c *fetch.Client, out fetch.Outcome, o robots.Options) loaded {
	file := out.Key + "/robots.txt"
	e := &report.Fetched{URL: file, FinalURL: out.FinalURL, Status: out.Status, At: out.FetchedAt.Format(time.RFC3339Nano),
		UserAgent: c.UserAgentHeader(), Preset: out.Preset.String(), Class: string(out.Class), Redirects: max(len(out.Hops)-1, 0), Bytes: len(out.Body)}
	if out.Err != nil {
		e.Error = out.Err.Error()
	}
	for _, n := range out.Notes {
		e.Notes = append(e.Notes, report.Note{Code: string(n.Code), Detail: n.Detail})
	}
	p := out.Policy()
	if out.Kind == robots.KindDocument {
		e.SHA256 = evidence.Hash(out.Body)
		o.Limits.Bytes = out.Limit
		p = o.Parse(string(out.Body))
	}
	return loaded{report.Source{Name: file, FileURL: file, Policy: p, Fetched: e}, string(out.Body)}
}

// ended lets a run that met an unreachable site end as a failure of the network:
// what follows from that was written, but nothing was learnt about the rules, and
// no assertion may pass or fail by it.
func (a *app) ended(err error) error {
	if e, ok := err.(*exitError); a.unreached != nil && (err == nil || ok && e.err == nil) {
		return a.unreached
	}
	return err
}
