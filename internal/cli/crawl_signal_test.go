//go:build unix

package cli

import (
	"bufio"
	"bytes"
	"io"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/robotsgate/robots/internal/testweb"
)

// A signal lets what is under way finish, exits with 130, and the crawl goes on.
func TestACrawlThatASignalStopsIsResumed(t *testing.T) {
	s := gardenOf(t, testweb.Clean(1, 20, 1))
	dir := filepath.Join(t.TempDir(), "c")
	var out, errs bytes.Buffer
	code := make(chan int)
	go func() {
		args := []string{"robots", "crawl", "http://" + s.Authority("h0.test", true) + "/", asBot, "--allow-net=127.1.0.0/16", "--delay=100ms", "--dir", dir}
		code <- Main(args, strings.NewReader(""), &out, &errs)
	}()
	for len(s.Requests()) < 4 {
		time.Sleep(5 * time.Millisecond)
	}
	late := make(chan os.Signal, 2) // a signal that comes when the crawl has ended is ours
	signal.Notify(late, syscall.SIGINT, syscall.SIGTERM)
	defer signal.Stop(late)
	syscall.Kill(os.Getpid(), syscall.SIGINT)
	time.Sleep(5 * time.Millisecond)
	syscall.Kill(os.Getpid(), syscall.SIGTERM) // as timeout(1) does it: still the first
	if c := <-code; c != exitStopped || !strings.Contains(errs.String(), "finishing what is under way") || !strings.Contains(errs.String(), "hint: robots crawl --resume "+dir) || !strings.Contains(out.String(), "stopped by a signal after") {
		t.Fatalf("exit %d: %s%s", c, &out, &errs)
	}
	if c, o, e := crawled("--resume", dir, "--allow-net=127.1.0.0/16"); c != 0 || !strings.Contains(o, "done after") {
		t.Errorf("exit %d: %s%s", c, o, e)
	}
	if r := s.Judge(); !r.Polite() || r.Duplicates > 0 || r.MinRest < 100*time.Millisecond {
		t.Errorf("%+v", r)
	}
	if c, o, e := crawled("verify", dir); c != 0 {
		t.Errorf("exit %d: %s%s", c, o, e)
	}
}

// The second signal ends at once, though a server does not answer. What was
// fetched is kept, and only what was under way is fetched again.
func TestASecondSignalEndsACrawlAtOnceAndLosesNothing(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("addresses in 127.1.0.0/16 are of Linux alone")
	}
	program, err := exec.LookPath("robots")
	if err != nil {
		t.Fatal(err)
	}
	for _, first := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		if first == syscall.SIGHUP && signal.Ignored(first) {
			continue // these tests run under nohup, and so would the crawl
		}
		asked, answer := make(chan bool, 9), make(chan bool)
		page := func(body string) http.HandlerFunc {
			return func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "text/html")
				io.WriteString(w, body)
			}
		}
		mux := http.NewServeMux()
		mux.HandleFunc("/robots.txt", page(""))
		mux.HandleFunc("/", page(`<a href="/1">1</a><a href="/slow">slow</a><a href="/2">2</a>`))
		mux.HandleFunc("/slow", func(w http.ResponseWriter, r *http.Request) {
			asked <- true
			select {
			case <-answer:
			case <-r.Context().Done():
			case <-time.After(time.Minute):
			}
		})
		s := testweb.Start(t, testweb.Custom(map[string]http.Handler{"a.test": mux}), testweb.Options{Numeric: true})
		dir := filepath.Join(t.TempDir(), "c")
		args := []string{"http://" + s.Authority("a.test", true) + "/", asBot, "--allow-net=127.1.0.0/16", "--delay=0", "--dir", dir, "--warc"}
		cmd := exec.Command(program, append([]string{"crawl"}, args...)...)
		said, err := cmd.StderrPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		limit := time.AfterFunc(30*time.Second, func() { cmd.Process.Kill() })
		<-asked
		cmd.Process.Signal(first)
		lines := bufio.NewScanner(said)
		for lines.Scan() && !strings.Contains(lines.Text(), "finishing what is under way") {
		}
		time.Sleep(oneSignal + 50*time.Millisecond) // or it is still the first
		cmd.Process.Signal(syscall.SIGINT)
		cmd.Wait()
		limit.Stop()
		if code := cmd.ProcessState.ExitCode(); code != exitStopped {
			t.Errorf("%v: exit %d", first, code)
		}
		close(answer)
		if code, out, errs := crawled(append(args, "--format=json")...); code != 0 || !strings.Contains(out, `"done": true`) {
			t.Errorf("%v: exit %d: %s%s", first, code, out, errs)
		}
		if r := s.Judge(); r.Duplicates > 0 || r.Pages < 4 {
			t.Errorf("%v: %+v", first, r)
		}
		for _, sub := range []string{"verify", "status"} {
			if code, out, errs := crawled(sub, dir); code != 0 {
				t.Errorf("%v: %s: exit %d: %s%s", first, sub, code, out, errs)
			}
		}
	}
}
