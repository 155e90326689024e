package cli

import (
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// What a terminal would obey is made visible; lines stay lines.
func TestVisible(t *testing.T) {
	const bad = "User-agent: *\r\nDisallow: /\x1b[2J\u202e\x07\x9b\n新\tb"
	if got := visible(bad); got != "User-agent: *\nDisallow: /\\x1b[2J\\u202e\\x07\\x9b\n新 b" {
		t.Errorf("%q", got)
	}
	if visible("") != "" {
		t.Error("nothing is something")
	}
}

// A header of any length has a token, and the next line is read too.
func TestTokenOfLongHeaders(t *testing.T) {
	for _, n := range []int{10, 70_000, 3 << 20} {
		var out strings.Builder
		in := "Googlebot/2.1 " + strings.Repeat("x", n) + "\r\nBingbot/2.0\n"
		if code := Main([]string{"robots", "token", "-"}, strings.NewReader(in), &out, &out); code != 0 || out.String() != "Googlebot\nBingbot\n" {
			t.Errorf("%d: exit %d, %q", n, code, out.String())
		}
	}
}

// A signal that comes while a file is replaced waits until that is done.
func TestSignalsWaitForTheFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "robots.txt")
	if err := os.WriteFile(name, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	caught := make(chan os.Signal, 2)
	signal.Notify(caught, syscall.SIGTERM)
	defer signal.Stop(caught)
	done := uninterrupted()
	self, err := os.FindProcess(os.Getpid())
	if err != nil || self.Signal(syscall.SIGTERM) != nil {
		t.Skip("this system sends no signals")
	}
	<-caught
	if err := replaceFile(name, "new"); err != nil {
		t.Fatal(err)
	}
	done()
	<-caught // sent again: without our own channel the program would end here
	if text, _ := os.ReadFile(name); string(text) != "new" {
		t.Errorf("%q", text)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(name), ".robots-*")); len(left) > 0 {
		t.Error(left)
	}
}
