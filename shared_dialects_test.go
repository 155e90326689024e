package robots_test

import (
	"testing"

	"github.com/robotsgate/robots"
)

// measured names the parser in the shared answers that each profile follows,
// and for each text how many answers may differ, with the reason beside it.
// Nothing differs.
var measured = []struct {
	profile robots.Profile
	peer    string
	differ  map[string]int // file or case: how many answers
}{
	{robots.Google, "google-cpp", nil},
	{robots.GoogleJava, "google-java", nil},
	{robots.Grobotstxt, "grobotstxt", nil},
	{robots.CrawlerCommons, "crawler-commons", nil},
	{robots.RobotsParser, "robots-parser", nil},
	{robots.TextingRobots, "texting_robots", nil},
	{robots.Protego, "protego", nil},
	{robots.Python, "pystd315", nil},
	{robots.PythonLegacy, "pystd", nil},
	{robots.Temoto, "temoto", nil},
	{robots.BenjaminEstes, "benjaminestes", nil},
}

// Every profile that follows a parser answers as the real one did, also where
// that gave the file up. Yandex and Baidu rest on documents, Heritrix on the
// probes of TestProbesOfDialects.
func TestProfilesAnswerAsTheRealParsers(t *testing.T) {
	totals, wrongs := make([]int, len(measured)), make([]int, len(measured))
	texts := 0
	peers(t, func(text string, v peerVerdicts) {
		if texts++; testing.Short() && texts%20 != 0 {
			return // the race detector has seen enough then
		}
		for m, row := range measured {
			p := robots.Options{Profile: row.profile, Limits: robots.Limits{Bytes: 1 << 23}}.Parse(text)
			_, rejected := p.Rejected()
			wrong := 0
			for agent, by := range v.Agents {
				want := answers(by, row.peer)
				reader := robots.Compiled(p.For(agent))
				for i, url := range v.URLs {
					if i >= len(want) {
						continue
					}
					totals[m]++
					target := googleTarget(url)
					d := reader.Decide(target)
					if e := p.Decide(agent, target); e != d {
						t.Fatalf("%v, %s: %q asks %q: reader says %v, policy %v", row.profile, v.File+v.Case, agent, url, d, e)
					}
					if rejected != (want[i] == 'E') || d.Allowed() != (want[i] == '1') {
						if wrong++; wrong == 1 && row.differ[v.File+v.Case] == 0 {
							t.Errorf("%v, %s: %q asks %q: got %v by %v line %d, rejected %v, want %c", row.profile, v.File+v.Case, agent, url, d.Verdict, d.Basis, d.Line(), rejected, want[i])
						}
					}
				}
			}
			wrongs[m] += wrong
			if wrong > row.differ[v.File+v.Case] {
				t.Errorf("%v, %s: %d answers differ", row.profile, v.File+v.Case, wrong)
			}
		}
	})
	for m, row := range measured {
		t.Logf("%-16s %7d decisions, %3d different: %.4f %% agree", row.profile, totals[m], wrongs[m], 100-100*float64(wrongs[m])/float64(totals[m]))
		if totals[m] < 500_000 && !testing.Short() {
			t.Errorf("%v: only %d decisions were compared", row.profile, totals[m])
		}
	}
}
