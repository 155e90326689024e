package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/internal/lines"
	"github.com/robotsgate/robots/internal/verb"
)

const benchRobots = "User-agent: *\nDisallow: /admin/\nDisallow: /*/print$\nAllow: /admin/help\n\nUser-agent: GPTBot\nDisallow: /\n"

// benchLine makes a question whose text differs from that of its neighbours,
// so that nothing is gained by keeping a policy.
func benchLine(i int) string {
	text, _ := json.Marshal(fmt.Sprintf("# %d\n%s", i, benchRobots))
	agent := []string{"GPTBot", "OtherBot"}[i%2]
	return fmt.Sprintf(`{"id":%d,"robots":%s,"agent":%q,"url":"/admin/%d"}`+"\n", i, text, agent, i)
}

func run(t testing.TB, input string) (lines []string, code int) {
	t.Helper()
	var out, stderr bytes.Buffer
	code = Main([]string{"robots", "check", "--batch"}, strings.NewReader(input), &out, &stderr)
	if stderr.Len() > 0 {
		t.Errorf("said %q", stderr.String())
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n"), code
}

func TestBatchKeepsOrder(t *testing.T) {
	var in strings.Builder
	for i := range 5000 {
		in.WriteString(benchLine(i))
	}
	lines, code := run(t, in.String())
	if len(lines) != 5000 || code != exitOK {
		t.Fatalf("%d lines, exit code %d", len(lines), code)
	}
	for i, line := range lines {
		want := fmt.Sprintf(`{"id":%d,"verdict":"disallow","basis":"rule","line":8,"rule":"Disallow: /","agent_token":"GPTBot"}`, i)
		if i%2 == 1 {
			want = fmt.Sprintf(`{"id":%d,"verdict":"disallow","basis":"rule","line":3,"rule":"Disallow: /admin/","agent_token":"OtherBot"}`, i)
		}
		if line != want {
			t.Fatalf("line %d: %s, want %s", i, line, want)
		}
	}
}

func TestBatchLineOfAnyLength(t *testing.T) {
	padding := strings.Repeat("#", 3<<20)
	long := `{"id":"long","robots":"User-agent: *\nDisallow: /x","agent":"a","url":"/x","pad":"` + padding + `"}`
	over := `{"id":"over","pad":"` + strings.Repeat("#", lines.Max) + `"}`
	last := `{"id":"last","robots":"","agent":"a","url":""}`
	lines, code := run(t, long+"\n"+over+"\r\n\n"+last)
	want := []string{
		`{"id":"long","verdict":"disallow","basis":"rule","line":2,"rule":"Disallow: /x","agent_token":"a"}`,
		`{"id":null,"error":"line longer than 16 MiB"}`,
		`{"id":"last","verdict":"allow","basis":"no-group","agent_token":"a"}`,
	}
	if fmt.Sprint(lines) != fmt.Sprint(want) || code != exitFindings {
		t.Errorf("got %v, exit code %d", lines, code)
	}
}

// A program that asks and waits gets its answer before it asks again, also if
// the input pauses in the middle of a line.
func TestBatchAnswersBeforeItWaits(t *testing.T) {
	questions, ask := io.Pipe()
	answers, answer := io.Pipe()
	go func() {
		Main([]string{"robots", "check", "--batch"}, questions, answer, io.Discard)
		answer.Close()
	}()
	lines := bufio.NewScanner(answers)
	for i := range 3 {
		io.WriteString(ask, benchLine(i)+`{"id":`)
		if !lines.Scan() || !strings.HasPrefix(lines.Text(), fmt.Sprintf(`{"id":%d,`, i)) {
			t.Fatalf("answer %d: %q", i, lines.Text())
		}
		io.WriteString(ask, "}\n")
		if !lines.Scan() {
			t.Fatal("no answer to the line that is no question")
		}
	}
	ask.Close()
	if lines.Scan() {
		t.Errorf("one answer too many: %q", lines.Text())
	}
}

func BenchmarkBatch(b *testing.B) {
	same, _ := json.Marshal(benchRobots)
	for _, bb := range []struct {
		name string
		line func(i int) string
	}{
		{"every text differs", benchLine},
		{"one text", func(i int) string {
			return fmt.Sprintf(`{"id":%d,"robots":%s,"agent":"GPTBot","url":"https://a.example/admin/%d"}`+"\n", i, same, i)
		}},
	} {
		b.Run(bb.name, func(b *testing.B) {
			var lines [][]byte
			for i := range 1000 {
				lines = append(lines, []byte(bb.line(i)))
			}
			bt := verb.NewBatcher(robots.Options{})
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				bt.Answer(lines[n%len(lines)], nil)
				n++
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "lines/s")
		})
	}
}
