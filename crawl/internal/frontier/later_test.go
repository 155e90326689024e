package frontier

import (
	"testing"
	"time"

	"github.com/robotsgate/robots/crawl/internal/wire"
)

// A task that was refused for what may pass waits again when another owner starts,
// if that is wished, and a view made anew from the log comes to the same.
func TestWhatWasRefusedForWhatMayPassIsLookedAtAgain(t *testing.T) {
	refusals := map[string]wire.Reason{"http://a.test/": wire.HostDown, "http://b.test/": wire.Unreachable, "http://c.test/": wire.PrivateAddress, "http://d.test/": wire.Disallowed}
	var log [][]byte
	db := store(t)
	f := open(t, db, Options{}, epoch)
	for u := range refusals {
		log = append(log, found(wire.Link{URL: u}))
	}
	for i, r := range log {
		f.Add(uint64(i+1), r, epoch)
	}
	refuse := func(task Task) {
		r := result(wire.Result{Key: task.Key, Reason: refusals[task.URL]})
		log = append(log, r)
		f.Release(task, epoch)
		f.Done(uint64(len(log)), r, epoch)
		// A commit of unknown outcome is sent twice.
		log = append(log, r)
		f.Done(uint64(len(log)), r, epoch)
	}
	for range refusals {
		task, ok, _ := lease(t, f, epoch)
		if !ok {
			t.Fatal("nothing to lease")
		}
		refuse(task)
	}
	if !f.Idle(epoch) || f.Counts().Done != 4 {
		t.Fatalf("%+v", f.Counts())
	}
	later := epoch.Add(time.Hour)
	f = open(t, db, Options{}, later)
	if err := f.Start(later, true, func(u string, why wire.Reason) bool {
		if refusals[u] != why {
			t.Errorf("%s: %v", u, why)
		}
		return why != wire.Unreachable
	}); err != nil {
		t.Fatal(err)
	}
	if c := f.Counts(); c.Queued != 2 || c.Done != 2 {
		t.Errorf("%+v", c)
	}
	for range 2 {
		task, ok, _ := lease(t, f, later)
		if !ok || task.Refused != wire.None {
			t.Fatalf("%v %+v", ok, task)
		}
		r := result(wire.Result{Key: task.Key, Status: 200, Started: later.UnixMilli(), Ended: later.UnixMilli()})
		if task.URL == "http://a.test/" {
			refuse(task) // still down
			continue
		}
		log = append(log, r)
		f.Release(task, later)
		f.Done(uint64(len(log)), r, later)
	}
	if _, ok, _ := lease(t, f, later.Add(time.Hour)); ok {
		t.Error("a third task waits")
	}
	g := open(t, store(t), Options{}, later)
	for i, r := range log {
		kind := wire.Done
		if i < len(refusals) {
			kind = wire.Found
		}
		if err := g.Apply(uint64(i+1), kind, r, later); err != nil {
			t.Fatal(err)
		}
	}
	if f.Counts() != g.Counts() {
		t.Errorf("counts %+v, from the log %+v", f.Counts(), g.Counts())
	}
}

// A host that is free leases its tasks before its time, one at a time, and says so.
func TestAFreeHostIsNotWaitedFor(t *testing.T) {
	f := open(t, store(t), Options{Delay: time.Minute}, epoch)
	add(t, f, 1, wire.Link{URL: "http://a.test/1"}, wire.Link{URL: "http://a.test/2"}, wire.Link{URL: "http://a.test/3"})
	first, ok, _ := lease(t, f, epoch)
	if !ok || first.Early {
		t.Fatalf("%v %+v", ok, first)
	}
	f.Return(first, epoch.Add(time.Hour))
	if _, ok, wait := lease(t, f, epoch); ok || wait != time.Hour {
		t.Fatalf("ok %v, wait %v", ok, wait)
	}
	f.Free(first.URL, true)
	early, ok, _ := lease(t, f, epoch)
	if !ok || !early.Early || early.URL != first.URL {
		t.Fatalf("%v %+v", ok, early)
	}
	if _, ok, _ := lease(t, f, epoch); ok {
		t.Error("two at a time")
	}
	f.Free(first.URL, false)
	f.Return(early, time.Time{})
	if _, ok, wait := lease(t, f, epoch); ok || wait != time.Hour {
		t.Errorf("ok %v, wait %v", ok, wait)
	}
}
