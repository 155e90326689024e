package signals

import (
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
)

// customs says what there is to remark on records that are old customs and say
// nothing about uses. Crawl-delay and Request-rate are read by package robots,
// which also remarks on those that it cannot read.
var customs = [...]struct {
	dir   robots.Directive
	about func(*reader, robots.Record)
}{
	{robots.DirCrawlDelay, (*reader).aboutDelay},
	{robots.DirVisitTime, (*reader).aboutVisitTime},
	{robots.DirCleanParam, (*reader).aboutCleanParam},
	{robots.DirHost, (*reader).aboutHost},
	{robots.DirNoindex, (*reader).aboutMetaRule},
	{robots.DirNofollow, (*reader).aboutMetaRule},
	{robots.DirNoarchive, (*reader).aboutMetaRule},
	{robots.DirUnknown, (*reader).aboutUnknown},
}

func (r *reader) custom(rec robots.Record) {
	for _, row := range customs {
		if row.dir == rec.Directive() {
			row.about(r, rec)
			return
		}
	}
}

const (
	// bingDelay is the longest window between two fetches that Bing knows.
	bingDelay = 30
	// commonsDelay is the longest delay that crawler-commons, by default, does not
	// take for a ban.
	commonsDelay = 300
)

// aboutDelay remarks on delays so long that some crawlers read another one, or
// none but a ban.
func (r *reader) aboutDelay(rec robots.Record) {
	whole, _, _ := strings.Cut(rec.Value(), ".")
	seconds := 0
	for i := range len(whole) {
		if !isDigit(whole[i]) || i == 9 {
			return
		}
		seconds = seconds*10 + int(whole[i]-'0')
	}
	limit := bingDelay
	if seconds > commonsDelay {
		limit = commonsDelay
	} else if seconds <= bingDelay {
		return
	}
	d := r.remark(codeLongDelay, rec.ValueSpan(), diag.Int("seconds", seconds), diag.Int("limit", limit))
	if limit == commonsDelay {
		d.Severity = diag.Warning
	}
}

// aboutVisitTime wants "0400-0845", the hours in UTC.
func (r *reader) aboutVisitTime(rec robots.Record) {
	from, to, dash := strings.Cut(strings.ReplaceAll(rec.Value(), " ", ""), "-")
	if !dash || !isHour(from) || !isHour(to) {
		r.remark(codeVisitTime, rec.ValueSpan(), diag.Text("value", rec.Value()))
	}
}

func isHour(s string) bool {
	if len(s) != 4 || !isDigit(s[0]) || !isDigit(s[1]) || !isDigit(s[2]) || !isDigit(s[3]) {
		return false
	}
	return s[:2] < "24" && s[2:] < "60"
}

// maxCleanParam is the longest value that Yandex reads.
const maxCleanParam = 500

// aboutCleanParam wants "p0[&p1...] [path]", as Yandex documents it.
func (r *reader) aboutCleanParam(rec robots.Record) {
	fields := strings.Fields(rec.Value())
	good := len(rec.Value()) <= maxCleanParam && (len(fields) == 1 || len(fields) == 2)
	if good {
		for p := range strings.SplitSeq(fields[0], "&") {
			good = good && p != "" && !strings.ContainsAny(p, "?=,;")
		}
		good = good && (len(fields) == 1 || fields[1][0] == '/' || fields[1][0] == '*')
	}
	if !good {
		r.remark(codeCleanParam, rec.ValueSpan(), diag.Text("value", rec.Value()), diag.Int("limit", maxCleanParam))
	}
}

func (r *reader) aboutHost(rec robots.Record) {
	r.remark(codeLittleRead, rec.Span(), diag.Text("directive", rec.Directive().String()))
}

// aboutMetaRule remarks on words of robots meta tags that stand in robots.txt,
// where nobody documents that they are read. Google stopped on 2019-09-01.
func (r *reader) aboutMetaRule(rec robots.Record) {
	r.remark(codeMetaRule, rec.Span(), diag.Text("directive", rec.Key()))
}

// aboutUnknown sorts out the records whose names package robots does not know:
// further meta tag words, and further names of the expired draft.
func (r *reader) aboutUnknown(rec robots.Record) {
	key := lower(rec.Key())
	_, isRule := tagRuleOf(key)
	switch {
	case isRule || key == "x-robots-tag":
		r.aboutMetaRule(rec)
	case strings.HasPrefix(key, "disallowai") || strings.HasPrefix(key, "allowai"):
		r.remark(codeExpiredDraft, rec.Span(), diag.Text("directive", rec.Key()))
	}
}
