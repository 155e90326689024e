package cli

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// A plain run of the tests heeds neither the language nor the settings of who
// starts it. The command, when a script starts it, has those of the script.
type plain struct{ m *testing.M }

func (p plain) Run() int {
	for _, name := range strings.Fields("ROBOTS_LANG LC_ALL LC_MESSAGES LANG NO_COLOR ROBOTS_CONFIG XDG_CONFIG_HOME HOME") {
		os.Unsetenv(name)
	}
	return p.m.Run()
}

func TestMain(m *testing.M) {
	testscript.Main(plain{m}, map[string]func(){
		"robots": func() { os.Exit(Main(os.Args, os.Stdin, os.Stdout, os.Stderr)) },
	})
}

// The scripts run the command as a shell would. "exits N command..." asserts
// an exit code, which "!" alone cannot.
func TestScripts(t *testing.T) {
	dir, files := "testdata/script", []string(nil)
	if testing.Short() { // every line starts a program, which the race detector makes slow
		dir = ""
		for _, name := range strings.Fields("batch crawl fetch lint serve test testweb") { // that do many things at once
			files = append(files, "testdata/script/"+name+".txtar")
		}
	}
	testscript.Run(t, testscript.Params{
		Dir:                 dir,
		Files:               files,
		RequireExplicitExec: true,
		UpdateScripts:       os.Getenv("UPDATE") != "",
		Setup: func(e *testscript.Env) error {
			e.Setenv("LANG", "C")
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits":   exits,
			"lines":   countLines,
			"toolong": tooLong,
			"web":     webCommand(t),
			"serve":   serveWeb,
			"judged":  judged,
		},
	})
}

// exits runs a command and fails unless it ends with the given code:
// "exits 2 robots check --no-such-flag".
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE command [args...]")
	}
	err := ts.Exec(args[1], args[2:]...)
	code := 0
	var exit interface{ ExitCode() int }
	if errors.As(err, &exit) {
		code = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if want := args[0]; want != string(rune('0'+code)) {
		ts.Fatalf("exit code %d, want %s", code, want)
	}
}

// countLines makes a file of many questions: "lines 5000 FILE".
func countLines(ts *testscript.TestScript, neg bool, args []string) {
	var b strings.Builder
	for i := range 5000 {
		b.WriteString(benchLine(i))
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(b.String()), 0o666))
}

// tooLong makes a robots.txt of that many bytes: "toolong 600000 FILE".
func tooLong(ts *testscript.TestScript, neg bool, args []string) {
	n, err := strconv.Atoi(args[0])
	ts.Check(err)
	text := "user-agent: *\n" + strings.Repeat("disallow: /a\n", n/13)
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(text), 0o666))
}

// failing is a disk that is full.
type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestOutputThatCannotBeWritten(t *testing.T) {
	args := []string{"robots", "check", "--absent"}
	var stderr bytes.Buffer
	if code := Main(args, strings.NewReader(""), failing{syscall.ENOSPC}, &stderr); code != exitIO {
		t.Errorf("full disk: exit code %d, want %d", code, exitIO)
	}
	if !strings.Contains(stderr.String(), "write standard output: no space left") {
		t.Errorf("full disk: said %q", stderr.String())
	}
	stderr.Reset()
	if code := Main(args, strings.NewReader(""), failing{syscall.EPIPE}, &stderr); code != exitIO || stderr.Len() > 0 {
		t.Errorf("reader gone: exit code %d, said %q", code, stderr.String())
	}
}

func TestInputThatCannotBeRead(t *testing.T) {
	for _, args := range [][]string{{"check", "-"}, {"check", "--batch"}, {"parse"}, {"fmt"}, {"token", "-"}} {
		var stderr bytes.Buffer
		code := Main(append([]string{"robots"}, args...), broken{}, io.Discard, &stderr)
		if code != exitIO || !strings.Contains(stderr.String(), "read standard input: input/output error") {
			t.Errorf("%v: exit code %d, said %q", args, code, stderr.String())
		}
	}
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, syscall.EIO }

// A panic is exit code 4 and never 2, which Go itself would choose.
func TestPanic(t *testing.T) {
	var stderr bytes.Buffer
	code := Main([]string{"robots", "check", "-"}, panicking{}, io.Discard, &stderr)
	if code != exitInternal || !strings.Contains(stderr.String(), "internal error: on purpose") {
		t.Errorf("exit code %d, said %q", code, stderr.String())
	}
}

type panicking struct{}

func (panicking) Read([]byte) (int, error) { panic("on purpose") }

func TestEndlessInput(t *testing.T) {
	var stderr bytes.Buffer
	if code := Main([]string{"robots", "check", "-"}, endless{}, io.Discard, &stderr); code != exitIO {
		t.Errorf("exit code %d, said %q", code, stderr.String())
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }
