package serve

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
)

type told struct {
	ID       any
	Answer   string
	Reason   string
	Verdict  string
	Basis    string
	Line     int
	Wait     float64
	Delay    float64
	Standing string
	Error    string
}

func TestAskTellsWhetherAndWhen(t *testing.T) {
	_, at := served(t, Options{Client: client()})
	web, s := site(t), compiled(t, "ask-answer")
	ask := func(agent, u, more string) (d told) {
		t.Helper()
		status, media, body := send(t, "GET", at+"/v1/ask?agent="+url.QueryEscape(agent)+"&url="+url.QueryEscape(u)+more, "", "")
		if err := validate(s, body); status != 200 || media != "application/json" || err != nil {
			t.Fatalf("%d %s %s: %v", status, media, body, err)
		}
		json.Unmarshal([]byte(body), &d)
		return d
	}
	if d := ask("TestBot", web+"/a", "&peek=true"); d.Answer != "refusal" || d.Reason != "unknown" {
		t.Errorf("before anything was fetched: %+v", d)
	}
	if d := ask("TestBot", web+"/a", ""); d.Answer != "permit" || d.Verdict != "allow" || d.Basis != "no-rule" || d.Delay != 1 || d.Standing != "current" {
		t.Errorf("first: %+v", d)
	}
	if d := ask("TestBot", web+"/b", ""); d.Answer != "permit" || d.Wait <= 0.5 {
		t.Errorf("the second has to wait: %+v", d)
	}
	if d := ask("TestBot", web+"/private/x", ""); d.Answer != "refusal" || d.Reason != "disallowed" || d.Line != 2 {
		t.Errorf("closed: %+v", d)
	}
	if d := ask("Mozilla/5.0 (compatible; GPTBot/1.0)", web+"/", ""); d.Reason != "disallowed" || d.Line != 6 {
		t.Errorf("by a header: %+v", d)
	}
	if d := ask("TestBot", "http://127.0.0.1:1/", ""); d.Reason != "unreachable" || d.Standing != "closed" || d.Verdict != "disallow" {
		t.Errorf("nobody there: %+v", d)
	}
	if d := ask("TestBot", "mailto:a@b", ""); d.Reason != "invalid-url" {
		t.Errorf("no URL: %+v", d)
	}
	if d := ask("", web, ""); d.Reason != "invalid-name" {
		t.Errorf("no name: %+v", d)
	}
	for _, q := range []string{"", "?agent=a", "?url=b", "?agent=a&url=b&peek=maybe", "?agent=%zz&url=b"} {
		if status, _, body := send(t, "GET", at+"/v1/ask"+q, "", ""); status != 422 {
			t.Errorf("%q: %d %s", q, status, body)
		}
	}
}

func TestSawChangesThePace(t *testing.T) {
	_, at := served(t, Options{Client: client()})
	web := site(t)
	q := `{"agent":"TestBot","url":` + quoted(web+"/a")
	post := func(verb, body string) (int, string) {
		status, _, b := send(t, "POST", at+"/v1/"+verb, "application/json; charset=utf-8", body)
		return status, b
	}
	post("ask", q+"}")
	if status, b := post("saw", q+`,"status":429,"took":0.25,"retryAfter":120}`); status != 204 || b != "" {
		t.Fatalf("%d %s", status, b)
	}
	var d told
	status, b := post("ask", q+`,"id":"é","peek":true}`)
	json.Unmarshal([]byte(b), &d)
	if status != 200 || d.Answer != "permit" || d.Wait < 100 || d.Wait > 130 || d.ID != "é" {
		t.Errorf("after Retry-After: 120: %d %s", status, b)
	}
	for body, want := range map[string]int{
		q + `}`: 422, q + `,"status":"200"}`: 422, q + `,"status":200,"took":-1}`: 422, q + `,"status":200,"took":1e300}`: 422, q + `,"status":200,"x":1}`: 422,
		`[]`: 400, `{`: 400, `{"agent":"` + strings.Repeat("x", 70<<10) + `"}`: 413,
	} {
		if status, b := post("saw", body); status != want {
			t.Errorf("%.60s: %d %s, want %d", body, status, b, want)
		}
	}
	for body, want := range map[string]int{`{}`: 422, `{"agent":1,"url":""}`: 422, `{"agent":"","url":"","id":[]}`: 422, `{"agent":"","url":"","ID":1}`: 422, `"a"`: 400} {
		if status, b := post("ask", body); status != want {
			t.Errorf("%.60s: %d %s, want %d", body, status, b, want)
		}
	}
}

