package store

import (
	"path/filepath"
	"testing"

	"github.com/robotsgate/robots/gate"
)

var _ gate.Store = (*Store)(nil)

func TestWhatIsSavedIsThereAfterARestart(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "folder", "gate.db")
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if v, err := s.Load("https://a.example"); v != nil || err != nil {
		t.Errorf("an empty store holds %q, %v", v, err)
	}
	for _, v := range []string{"old", "new"} {
		if err := s.Save("https://a.example", []byte(v)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Open(dir); err == nil {
		t.Error("two have the store open")
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if s, err = Open(dir); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if v, err := s.Load("https://a.example"); string(v) != "new" || err != nil {
		t.Errorf("%q, %v", v, err)
	}
}
