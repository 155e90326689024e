package main

import (
	"os"
	"path/filepath"
	"testing"
)

// docs/cli is what the commands say of themselves today.
func TestReferenceIsFresh(t *testing.T) {
	dir := t.TempDir()
	if err := generate(dir); err != nil {
		t.Fatal(err)
	}
	committed := filepath.Join("..", "..", "docs", "cli")
	want, got := read(t, filepath.Join(dir, "cli")), read(t, committed)
	for name, text := range want {
		if got[name] != text {
			t.Errorf("docs/cli/%s is stale: run go run ./internal/gendocs", name)
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			t.Errorf("docs/cli/%s is of no command: run go run ./internal/gendocs", name)
		}
	}
	if len(read(t, filepath.Join(dir, "man"))) != len(want) {
		t.Error("not every command has a man page")
	}
}

func read(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, e := range entries {
		b, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = string(b)
	}
	return files
}
