package web

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/robotsgate/robots/web/internal/bundle"
)

// built returns a folder with the page, built from the sources for these tests and
// not into dist, which other packages may be embedding at the moment.
var built = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "robots-page-")
	if err != nil {
		return "", err
	}
	builtDir = dir
	return dir, bundle.Page("..", dir)
})

var builtDir string // to be removed; "" if nothing was built

func TestMain(m *testing.M) {
	code := m.Run()
	if builtDir != "" {
		os.RemoveAll(builtDir)
	}
	os.Exit(code)
}

// page builds the page or skips: its libraries come from npm.
func page(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("the page is built and used in the long tests only")
	}
	have(t, "npm", "npm")
	if _, err := os.Stat("node_modules/playwright-core"); err != nil {
		if !installs() {
			t.Skip("web/node_modules is missing: run \"npm ci\" in web, or set CI")
		}
		if out, err := exec.Command("npm", "ci", "--no-audit", "--no-fund").CombinedOutput(); err != nil {
			skipOrFail(t, "npm ci: %v\n%s", err, out)
		}
	}
	dir, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// installs reports whether these tests may install what they need: in CI, and as
// root of a machine with Debian's packages, as .ci/run has it.
func installs() bool { return os.Getenv("CI") != "" || os.Geteuid() == 0 }

// have finds a program or installs the package that holds it.
func have(t *testing.T, program string, packages ...string) string {
	t.Helper()
	if path, err := exec.LookPath(program); err == nil {
		return path
	}
	if os.Geteuid() == 0 {
		install := exec.Command("sh", "-c", "apt-get update -qq && apt-get -o DPkg::Lock::Timeout=400 install -y -qq --no-install-recommends \"$@\"", "sh")
		install.Args = append(install.Args, packages...)
		install.Env = append(os.Environ(), "DEBIAN_FRONTEND=noninteractive")
		install.Run() // what came of it is asked next
		if path, err := exec.LookPath(program); err == nil {
			return path
		}
	}
	skipOrFail(t, "%s is missing; it is in the package %s", program, packages[0])
	return ""
}

// skipOrFail lets a machine without a browser pass, but for CI if it says that it
// has one.
func skipOrFail(t *testing.T, format string, args ...any) {
	t.Helper()
	if os.Getenv("ROBOTS_PAGE_TEST") == "must" {
		t.Fatalf(format, args...)
	}
	t.Skipf(format, args...)
}

// A line is what web/e2e/run.mjs says of one check.
type line struct {
	Name, Why, Note string
	OK              bool
	MS              int
}

// The page is opened in Chromium and used: each panel in each language, links,
// memory, without a network, its policy, long texts, axe, and pictures of all.
func TestThePageDoesInABrowserWhatItPromises(t *testing.T) {
	dir := page(t)
	node := have(t, "node", "nodejs")
	chromium := have(t, "chromium", "chromium", "fonts-noto-cjk")
	withHeaders := httptest.NewServer(handler(os.DirFS(dir), true))
	defer withHeaders.Close()
	// As a host serves a folder that knows nothing of the page.
	plain := httptest.NewServer(http.FileServer(http.Dir(dir)))
	defer plain.Close()
	shots, err := filepath.Abs("shots")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 25*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, node, "e2e/run.mjs", withHeaders.URL, plain.URL, shots)
	cmd.Env = append(os.Environ(), "CHROMIUM="+chromium)
	cmd.WaitDelay = 5 * time.Second
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	talk, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	defer talk.Close()
	cmd.Stderr = talk
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var last string
	for s := bufio.NewScanner(out); s.Scan(); {
		var l line
		if json.Unmarshal(s.Bytes(), &l) != nil {
			continue
		}
		if l.Note != "" {
			t.Log(l.Note)
			continue
		}
		last = l.Name
		t.Run(l.Name, func(t *testing.T) {
			if !l.OK {
				t.Error(l.Why)
			}
			t.Logf("%d ms", l.MS)
		})
	}
	err = cmd.Wait()
	if last != "all checks were made" {
		said, _ := os.ReadFile(talk.Name())
		t.Errorf("the run ended after %q: %v\n%.4000s", last, err, said)
	} else if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		t.Error(err)
	}
}
