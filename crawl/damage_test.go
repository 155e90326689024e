package crawl

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/robotsgate/robots/internal/testweb"
)

// flip changes some octets of a file, from the end if at is below zero.
func flip(t *testing.T, file string, at int) {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if at < 0 {
		at += len(b)
	}
	for i := range 4 {
		b[at+i] ^= 0xff
	}
	if err := os.WriteFile(file, b, 0o600); err != nil {
		t.Fatal(err)
	}
}

func one(t *testing.T, pattern string) string {
	t.Helper()
	found, _ := filepath.Glob(pattern)
	if len(found) == 0 {
		t.Fatalf("no %s", pattern)
	}
	return found[0]
}

func begun(t *testing.T, partitions int) (Options, *testweb.Server) {
	s := testweb.Start(t, testweb.Clean(6, 20, 5))
	opt := Options{Dir: t.TempDir(), Seeds: s.Web().Seeds(), Fetch: client(s), DangerouslyNoDelay: true, Plan: Plan{MaxPages: 60, Partitions: partitions}}
	run(t, t.Context(), opt)
	opt.Seeds, opt.MaxPages = nil, -1
	return opt, s
}

// A view follows from the log. Whatever becomes of it, a crawl goes on, and
// fetches nothing twice.
func TestADamagedViewIsMadeAnew(t *testing.T) {
	for name, harm := range map[string]func(view string){
		"gone":             func(v string) { os.RemoveAll(v) },
		"a file":           func(v string) { os.RemoveAll(v); os.WriteFile(v, []byte("x"), 0o600) },
		"no manifest":      func(v string) { os.Remove(one(t, v+"/MANIFEST*")) },
		"manifest changed": func(v string) { flip(t, one(t, v+"/MANIFEST*"), 30) },
		"no table":         func(v string) { os.Remove(one(t, v+"/*.sst")) },
		"table cut":        func(v string) { os.Truncate(one(t, v+"/*.sst"), 100) },
		"found to be so":   func(v string) { os.WriteFile(damagedFile(v), nil, 0o600) },
		"another log's":    func(v string) { other, _ := begun(t, 1); os.RemoveAll(v); os.Rename(other.Dir+"/view", v) },
		"of other options": func(v string) { flip(t, one(t, v+"/OPTIONS*"), 200) },
		"all in it emptied": func(v string) {
			all, _ := filepath.Glob(v + "/*")
			for _, f := range all {
				os.Truncate(f, 0)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			opt, s := begun(t, 2)
			harm(filepath.Join(opt.Dir, "view"))
			if sum := run(t, t.Context(), opt); !sum.Done {
				t.Errorf("%+v", sum)
			}
			judged(t, s)
			complete(t, s)
			proven(t, opt.Dir)
		})
	}
}

// What is found to be damaged on the way ends the run, and the next one makes it anew.
func TestAViewThatIsFoundDamagedIsMadeAnewByTheNextRun(t *testing.T) {
	opt, s := begun(t, 1)
	table := one(t, opt.Dir+"/view/*.sst")
	info, err := os.Stat(table)
	if err != nil {
		t.Fatal(err)
	}
	for at := 100; at < int(info.Size())-2000; at += 3000 { // blocks of data
		flip(t, table, at)
	}
	for range 2 {
		sum, err := Run(t.Context(), opt)
		if err == nil && sum.Done {
			break
		}
		if err == nil || !strings.Contains(err.Error(), "damaged") {
			t.Errorf("%+v, %v", sum, err)
		}
	}
	judged(t, s)
	complete(t, s)
	proven(t, opt.Dir)
}

// A log that lost its end, as after a power cut of a disk that lies, is behind its
// view. What is written next must not be taken for read.
func TestAViewThatIsAheadOfItsLogIsMadeAnew(t *testing.T) {
	opt, s := begun(t, 1)
	view := filepath.Join(opt.Dir, "view")
	if err := os.CopyFS(filepath.Join(opt.Dir, "kept"), os.DirFS(filepath.Join(opt.Dir, "log"))); err != nil {
		t.Fatal(err)
	}
	opt.MaxPages = 90
	run(t, t.Context(), opt)
	os.RemoveAll(filepath.Join(opt.Dir, "log"))
	if err := os.Rename(filepath.Join(opt.Dir, "kept"), filepath.Join(opt.Dir, "log")); err != nil {
		t.Fatal(err)
	}
	opt.MaxPages = -1
	if sum := run(t, t.Context(), opt); !sum.Done {
		t.Errorf("%+v", sum)
	}
	if n, _ := twice(s); n != 30 { // what the log forgot, and nothing else
		t.Errorf("%d pages fetched again", n)
	}
	complete(t, s)
	_ = view
}

// Records that cannot be read are told, and a log that does not open is not
// written over.
func TestADamagedLogIsTold(t *testing.T) {
	opt, _ := begun(t, 1)
	stream := one(t, opt.Dir+"/log/jetstream/*/streams/*")
	flip(t, filepath.Join(stream, "msgs", "1.blk"), -3000)
	l, err := OpenLog(t.Context(), opt.Dir, "", "", "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Stats(t.Context()); err != nil || l.Lost() == 0 {
		t.Errorf("%d lost, %v", l.Lost(), err)
	}
	l.Close()

	opt, _ = begun(t, 1)
	if l, err = OpenLog(t.Context(), opt.Dir, "", "", ""); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Stats(t.Context()); err != nil || l.Lost() != 0 {
		t.Errorf("%d lost, %v", l.Lost(), err)
	}
	l.Close()
	meta := filepath.Join(one(t, opt.Dir+"/log/jetstream/*/streams/*"), "meta.inf")
	flip(t, meta, 20)
	before, _ := os.ReadFile(meta)
	opt.Seeds = []string{"http://h0.test/"}
	if _, err := Run(t.Context(), opt); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Error(err)
	}
	if after, _ := os.ReadFile(meta); string(after) != string(before) {
		t.Error("it was written over")
	}
}
