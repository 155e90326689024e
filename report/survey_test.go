package report_test

import (
	"bytes"
	"encoding/xml"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/agents"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/report"
	"github.com/robotsgate/robots/survey"
)

var updatePlot = flag.Bool("update-plot", false, "write testdata/survey.svg anew")

// surveyOf is a survey of some sites, with a crawler whose name is hostile.
func surveyOf(t *testing.T) report.Survey {
	t.Helper()
	m := survey.Method{Tool: "test/1", Panel: "five"}
	m.Bots, _ = agents.Panel("five")
	m.Bots = append(m.Bots, agents.Agent{Token: "<script>&\x1b[31m"})
	s := report.Survey{Count: &survey.Count{}}
	for i, text := range []string{"User-agent: *\nDisallow: /", "User-agent: *\nDisallow:", "User-agent: GPTBot\nDisallow: /", "User-agent: GPTBot\nDisallow: /a", "User-agent: *\nDisallow: /b", "", "", ""} {
		c := survey.Capture{Site: fmt.Sprint("s", i), Source: "web", Preset: "default", Kind: robots.KindDocument, Body: []byte(text)}
		switch i {
		case 5:
			c.Kind, c.Status = robots.KindAbsent, 404
		case 6:
			c.Kind, c.Class = robots.KindUnreachable, "dns"
		}
		r := m.Row(c)
		if err := s.Count.Add(&r); err != nil {
			t.Fatal(err)
		}
		s.Rows++
	}
	return s
}

// The picture is the same on every machine, well-formed, and without scripts,
// whatever crawlers are called.
func TestSurveyPlotIsStatic(t *testing.T) {
	const golden = "testdata/survey.svg"
	var b bytes.Buffer
	if err := report.SurveyPlot(&b, surveyOf(t), report.Options{}); err != nil {
		t.Fatal(err)
	}
	if *updatePlot {
		if err := os.WriteFile(golden, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("the picture differs from %s; if that is meant: go test ./report -run SurveyPlot -update-plot\n%s", golden, &b)
	}
	elements := 0
	for d := xml.NewDecoder(&b); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok {
			elements++
			if !strings.Contains("svg title desc rect text", e.Name.Local) {
				t.Errorf("it holds <%s>", e.Name.Local)
			}
		}
	}
	if elements < 40 {
		t.Errorf("only %d elements", elements)
	}
}

// Text for people says whom it is about and holds nothing that a terminal or a
// page obeys.
func TestSurveyFormatsForPeople(t *testing.T) {
	s := surveyOf(t)
	for _, l := range msg.Langs() {
		for _, name := range []string{"text", "markdown"} {
			var b bytes.Buffer
			if err := report.SurveyFormats[name](&b, s, report.Options{Lang: l}); err != nil {
				t.Fatal(err)
			}
			text := b.String()
			if strings.Contains(text, "\x1b") || strings.Contains(text, "| <script") {
				t.Errorf("%v %s:\n%s", l, name, text)
			}
			if !strings.Contains(text, "GPTBot") || !strings.Contains(text, "33.3 %") || strings.Contains(text, "survey.") {
				t.Errorf("%v %s:\n%s", l, name, text)
			}
		}
	}
}
