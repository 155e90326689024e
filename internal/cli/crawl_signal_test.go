//go:build unix

package cli

import (
	"bytes"
	"os"
	"os/signal"
	"path/filepath"
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
