package cli

import (
	"bufio"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"
)

// serveWeb starts robots testweb behind a script: "serve --web clean --hosts 3". Its
// hosts are 127.1.0.1 and so on, at the port in $PORT.
func serveWeb(ts *testscript.TestScript, neg bool, args []string) {
	program, err := exec.LookPath("robots")
	ts.Check(err)
	cmd := exec.Command(program, append([]string{"testweb", "--numeric", "--strict", "--for", "5m"}, args...)...)
	cmd.Env = append(os.Environ(), "LANG=C")
	out, err := cmd.StdoutPipe()
	ts.Check(err)
	said, err := os.Create(filepath.Join(ts.Getenv("WORK"), "judge.txt"))
	ts.Check(err)
	cmd.Stderr = said
	ts.Check(cmd.Start())
	ts.Defer(func() {
		cmd.Process.Kill()
		cmd.Wait()
		said.Close()
	})
	addr, err := bufio.NewReader(out).ReadString('\n')
	ts.Check(err)
	_, port, _ := strings.Cut(strings.TrimSpace(addr), ":")
	ts.Setenv("PORT", port)
	webs.Store(ts.Getenv("WORK"), cmd)
}

// webs are the servers of the scripts that run, by their folder.
var webs sync.Map

// judged ends the server and fails unless that is its exit code: "judged 0" after
// a crawl that was polite. What it said is in judge.txt.
func judged(ts *testscript.TestScript, neg bool, args []string) {
	found, _ := webs.Load(ts.Getenv("WORK"))
	cmd := found.(*exec.Cmd)
	ts.Check(cmd.Process.Signal(os.Interrupt))
	err := cmd.Wait()
	code := 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		code = exit.ExitCode()
	}
	if len(args) != 1 || args[0] != string(rune('0'+code)) {
		text, _ := os.ReadFile(filepath.Join(ts.Getenv("WORK"), "judge.txt"))
		ts.Fatalf("the judge ends with %d, want %v: %s", code, args, text)
	}
}
