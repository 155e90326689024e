package joblog

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/robotsgate/robots/crawl/internal/wire"
)

func start(t *testing.T, dir string) *Log {
	t.Helper()
	l, err := Open(t.Context(), Options{Name: "test", Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	return l
}

func record(t *testing.T, r *Reader) Record {
	t.Helper()
	rec, err := r.Next()
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

func TestABatchIsReadBackInOrderAndPerPartition(t *testing.T) {
	dir := t.TempDir()
	l := start(t, dir)
	ctx := t.Context()
	epoch, err := l.Own(ctx, 1, "w", time.UnixMilli(5))
	if err != nil {
		t.Fatal(err)
	}
	batch := []Message{{Part: 1, Kind: wire.Found, Data: []byte("a")}, {Part: 2, Kind: wire.Found, Data: []byte("b")}, {Part: 1, Kind: wire.Done, Data: []byte("c"), Epoch: epoch}}
	if last, err := l.Write(ctx, batch); err != nil || last != epoch+3 {
		t.Fatal(err)
	}
	l.Close()
	l = start(t, dir) // what was written stays
	r, err := l.Read(ctx, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if own := record(t, r); own.Kind != wire.Own || own.Seq != epoch {
		t.Errorf("first: %+v", own)
	}
	if a, c := record(t, r), record(t, r); string(a.Data) != "a" || string(c.Data) != "c" || c.Kind != wire.Done || c.Pending != 0 {
		t.Errorf("then: %+v %+v", a, c)
	}
	var all string
	if err := l.All(ctx, func(rec Record) error { all += rec.Kind.String(); return nil }); err != nil || all != "ownddr" {
		t.Errorf("all: %q, %v", all, err)
	}
}

// The server passes over a record that it cannot read, and waits for ever if it is
// the last.
func TestARecordThatIsDamagedIsMissed(t *testing.T) {
	silence = time.Second
	t.Cleanup(func() { silence = 15 * time.Second })
	for name, where := range map[string]func(size int) int{
		"in the middle": func(n int) int { return n / 2 }, "at the end": func(n int) int { return n - 20 },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			l := start(t, dir)
			if _, err := l.Describe(t.Context(), []byte("plan")); err != nil {
				t.Fatal(err)
			}
			for i := range 20 {
				data := bytes.Repeat([]byte{byte(i)}, 100)
				if _, err := l.Write(t.Context(), []Message{{Kind: wire.Found, Data: data}}); err != nil {
					t.Fatal(err)
				}
			}
			l.Close()
			files, err := filepath.Glob(filepath.Join(dir, "jetstream", "*", "streams", "*", "msgs", "*.blk"))
			if err != nil || len(files) != 1 {
				t.Fatal(files, err)
			}
			b, err := os.ReadFile(files[0])
			if err != nil {
				t.Fatal(err)
			}
			for i := range 10 {
				b[where(len(b))+i] ^= 0xff
			}
			if err := os.WriteFile(files[0], b, 0o600); err != nil {
				t.Fatal(err)
			}
			l = start(t, dir)
			n := 0
			if err := l.All(t.Context(), func(Record) error { n++; return nil }); err != nil || n != 19 || l.Lost() != 1 {
				t.Errorf("%d records, %d lost, %v", n, l.Lost(), err)
			}
		})
	}
}

func TestAnOwnerThatWasReplacedCannotWrite(t *testing.T) {
	l := start(t, t.TempDir())
	ctx := t.Context()
	old, _ := l.Own(ctx, 1, "old", time.UnixMilli(5))
	l.Own(ctx, 1, "new", time.UnixMilli(6))
	batch := []Message{{Part: 7, Kind: wire.Found, Data: []byte("x")}, {Part: 1, Kind: wire.Done, Data: []byte("late"), Epoch: old}}
	if _, err := l.Write(ctx, batch); !errors.Is(err, ErrFenced) {
		t.Errorf("a batch: %v", err)
	}
	if _, err := l.Write(ctx, batch[1:]); !errors.Is(err, ErrFenced) {
		t.Errorf("one record: %v", err)
	}
	n := 0
	l.All(ctx, func(rec Record) error { n++; return nil })
	if n != 2 {
		t.Errorf("%d records, want the two owners: a refused batch writes nothing", n)
	}
	if e, err := l.Epoch(ctx, 1); err != nil || e != old+1 {
		t.Errorf("epoch %d, %v", e, err)
	}
	if e, err := l.Epoch(ctx, 9); err != nil || e != 0 {
		t.Errorf("epoch of a partition without owner: %d, %v", e, err)
	}
}

func TestTheFirstDescriptionStands(t *testing.T) {
	l := start(t, t.TempDir())
	if d, err := l.Describe(t.Context(), nil); d != nil || err != nil {
		t.Errorf("none yet: %q %v", d, err)
	}
	for _, text := range []string{"first", "second"} {
		if d, err := l.Describe(t.Context(), []byte(text)); string(d) != "first" || err != nil {
			t.Errorf("%q: %q %v", text, d, err)
		}
	}
	if err := l.All(t.Context(), func(Record) error { t.Error("a description is no record of a partition"); return nil }); err != nil {
		t.Error(err)
	}
}

func TestAFullLogSaysSoAndKeepsWhatItHas(t *testing.T) {
	l, err := Open(t.Context(), Options{Name: "test", Dir: t.TempDir(), MaxBytes: 64 << 10})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	written := 0
	noise := make([]byte, 4000) // what no coding makes shorter
	rand.NewChaCha8([32]byte{}).Read(noise)
	for range 100 {
		_, err = l.Write(t.Context(), []Message{{Kind: wire.Found, Data: noise}, {Kind: wire.Found, Data: noise}})
		if err != nil {
			break
		}
		written += 2
	}
	if !errors.Is(err, ErrFull) {
		t.Fatalf("after %d records: %v", written, err)
	}
	n := 0
	if err := l.All(t.Context(), func(Record) error { n++; return nil }); err != nil || n != written {
		t.Errorf("%d records read of %d written, %v", n, written, err)
	}
}

func TestRecordsAreCompressedAndReadBackAsTheyWere(t *testing.T) {
	for _, record := range [][]byte{nil, []byte("short"), bytes.Repeat([]byte("http://example.com/a "), 1000)} {
		data, coding := encode(record)
		back, err := decode(data, coding)
		if err != nil || !bytes.Equal(back, record) {
			t.Errorf("%d octets as %q: %v", len(record), coding, err)
		}
		if len(record) > 10*small && len(data)*10 > len(record) {
			t.Errorf("%d octets became %d", len(record), len(data))
		}
	}
	bomb, coding := encode(make([]byte, mostDecoded+1))
	for what, data := range map[string][]byte{"a bomb": bomb, "noise": []byte("noise")} {
		if _, err := decode(data, coding); err == nil {
			t.Errorf("%s is read", what)
		}
	}
	if _, err := decode(nil, "later"); err == nil {
		t.Error("a coding that is not known is read")
	}
}

func TestALeaseThatIsNotRenewedIsGone(t *testing.T) {
	l := start(t, t.TempDir())
	ctx := context.Background()
	leases, err := l.Leases(ctx, 3*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	rev, err := leases.Take(ctx, 4, "a")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := leases.Take(ctx, 4, "b"); err == nil {
		t.Fatal("two workers took one partition")
	}
	if rev, err = leases.Renew(ctx, 4, "a", nil, rev); err != nil {
		t.Fatal(err)
	}
	leases.Here(ctx, "a", State{Idle: true, Seq: 3, Parts: 2})
	if look, err := leases.Look(ctx); len(look.States) != 1 || look.States["a"] != (State{true, 3, 2}) || len(look.Spent) != 0 || !look.Held[4] || look.End || err != nil {
		t.Errorf("%+v, %v", look, err)
	}
	spent := Spent{Pages: 7, Bytes: 900}
	if rev, err = leases.Renew(ctx, 4, "a", &spent, rev); err != nil {
		t.Fatal(err)
	}
	leases.Ended(ctx, "page-budget", 50)
	if look, err := leases.Look(ctx); look.Spent[4] != spent || !look.End || look.Why != "page-budget" || look.EndAt != 50 || err != nil {
		t.Errorf("%+v, %v", look, err)
	}
	for { // until it is gone, with all the rest: a look meets the moment at any point
		look, err := leases.Look(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if len(look.Held)+len(look.States) == 0 {
			break
		}
	}
	if _, err := leases.Take(ctx, 4, "b"); err != nil {
		t.Errorf("after the lease ran out: %v", err)
	}
	if _, err := leases.Renew(ctx, 4, "a", nil, rev); err == nil {
		t.Error("the worker before renewed a lease that is not its own")
	}
}

func TestVersionsAreComparedAsNumbers(t *testing.T) {
	for v, want := range map[string]bool{"2.14.9": true, "2.15.0": false, "2.15.3": false, "2.9.0": true, "10.0.0": false, "2.15.0-RC.1": false, "": true} {
		if got := older(v, "2.15.0"); got != want {
			t.Errorf("older(%q) = %v", v, got)
		}
	}
}

func TestANameThatIsNoSubjectIsRefused(t *testing.T) {
	for _, name := range []string{"", "a.b", "a b", "*", ">"} {
		if l, err := Open(t.Context(), Options{Name: name, Dir: t.TempDir()}); err == nil {
			l.Close()
			t.Errorf("%q was taken", name)
		}
	}
}
