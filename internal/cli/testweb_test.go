//go:build unix

package cli

import (
	"bufio"
	"bytes"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// The server runs until a signal, and then says what was not polite.
func TestTestwebRunsUntilASignal(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		log := filepath.Join(t.TempDir(), "log.jsonl")
		read, write := io.Pipe()
		var stderr bytes.Buffer
		code := make(chan int)
		go func() {
			args := []string{"robots", "testweb", "--web", "clean", "--hosts", "2", "--pages", "20", "--log", log, "--strict", "--delay", "1h", "-a", "ExampleBot"}
			c := Main(args, strings.NewReader(""), write, &stderr)
			write.Close()
			code <- c
		}()
		addr, err := bufio.NewReader(read).ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		transport := &http.Transport{Proxy: http.ProxyURL(&url.URL{Scheme: "http", Host: strings.TrimSpace(addr)})}
		client := &http.Client{Transport: transport}
		for _, u := range []string{"http://h1.test/robots.txt", "http://h1.test/private/1", "http://h0.test/p/1"} {
			resp, err := client.Get(u)
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
		}
		transport.CloseIdleConnections()
		syscall.Kill(os.Getpid(), signal)
		if c := <-code; c != exitFindings {
			t.Errorf("exit code %d, want %d", c, exitFindings)
		}
		for _, want := range []string{"3 requests at 2 hosts, 2 pages fetched", "1 fetch that robots.txt disallows", "1 request sooner than the delay", "1 host of which a page was asked for before robots.txt", "for example http://h1.test/private/1"} {
			if !strings.Contains(stderr.String(), want) {
				t.Errorf("%v: stderr lacks %q: %s", signal, want, &stderr)
			}
		}
		if b, err := os.ReadFile(log); err != nil || bytes.Count(b, []byte("\n")) != 3 {
			t.Errorf("log: %v, %s", err, b)
		}
	}
}
