package survey_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/agents"
	"github.com/robotsgate/robots/survey"
)

func method(t testing.TB, panels ...string) survey.Method {
	t.Helper()
	m := survey.Method{Tool: "test/1", Panel: strings.Join(panels, ",")}
	for _, name := range panels {
		p, ok := agents.Panel(name)
		if !ok {
			t.Fatalf("no panel %s", name)
		}
		for _, a := range p {
			if !slices.ContainsFunc(m.Bots, func(b agents.Agent) bool { return b.Token == a.Token }) {
				m.Bots = append(m.Bots, a)
			}
		}
	}
	return m
}

func rowOf(m survey.Method, text string) survey.Row {
	return m.Row(survey.Capture{Site: "a.example", Source: "file", Preset: "default", Kind: robots.KindDocument, Body: []byte(text)})
}

func crawler(t *testing.T, r survey.Row, token string) survey.Crawler {
	t.Helper()
	for _, c := range r.Crawlers {
		if c.Agent == token {
			return c
		}
	}
	t.Fatalf("no %s among %v", token, r.Crawlers)
	return survey.Crawler{}
}

// The class is about every URL: neither "/" alone nor the look of the rules
// decides it.
func TestClassIsOfAllURLs(t *testing.T) {
	m := method(t, "five")
	for _, tt := range []struct {
		text         string
		class        survey.Class
		via, verdict string
	}{
		{"User-agent: GPTBot\nDisallow: /", survey.Closed, "own", "disallow"},
		{"User-agent: *\nDisallow: /", survey.Closed, "star", "disallow"},
		{"User-agent: *\nDisallow: /*", survey.Closed, "star", "disallow"},
		{"User-agent: *\nDisallow: *", survey.Closed, "star", "disallow"},
		{"User-agent: *\nDisallow: /\nAllow: /robots.txt$", survey.Closed, "star", "disallow"},
		{"User-agent: *\nDisallow: /\nAllow: /robots.txt", survey.Partly, "star", "disallow"}, // /robots.txt.bak is open
		{"User-agent: *\nDisallow: /\nAllow: /a", survey.Partly, "star", "disallow"},
		{"User-agent: *\nDisallow: /\nAllow: /", survey.Open, "star", "allow"},
		{"User-agent: *\nDisallow: /\n\nUser-agent: GPTBot\nDisallow:", survey.Open, "own", "allow"},
		{"User-agent: *\nDisallow: /a", survey.Partly, "star", "allow"},
		{"User-agent: *\nDisallow:", survey.Open, "star", "allow"},
		{"User-agent: *\nDisallow: nonsense", survey.Open, "star", "allow"},
		{"User-agent: Other\nDisallow: /", survey.Silent, "none", "allow"},
		{"", survey.Silent, "none", "allow"},
		{"# only a comment", survey.Silent, "none", "allow"},
		{"<!doctype html>\nUser-agent: GPTBot\nDisallow: /", survey.Closed, "own", "disallow"}, // its lines count, RFC 9309 2.3.1.1
	} {
		r := rowOf(m, tt.text)
		if c := crawler(t, r, "GPTBot"); r.Outcome != survey.Document || c.Class != tt.class || c.Via != tt.via || c.Verdict != tt.verdict {
			t.Errorf("%q: %s, %+v", tt.text, r.Outcome, c)
		}
	}
}

// No file is no consent, and no rule.
func TestWithoutAFileNothingIsOpenOrClosed(t *testing.T) {
	m := method(t, "five")
	for _, tt := range []struct {
		c              survey.Capture
		outcome        survey.Outcome
		verdict, basis string
	}{
		{survey.Capture{Kind: robots.KindAbsent, Status: 404}, survey.Absent, "allow", "absent"},
		{survey.Capture{Kind: robots.KindUnavailable, Status: 403}, survey.Unavailable, "allow", "unavailable"},
		{survey.Capture{Kind: robots.KindUnreachable, Status: 503}, survey.Unreachable, "disallow", "unreachable"},
		{survey.Capture{Kind: robots.KindDocument, Body: []byte("\ufeff\n <html><body>Disallow: /</body></html>")}, survey.HTML, "allow", "no-group"},
	} {
		r := m.Row(tt.c)
		c := r.Crawlers[0]
		if r.Outcome != tt.outcome || c.Class != survey.Class(tt.outcome) || c.Verdict != tt.verdict || c.Basis != tt.basis {
			t.Errorf("%v: %s, %+v", tt.c.Kind, r.Outcome, c)
		}
		facts := r.Facts(nil)
		for _, f := range facts {
			if f.Key == c.Agent && f.Value != string(tt.outcome) {
				t.Errorf("%s: says %s", tt.outcome, f)
			}
		}
	}
	for _, o := range []survey.Outcome{survey.Redirect, survey.LeftOut} {
		if r := m.Row(survey.Capture{Outcome: o}); r.Outcome != o || len(r.Crawlers) != 0 {
			t.Errorf("%+v", r)
		}
	}
}

