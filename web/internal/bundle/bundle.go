// Package bundle builds what the page consists of: the core in WebAssembly, the
// scripts, and the data that load later.
package bundle

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/robotsgate/robots/web/internal/slim"
)

// Reactor builds the core of the page in a checkout and returns the program:
// that of the first view, or the whole one.
//
// In that of the first view functions are not inlined, which makes it smaller to
// send by 6 percent. The whole one comes when somebody is at work already, and
// with inlining finds what is to be found in a long file in half the time.
func Reactor(root string, first bool) ([]byte, error) {
	dir, err := os.MkdirTemp("", "robots-web-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "robots.wasm")
	args := []string{"build", "-buildmode=c-shared", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", out}
	if first {
		args = append(args, "-tags=first", "-gcflags=all=-l")
	}
	cmd := exec.Command("go", append(args, "./web/wasm")...)
	cmd.Dir = root
	// What the caller's environment says of targets and flags is not for this program.
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "GOFLAGS=", "CGO_ENABLED=0")
	if err := run(cmd); err != nil {
		return nil, err
	}
	module, err := os.ReadFile(out)
	if err != nil {
		return nil, err
	}
	small, err := slim.Slim(module)
	if errors.Is(err, slim.ErrTables) {
		err = fmt.Errorf("make %s smaller: %w; has the version of Go changed?", filepath.Base(out), err)
	}
	return small, err
}

func run(cmd *exec.Cmd) error {
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, bytes.TrimSpace(out))
	}
	return nil
}

// Names of what Page writes, beside what is in web/static.
const (
	FirstWasm   = "first.wasm"
	WholeWasm   = "robots.wasm"
	VectorsFile = "vectors.jsonl"
)

// entries are the scripts, each with all it needs. Those that are not there yet
// are left out.
var entries = []string{"src/worker.ts", "src/app/main.tsx"}

// Page builds the page of a checkout into the folder dist, as a rule web/dist.
// What is there is replaced, but for the placeholder.
func Page(root, dist string) error {
	root, err := filepath.Abs(root) // what is run here runs in root
	if err != nil {
		return err
	}
	if dist, err = filepath.Abs(dist); err != nil {
		return err
	}
	web := filepath.Join(root, "web")
	if err := empty(dist); err != nil {
		return err
	}
	for _, name := range []string{FirstWasm, WholeWasm} {
		module, err := Reactor(root, name == FirstWasm)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dist, name), module, 0o644); err != nil {
			return err
		}
	}
	if err := data(root, dist); err != nil {
		return err
	}
	if err := static(filepath.Join(web, "static"), dist); err != nil {
		return err
	}
	if err := scripts(root, web, dist); err != nil {
		return err
	}
	return offline(root, web, dist)
}

// Placeholder is the one file of web/dist that is part of the repository, so
// that a program that embeds the folder can be built before the page is.
const Placeholder = "placeholder.html"

func empty(dist string) error {
	old, err := os.ReadDir(dist)
	if err != nil {
		return err
	}
	for _, e := range old {
		if e.Name() != Placeholder {
			if err := os.RemoveAll(filepath.Join(dist, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// data copies what the page loads when it is asked for: the sentences of each
// language, and the vectors of the self-test.
func data(root, dist string) error {
	sentences, err := filepath.Glob(filepath.Join(root, "msg", "data", "*.json"))
	if err != nil {
		return err
	}
	for _, name := range sentences {
		b, err := os.ReadFile(name)
		if err == nil {
			err = os.WriteFile(filepath.Join(dist, "msg-"+filepath.Base(name)), b, 0o644)
		}
		if err != nil {
			return err
		}
	}
	vectors, err := Vectors(root)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dist, VectorsFile), vectors, 0o644)
}

// Vectors returns the vectors of package conformance, one a line.
func Vectors(root string) ([]byte, error) {
	files, err := filepath.Glob(filepath.Join(root, "conformance", "data", "*.jsonl"))
	if err != nil {
		return nil, err
	}
	slices.Sort(files)
	var all []byte
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		all = append(all, b...)
	}
	return all, nil
}

// static copies a folder, if there is one.
func static(from, to string) error {
	if _, err := os.Stat(from); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return os.CopyFS(to, os.DirFS(from))
}

// scripts bundles the scripts. esbuild is a tool of the module in tools, so that
// nothing but Go is needed for it; the libraries of the page come from npm.
func scripts(root, web, dist string) error {
	args := esbuild(root)
	found := 0
	for _, e := range entries {
		if _, err := os.Stat(filepath.Join(web, e)); err == nil {
			args = append(args, filepath.Join(web, e))
			found++
		}
	}
	if found == len(entries) {
		if _, err := os.Stat(filepath.Join(web, "node_modules")); err != nil {
			return fmt.Errorf("build the page: web/node_modules is missing; run \"npm ci\" in web: %w", err)
		}
	}
	args = append(args, "--bundle", "--minify", "--splitting", "--format=esm", "--target=es2022", "--jsx=automatic", "--jsx-import-source=preact",
		"--legal-comments=none", "--charset=utf8", "--entry-names=[name]", "--chunk-names=[name]-[hash]", "--outdir="+dist, "--log-level=warning")
	cmd := exec.Command("go", args...)
	cmd.Dir = root
	return run(cmd)
}

// esbuild returns the arguments of go that run it.
func esbuild(root string) []string {
	return []string{"tool", "-modfile=" + filepath.Join(root, "tools", "go.mod"), "esbuild"}
}
