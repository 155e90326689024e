package crawl

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/robotsgate/robots/internal/testweb"
)

func TestAReaderThatWasEndedLeavesNothingForLong(t *testing.T) {
	s := testweb.Start(t, testweb.Clean(1, 2, 4))
	dir := t.TempDir()
	run(t, t.Context(), Options{Dir: dir, Seeds: s.Web().Seeds(), Fetch: client(s), DangerouslyNoDelay: true})
	left := filepath.Join(dir, scratch+"17")
	if err := os.MkdirAll(filepath.Join(left, "sorted"), 0o755); err != nil {
		t.Fatal(err)
	}
	proven(t, dir)
	all, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		if strings.HasPrefix(e.Name(), scratch) {
			t.Errorf("%s is there still", e.Name())
		}
	}
}

// Who mistypes a name must be told, and leave nothing behind that looks like a crawl.
func TestReadingMakesNoCrawl(t *testing.T) {
	s := testweb.Start(t, testweb.Clean(1, 2, 4))
	url := natsServer(t)
	opt := Options{Dir: t.TempDir(), NATS: url, Seeds: s.Web().Seeds(), Fetch: client(s), DangerouslyNoDelay: true, Plan: Plan{Name: "weekly", Partitions: 1}}
	run(t, t.Context(), opt)
	streams := func() (all []string) {
		c, err := nats.Connect(url)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		js, err := jetstream.New(c)
		if err != nil {
			t.Fatal(err)
		}
		for name := range js.StreamNames(t.Context()).Name() {
			all = append(all, name)
		}
		return all
	}
	before := streams()
	if _, err := OpenLog(t.Context(), t.TempDir(), url, "", "weakly"); err == nil || !strings.Contains(err.Error(), `no such crawl as "weakly"`) || !strings.Contains(err.Error(), "there is weekly") {
		t.Error(err)
	}
	opt.Seeds, opt.Name = nil, "weakly"
	if _, err := Run(t.Context(), opt); err == nil || !strings.Contains(err.Error(), "no such crawl") {
		t.Error(err)
	}
	if after := streams(); len(before) != 2 || len(after) != len(before) {
		t.Errorf("streams before: %v, after: %v", before, after)
	}
	dir := t.TempDir()
	run(t, t.Context(), Options{Dir: dir, Seeds: s.Web().Seeds(), Fetch: client(s), DangerouslyNoDelay: true})
	if _, err := OpenLog(t.Context(), dir, "", "", "other"); err == nil || !strings.Contains(err.Error(), `no such crawl as "other"`) {
		t.Error(err)
	}
	if found, _ := filepath.Glob(filepath.Join(dir, "log/jetstream/*/streams/*")); len(found) != 1 {
		t.Errorf("%v", found)
	}
	if l, err := OpenLog(t.Context(), dir, "", "", ""); err != nil {
		t.Error(err)
	} else {
		l.Close()
	}
}

// A folder named log is not always that of a crawl: /var has one.
func TestAFolderOfAnotherThingIsLeftAlone(t *testing.T) {
	s := testweb.Start(t, testweb.Clean(1, 2, 4))
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "log"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "log", "boot.log"), []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenLog(t.Context(), dir, "", "", ""); err == nil || !strings.Contains(err.Error(), "no crawl in") {
		t.Error(err)
	}
	if _, err := Run(t.Context(), Options{Dir: dir, Seeds: s.Web().Seeds(), Fetch: client(s)}); err == nil || !strings.Contains(err.Error(), "holds boot.log") {
		t.Error(err)
	}
	if inside, _ := os.ReadDir(filepath.Join(dir, "log")); len(inside) != 1 {
		t.Errorf("%v", inside)
	}
}

func TestANameThatNoCrawlCanHaveIsAnErrorOfTheOptions(t *testing.T) {
	s := testweb.Start(t, testweb.Clean(1, 2, 4))
	dir := filepath.Join(t.TempDir(), "c")
	var wrong *OptionError
	if _, err := Run(t.Context(), Options{Dir: dir, Seeds: s.Web().Seeds(), Fetch: client(s), Plan: Plan{Name: "a b"}}); !errors.As(err, &wrong) {
		t.Error(err)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("the folder was made")
	}
}

// Error messages land in logs that many read.
func TestAPasswordInTheURLOfAClusterIsNotTold(t *testing.T) {
	_, err := OpenLog(t.Context(), t.TempDir(), "nats://me:secret@127.0.0.1:1, nats://token@127.0.0.1:2", "", "")
	if err == nil || strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "token") || !strings.Contains(err.Error(), "127.0.0.1:1") {
		t.Error(err)
	}
}