func TestAFileThatItsReaderGivesUpIsRejected(t *testing.T) {
	m := method(t, "five")
	m.Profile, _ = robots.ProfileNamed("temoto")
	r := rowOf(m, "User-agent: *\nCrawl-delay: soon\nDisallow: /\n")
	if r.Outcome != survey.Rejected || crawler(t, r, "GPTBot").Class != survey.Class(survey.Rejected) {
		t.Errorf("%+v", r)
	}
}

// Groups that another record keeps from ending close crawlers out by accident.
func TestClosedOnlyByMergeIsTold(t *testing.T) {
	m := method(t, "five")
	for _, tt := range []struct {
		text   string
		merge  bool
		joined int
	}{
		{"User-agent: GPTBot\nCrawl-delay: 5\n\nUser-agent: Bad\nDisallow: /\n", true, 1},
		{"User-agent: GPTBot\nSitemap: https://a.example/s.xml\nUser-agent: Bad\nDisallow: /\n", true, 1},
		{"User-agent: *\nCrawl-delay: 5\nUser-agent: Bad\nDisallow: /\n", true, 1},
		{"User-agent: Bad\nCrawl-delay: 5\nUser-agent: GPTBot\nDisallow: /\n", false, 1}, // the last one is meant
		{"User-agent: GPTBot\nCrawl-delay: 5\nUser-agent: Bad\nDisallow: /\n\nUser-agent: GPTBot\nDisallow: /\n", false, 1},
		{"User-agent: GPTBot\n\nUser-agent: Bad\nDisallow: /\n", false, 0}, // nobody can tell
		{"User-agent: GPTBot\n# and\nUser-agent: Bad\nDisallow: /\n", false, 0},
		{"User-agent: GPTBot\nDisallow: /\nCrawl-delay: 5\nUser-agent: Bad\nDisallow: /\n", false, 0},
	} {
		r := rowOf(m, tt.text)
		if c := crawler(t, r, "GPTBot"); c.Class != survey.Closed || c.ByMerge != tt.merge || r.Joined != tt.joined {
			t.Errorf("%q: joined %d, %+v", tt.text, r.Joined, c)
		}
	}
}

const managed = `# BEGIN Cloudflare Managed content
User-agent: *
Content-Signal: search=yes,ai-train=no
Allow: /

User-agent: GPTBot
Disallow: /
# END Cloudflare Managed Content

User-agent: ClaudeBot
Disallow: /
`

func TestWhoWroteTheLineIsTold(t *testing.T) {
	r := rowOf(method(t, "five"), managed)
	if g, c := crawler(t, r, "GPTBot"), crawler(t, r, "ClaudeBot"); g.WrittenBy != "Cloudflare" || c.WrittenBy != "" || c.Class != survey.Closed {
		t.Errorf("%+v, %+v", g, c)
	}
	want := []survey.Signal{{"content-signal", "search", "allowed"}, {"content-signal", "train", "refused"}}
	if !slices.Equal(r.Origins, []string{"Cloudflare"}) || !slices.Equal(r.Signals, want) {
		t.Errorf("%v, %v", r.Origins, r.Signals)
	}
}

// sample is some rows of every kind.
func sample(t testing.TB) (rows []survey.Row) {
	m := method(t, "training", "search", "user")
	at := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	texts := []string{managed, "", "User-agent: *\nDisallow: /", "User-agent: *\nDisallow: /a\nCrawl-delay: 3\nUser-agent: PerplexityBot\nDisallow: /", "<html>",
		"User-agent: GPTBot\nUser-agent: CCBot\nDisallow: /\nSitemap: https://a.example/s\nnonsense\n"}
	for i := range 40 {
		c := survey.Capture{Site: fmt.Sprintf("https://s%d.example", i), Source: "web", UserAgent: "StudyBot/1", Preset: "default", Kind: robots.KindDocument,
			FetchedAt: at.Add(time.Duration(i) * time.Minute), Body: []byte(texts[i%len(texts)]), Status: 200}
		switch {
		case i%7 == 3:
			c.Kind, c.Status, c.Body = robots.KindAbsent, 404, nil
		case i%11 == 5:
			c.Kind, c.Status, c.Class, c.Body = robots.KindUnreachable, 0, "dns", nil
		case i == 20:
			c.Outcome, c.Class = survey.LeftOut, "no-site"
		}
		rows = append(rows, m.Row(c))
	}
	return rows
}

