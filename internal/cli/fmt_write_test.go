package cli

import (
	"os"
	"path/filepath"
	"testing"
)

// What somebody else wrote between reading and writing is not lost.
func TestChangedFilesAreNotOverwritten(t *testing.T) {
	name := filepath.Join(t.TempDir(), "robots.txt")
	if err := os.WriteFile(name, []byte("theirs"), 0o644); err != nil {
		t.Fatal(err)
	}
	a := &app{}
	if err := a.rewrite(name, "as it was", "ours"); err == nil {
		t.Error("overwritten")
	}
	if text, _ := os.ReadFile(name); string(text) != "theirs" {
		t.Errorf("%q", text)
	}
	if err := a.rewrite(name, "theirs", "ours"); err != nil {
		t.Error(err)
	}
	if text, _ := os.ReadFile(name); string(text) != "ours" {
		t.Errorf("%q", text)
	}
}
