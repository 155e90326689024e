package cli

import (
	"strings"

	"github.com/robotsgate/robots/crawl"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/report"
)

// crawlHints tells what to do about a run that fetched nothing, and about one
// that used a budget up. A crawl that did what it was asked for needs no hint.
func (a *app) crawlHints(f *crawlFlags, opt *crawl.Options, sum *crawl.Summary) {
	read := msg.Str("read", f.where(opt))
	for _, h := range []struct {
		key string
		n   int64
	}{
		{"private", sum.Reasons["private-address"]},
		{"unreachable", sum.Reasons[byUnreachable]},
		{"disallowed", sum.Reasons[byRule]},
		{"delay", sum.Reasons["delay-too-long"]},
		{"failed", sum.Failed},
	} {
		if h.n > 0 && sum.Fetched == 0 && sum.Done {
			a.say(a.lang.Text("crawl.hint."+h.key, msg.Int("n", int(h.n)), read, msg.Str("token", opt.Fetch.Token())))
		}
	}
	nothing := sum.Done && sum.Fetched+sum.Refused+sum.Failed == 0 && opt.NATS == "" // elsewhere others may have been at work
	switch {
	case nothing && sum.Known > 0 && sum.Known == sum.Outside:
		a.say(a.lang.Text("crawl.hint.outside", msg.Int("n", int(sum.Known))))
	case nothing:
		a.say(a.lang.Text("crawl.hint.again", read))
	case sum.Stopped == "page-budget" || sum.Stopped == "byte-budget":
		flag, n := "--max-pages", opt.MaxPages
		if sum.Stopped == "byte-budget" {
			flag, n = "--max-bytes", opt.MaxBytes
		}
		a.say(a.lang.Text("crawl.hint.budget", msg.Str("command", f.again(opt)+" "+flag), msg.Int("n", int(n))))
	}
}

// again is how the crawl goes on: a command that can be pasted.
func (f *crawlFlags) again(opt *crawl.Options) string {
	if opt.NATS != "" {
		return "robots crawl " + f.cluster(opt)
	}
	all := []string{"robots crawl --resume", quoted(opt.Dir)}
	for _, n := range f.nets {
		all = append(all, "--allow-net", quoted(n))
	}
	for _, x := range []struct {
		is   bool
		flag string
	}{
		{f.robots.value == "allow", "--on-unreachable allow"}, {f.warc, "--warc"},
		{f.ignoreRobots, "--dangerously-ignore-robots"}, {f.reachPrivate, "--dangerously-reach-private-hosts"},
		{f.name != "", "--name " + f.name},
	} {
		if x.is {
			all = append(all, x.flag)
		}
	}
	return strings.Join(all, " ")
}

// where is what status, export and verify are told to read this crawl.
func (f *crawlFlags) where(opt *crawl.Options) string {
	if opt.NATS != "" {
		return f.cluster(opt)
	}
	if f.name != "" {
		return quoted(opt.Dir) + " --name " + f.name
	}
	return quoted(opt.Dir)
}

func (f *crawlFlags) cluster(opt *crawl.Options) string {
	url := opt.NATS
	if strings.Contains(url, "@") { // a password is not told
		url = "..."
	}
	text := "--nats " + quoted(url)
	if f.name != "" {
		text += " --name " + f.name
	}
	return text
}

// quoted is a word as a shell takes it.
func quoted(s string) string {
	s = report.Clean(s)
	plain := func(r rune) bool {
		return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("-_./:,@%+", r))
	}
	if s != "" && strings.IndexFunc(s, plain) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