func counted(t testing.TB, rows []survey.Row) *survey.Count {
	c := &survey.Count{}
	for i := range rows {
		if err := c.Add(&rows[i]); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// Behind every number are as many sites as it says.
func TestEveryNumberCanBeListed(t *testing.T) {
	rows := sample(t)
	c := counted(t, rows)
	h, tables := c.Head(), c.Tables()
	tables = append(tables, survey.Table{Name: "left", Numbers: h.LeftOut}, survey.Table{Name: "meta", Numbers: h.Meta})
	seen := 0
	for _, table := range tables {
		for _, n := range table.Numbers {
			fact, err := survey.ParseFact(n.Fact.String())
			if err != nil || fact != n.Fact {
				t.Fatalf("%s: %v, %v", n.Fact, fact, err)
			}
			listed := 0
			for i := range rows {
				if rows[i].Has([]survey.Fact{fact}) {
					listed++
				}
			}
			if listed != n.N || n.N > n.Of || n.Low > n.Share || n.Share > n.High {
				t.Errorf("%s: %d sites, the number is %+v", n.Fact, listed, n)
			}
			seen += min(n.N, 1)
		}
	}
	if seen < 60 || len(tables) < 10 {
		t.Errorf("only %d numbers in %d tables", seen, len(tables))
	}
}

// The classes of a crawler are exclusive and exhaustive.
func TestClassesPartTheSites(t *testing.T) {
	c := counted(t, sample(t))
	h := c.Head()
	if h.Sites != 39 || len(h.LeftOut) != 1 || h.First != "2026-11-01T00:00:00Z" || h.Last != "2026-11-01T00:39:00Z" {
		t.Errorf("%+v", h)
	}
	for _, agent := range c.Agents() {
		all, read := 0, 0
		for i, class := range survey.Classes() {
			n := c.Number(agent, string(class)).N
			all += n
			if i < 5 {
				read += n
			}
		}
		if all != h.Sites || read != h.Read || c.Number(agent, "closed").Of != read {
			t.Errorf("%s: %d sites and %d files in classes, want %d and %d", agent, all, read, h.Sites, h.Read)
		}
	}
}

func TestOrderOfRowsDoesNotMatter(t *testing.T) {
	rows := sample(t)
	want := fmt.Sprint(counted(t, rows).Head(), counted(t, rows).Tables())
	for seed := range uint64(5) {
		r := rand.New(rand.NewPCG(seed, 1))
		r.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		c := counted(t, rows)
		if got := fmt.Sprint(c.Head(), c.Tables()); got != want {
			t.Fatalf("seed %d:\n%s\nwant\n%s", seed, got, want)
		}
	}
}

func TestRowsComeBackFromTheirLines(t *testing.T) {
	for _, r := range sample(t) {
		line, err := r.Append(nil)
		if err != nil {
			t.Fatal(err)
		}
		back, err := survey.ReadRow(line)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if again, _ := back.Append(nil); string(again) != string(line) {
			t.Errorf("%s came back as %s", line, again)
		}
	}
}

func TestLinesThatAreNoRowsAreRefused(t *testing.T) {
	rows := sample(t)
	good, _ := rows[0].Append(nil)
	for what, change := range map[string][2]string{
		"kind":    {`"kind":"survey-row"`, `"kind":"survey"`},
		"version": {`"schemaVersion":1`, `"schemaVersion":2`},
		"site":    {`"site":"https://s0.example"`, `"site":""`},
		"outcome": {`"outcome":"document"`, `"outcome":"gone"`},
		"class":   {`"class":"closed"`, `"class":"shut"`},
		"time":    {`"fetchedAt":"2026-`, `"fetchedAt":"x2026-`},
		"name":    {`"agent":"GPTBot"`, `"agent":"outcome"`},
		"twice":   {`"agent":"ClaudeBot"`, `"agent":"GPTBot"`},
		"absent":  {`"outcome":"document"`, `"outcome":"absent"`}, // closed by a rule, and no file
		"json":    {`{`, `[`},
	} {
		bad := strings.Replace(string(good), change[0], change[1], 1)
		if _, err := survey.ReadRow([]byte(bad)); err == nil || bad == string(good) {
			t.Errorf("%s: read", what)
		}
	}
}

// Of several rows of a site one counts: that which was fetched last, whatever
// the order in which they come, and the same one twice is one.
func TestTheLatestRowOfASiteCounts(t *testing.T) {
	m := method(t, "five")
	var rows []survey.Row
	for i, s := range []struct{ site, at, text string }{
		{"a", "2026-11-02T00:00:00Z", "User-agent: *\nDisallow: /"}, {"a", "2026-11-01T23:00:00-02:00", ""}, {"a", "", "x"}, {"b", "", "1"}, {"b", "", "2"}, {"b", "", "2"}, {"c", "2026-11-01T00:00:00Z", ""},
	} {
		r := rowOf(m, s.text)
		r.Site, r.FetchedAt, r.Bytes = s.site, s.at, i%5
		rows = append(rows, r)
	}
	want := map[string]int{}
	for seed := range uint64(10) {
		r := rand.New(rand.NewPCG(seed, 2))
		r.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		var l survey.Latest
		lines := make([][]byte, len(rows))
		for i := range rows {
			lines[i], _ = rows[i].Append(nil)
			l.Add(&rows[i], lines[i])
		}
		if all, outdone := l.Rows(); all != 7 || outdone != 4 || !l.Knows("a") || l.Knows("d") {
			t.Fatalf("%d rows, %d outdone", all, outdone)
		}
		got := map[string]int{}
		taken := 0
		for i := range rows {
			if l.Take(&rows[i], lines[i]) {
				got[rows[i].Site], taken = rows[i].Bytes, taken+1
			}
		}
		if seed == 0 {
			want = got
		}
		if taken != 3 || !maps.Equal(got, want) || got["a"] != 1 { // 01:00 UTC on the 2nd
			t.Fatalf("seed %d: took %v, before %v", seed, got, want)
		}
	}
}

// The bounds are those of the published formula.
func TestWilson(t *testing.T) {
	for _, tt := range []struct {
		k, n             int
		share, low, high float64
	}{
		{0, 0, 0, 0, 1},
		{0, 10, 0, 0, 0.277533},
		{10, 10, 1, 0.722467, 1},
		{5, 10, 0.5, 0.236593, 0.763407},
		{81, 263, 0.307985, 0.255289, 0.36621},  // 0.2553 to 0.3662 in Newcombe 1998, table I
		{15, 148, 0.101351, 0.062386, 0.160487}, // 0.0624 to 0.1605 there
	} {
		if s, l, h := survey.Wilson(tt.k, tt.n); s != tt.share || l != tt.low || h != tt.high {
			t.Errorf("%d of %d: %v, %v to %v; want %v, %v to %v", tt.k, tt.n, s, l, h, tt.share, tt.low, tt.high)
		}
	}
}

// A visit from which nothing was learnt, such as a revisit in an archive, does
// not sink what was learnt before, whenever it was.
func TestARowThatWasLeftOutOutdoesNone(t *testing.T) {
	m := method(t, "five")
	left := m.Row(survey.Capture{Site: "a", FetchedAt: time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC), Outcome: survey.LeftOut, Class: "revisit"})
	for _, at := range []string{"", "2026-11-01T00:00:00Z"} {
		learnt := rowOf(m, "User-agent: *")
		learnt.Site, learnt.FetchedAt = "a", at
		for _, rows := range [][]survey.Row{{learnt, left}, {left, learnt}} {
			var l survey.Latest
			var taken []survey.Outcome
			lines := make([][]byte, len(rows))
			for i := range rows {
				lines[i], _ = rows[i].Append(nil)
				l.Add(&rows[i], lines[i])
			}
			for i := range rows {
				if l.Take(&rows[i], lines[i]) {
					taken = append(taken, rows[i].Outcome)
				}
			}
			if !slices.Equal(taken, []survey.Outcome{survey.Document}) {
				t.Errorf("fetched %q: took %v", at, taken)
			}
		}
	}
}

// Facts begin with a name, and a cell that begins so would be a formula.
func TestRowsNameNothingThatASpreadsheetRuns(t *testing.T) {
	for _, name := range []string{"=1", "+1", "-1", "@SUM(1)", "\t=1", "\r=1", "", "a/b"} {
		agent, signal := rowOf(method(t, "five"), "User-agent: *"), rowOf(method(t, "five"), "User-agent: *")
		agent.Crawlers[0].Agent = name
		signal.Signals = []survey.Signal{{Signal: name, Use: "ai-train", Value: "n"}}
		for what, r := range map[string]survey.Row{"crawler": agent, "signal": signal} {
			line, err := r.Append(nil)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := survey.ReadRow(line); err == nil {
				t.Errorf("a %s called %q was read", what, name)
			}
		}
	}
}