// A stream is answered in order, also where some sites answer late, and lines that
// are no questions have answers too.
func TestAskManyKeepsOrder(t *testing.T) {
	s, at := served(t, Options{Client: client()})
	web := site(t)
	slow := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, text) }))
	defer slow.Close()
	var in strings.Builder
	const n = 3000
	for i := range n {
		u := web
		if i%7 == 0 {
			u = slow.URL
		}
		switch {
		case i%100 == 50:
			in.WriteString("{\n\n")
		case i%100 == 51:
			fmt.Fprintf(&in, `{"id":%d,"agent":"TestBot"}`+"\n", i)
		case i%1000 == 52:
			in.WriteString(`{"id":"` + strings.Repeat("x", 70<<10) + `"}` + "\n")
		default:
			fmt.Fprintf(&in, `{"id":%d,"agent":"TestBot","url":"%s/private/%d"}`+"\r\n", i, u, i)
		}
	}
	status, media, body := send(t, "POST", at+"/v1/ask", "application/x-ndjson", in.String())
	lines := strings.Split(strings.TrimSuffix(body, "\n"), "\n")
	if status != 200 || media != "application/x-ndjson" || len(lines) != n {
		t.Fatalf("%d %s, %d lines", status, media, len(lines))
	}
	valid := compiled(t, "ask-answer")
	for i, line := range lines {
		var d told
		if err := json.Unmarshal([]byte(line), &d); err != nil {
			t.Fatal(err)
		}
		wrong := i%100 == 50 || i%100 == 51 || i%1000 == 52
		if wrong != (d.Error != "") || !wrong && (d.ID != float64(i) || d.Reason != "disallowed") {
			t.Fatalf("line %d: %s", i, line)
		}
		if i < 200 {
			if err := validate(valid, line); err != nil {
				t.Errorf("%s: %v", line, err)
			}
		}
	}
	if got := s.gate.Stats().Fetches; got != 2 {
		t.Errorf("%d fetches of two sites", got)
	}
}

// Both streams are open at once: an answer comes before the next question goes.
func TestStreamsAnswerBeforeTheyEnd(t *testing.T) {
	_, at := served(t, Options{Client: client()})
	web := site(t)
	for path, line := range map[string]string{
		"batch": `{"id":%d,"robots":"User-agent: *\nDisallow: /a","agent":"TestBot","url":"/a"}` + "\n",
		"ask":   `{"id":%d,"agent":"TestBot","url":"` + web + `/private/"}` + "\n",
	} {
		body, ask := io.Pipe()
		r, _ := http.NewRequest("POST", at+"/v1/"+path, body)
		r.Header.Set("Content-Type", "application/x-ndjson")
		go fmt.Fprintf(ask, line, 0)
		a, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answers := bufio.NewScanner(a.Body)
		for i := range 5 {
			if !answers.Scan() || !strings.HasPrefix(answers.Text(), fmt.Sprintf(`{"id":%d,`, i)) {
				t.Fatalf("%s: answer %d: %q %v", path, i, answers.Text(), answers.Err())
			}
			if i < 4 {
				fmt.Fprintf(ask, line, i+1)
			}
		}
		ask.Close()
		if answers.Scan() {
			t.Errorf("%s: one answer too many: %s", path, answers.Text())
		}
		a.Body.Close()
	}
}

// Who does not read the answers is not read from: what waits is bounded, however
// much there is to ask.
func TestStreamsPushBack(t *testing.T) {
	_, at := served(t, Options{Client: client()})
	for path, line := range map[string]string{
		"batch": `{"id":"` + strings.Repeat("x", 1000) + `","robots":"User-agent: *\nDisallow: /a","agent":"TestBot","url":"/a"}` + "\n",
		"ask":   `{"id":"` + strings.Repeat("x", 1000) + `","agent":"TestBot","url":"mailto:a"}` + "\n",
	} {
		var sent atomic.Int64
		body := &endless{line: line, sent: &sent, most: 256 << 20}
		r, _ := http.NewRequest("POST", at+"/v1/"+path, body)
		r.Header.Set("Content-Type", "application/x-ndjson")
		a, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		// The server has answered the beginning. It reads on until buffers are full,
		// its own and those of the kernel, which have some megabytes.
		for last := int64(-1); last != sent.Load(); {
			last = sent.Load()
			io.CopyN(io.Discard, a.Body, 1)
			pause()
		}
		if got := sent.Load(); got > 64<<20 {
			t.Errorf("%s: %d octets were read while nobody read the answers", path, got)
		}
		a.Body.Close()
	}
}

// endless is a body that repeats a line, and counts what was taken of it.
type endless struct {
	line string
	at   int
	sent *atomic.Int64
	most int64
}

func (e *endless) Read(p []byte) (n int, err error) {
	if e.sent.Load() > e.most {
		return 0, io.EOF
	}
	for n < len(p) {
		k := copy(p[n:], e.line[e.at:])
		n += k
		e.at = (e.at + k) % len(e.line)
	}
	e.sent.Add(int64(n))
	return n, nil
}
