//go:build unix

package cli

import (
	"bufio"
	"bytes"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// The command prints where it listens, answers, and ends well when it is told to.
func TestServeEndsWhenItIsTold(t *testing.T) {
	from, out := io.Pipe()
	var stderr bytes.Buffer
	log := filepath.Join(t.TempDir(), "access.log")
	code := make(chan int, 1)
	go func() {
		code <- Main([]string{"robots", "serve", "--addr", "127.0.0.1:0", "--log", log}, strings.NewReader(""), out, &stderr)
		out.Close()
	}()
	line, err := bufio.NewReader(from).ReadString('\n')
	if err != nil {
		t.Fatal(err, stderr.String())
	}
	a, err := http.Get(strings.TrimSpace(line) + "/healthz")
	if err != nil {
		t.Fatal(err)
	}
	a.Body.Close()
	if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if c := <-code; c != exitOK || stderr.Len() > 0 {
		t.Errorf("exit code %d, %q", c, stderr.String())
	}
	if b, err := os.ReadFile(log); err != nil || !bytes.Contains(b, []byte(`"path":"/healthz","status":200`)) {
		t.Errorf("%v: the log has %q", err, b)
	}
}
