package crawl

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/robotsgate/robots/crawl/internal/wire"
	"github.com/robotsgate/robots/internal/testweb"
)

func TestStatsOfTheLogAgreeWithThePagesAndTheServer(t *testing.T) {
	s := testweb.Start(t, testweb.Clean(5, 20, 4))
	dir := t.TempDir()
	sum := run(t, t.Context(), Options{Dir: dir, Seeds: s.Web().Seeds(), Fetch: client(s), DangerouslyNoDelay: true})
	l, err := OpenLog(t.Context(), dir, "", "", "")
	if err != nil {
		t.Fatal(err)
	}
	st, err := l.Stats(t.Context())
	l.Close()
	if err != nil {
		t.Fatal(err)
	}
	reasons := map[string]int64{}
	outcomes := map[Outcome]int64{}
	for _, p := range pages(t, dir) {
		outcomes[p.Outcome]++
		if p.Reason != "" {
			reasons[p.Reason]++
		}
	}
	r := s.Judge()
	if st.Hosts != 5 || st.Robots != 5 || st.Unreachable != 0 || st.Outcomes[Fetched] != int64(r.Pages) || st.Outcomes[Fetched] != sum.Fetched {
		t.Errorf("%+v, %+v, %+v", st, sum, r)
	}
	if st.ByRule() == 0 || st.ByRule() != reasons["disallowed"] || st.ByRule() != sum.Reasons["disallowed"] || st.ByUnreachable() != 0 || st.Outcomes[Refused] != outcomes[Refused] {
		t.Errorf("%+v, %+v, %+v", st, reasons, sum)
	}
	// A finished crawl that is run again has nothing to do.
	before := len(s.Requests())
	if sum := run(t, t.Context(), Options{Dir: dir, Fetch: client(s)}); !sum.Done || len(s.Requests()) != before {
		t.Errorf("%+v, %d requests more", sum, len(s.Requests())-before)
	}
}

func TestACrawlKeepsItsPlan(t *testing.T) {
	s := testweb.Start(t, testweb.Clean(2, 3, 4))
	dir := t.TempDir()
	opt := Options{Dir: dir, Seeds: s.Web().Seeds()[:1], Fetch: client(s), Plan: Plan{Delay: 5 * time.Millisecond, Exclude: []string{"x"}}}
	run(t, t.Context(), opt)
	run(t, t.Context(), opt) // the same again is no contradiction
	for want, change := range map[string]func(*Options){
		"delay 7ms: the crawl has 5ms":  func(o *Options) { o.Delay = 7 * time.Millisecond },
		"exclude [y]: the crawl has [x": func(o *Options) { o.Exclude = []string{"y"} },
		"does not begin there":          func(o *Options) { o.Seeds = s.Web().Seeds()[1:] },
		"the crawl is that of":          func(o *Options) { c := client(s); c.UserAgent = "OtherBot/1"; o.Fetch = c },
	} {
		o := opt
		change(&o)
		_, err := Run(t.Context(), o)
		var wrong *OptionError
		if !errors.As(err, &wrong) || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q: %v", want, err)
		}
	}
}

func TestAFolderIsOfOneProcess(t *testing.T) {
	s := testweb.Start(t, testweb.Clean(1, 3, 4))
	dir := t.TempDir()
	run(t, t.Context(), Options{Dir: dir, Seeds: s.Web().Seeds(), Fetch: client(s), DangerouslyNoDelay: true})
	l, err := OpenLog(t.Context(), dir, "", "", "")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if _, err := Run(t.Context(), Options{Dir: dir, Fetch: client(s)}); err == nil || !strings.Contains(err.Error(), "in use") {
		t.Error(err)
	}
	if _, err := OpenLog(t.Context(), dir, "", "", ""); err == nil || !strings.Contains(err.Error(), "in use") {
		t.Error(err)
	}
}

func TestAFullLogStopsTheCrawlWhichGoesOnWithMoreRoom(t *testing.T) {
	s := testweb.Start(t, testweb.Clean(5, 40, 4))
	opt := Options{Dir: t.TempDir(), Seeds: s.Web().Seeds(), Fetch: client(s), DangerouslyNoDelay: true, MaxLog: 10 << 10}
	if _, err := Run(t.Context(), opt); err == nil || !strings.Contains(err.Error(), "full") {
		t.Fatal(err)
	}
	opt.MaxLog = 0
	if sum := run(t, context.Background(), opt); !sum.Done {
		t.Errorf("%+v", sum)
	}
	complete(t, s)
}

// Every reason has a row in the page of the crawler, in the order of the code.
func TestTheTableOfReasonsIsComplete(t *testing.T) {
	text, err := os.ReadFile("../docs/crawl.md")
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(text), "| reason | ")
	var got []string
	for line := range strings.Lines(body) {
		if row, ok := strings.CutPrefix(line, "| `"); ok {
			word, sentence, _ := strings.Cut(row, "` | ")
			if len(sentence) < 20 {
				t.Errorf("%s has no sentence: %q", word, sentence)
			}
			got = append(got, word)
		} else if line == "\n" {
			break
		}
	}
	if want := Reasons(); strings.Join(got, " ") != strings.Join(want, " ") || len(want) != len(wire.Reasons()) {
		t.Errorf("docs/crawl.md has the reasons\n%v\nwant\n%v", got, want)
	}
}
