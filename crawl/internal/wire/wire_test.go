package wire

import (
	"bytes"
	"reflect"
	"testing"
)

func TestRecordsReadBackAsTheyWereWritten(t *testing.T) {
	b := Begin(nil)
	pages := []Page{{From: "http://a.test/", Links: []Link{{URL: "http://a.test/1", Depth: 3, Via: ViaLink}, {URL: "http://b.test/", Depth: 300, Redirects: 2, Priority: 9, Via: ViaRedirect, Refused: TooDeep}}}, {Links: []Link{{URL: "http://c.test/"}}}}
	for _, p := range pages {
		b = AppendPage(b, p)
	}
	var got []Page
	err := EachLink(b, func(i int, from string, l Link) {
		if len(got) == 0 || got[len(got)-1].From != from {
			got = append(got, Page{From: from})
		}
		got[len(got)-1].Links = append(got[len(got)-1].Links, l)
	})
	if err != nil || !reflect.DeepEqual(got, pages) {
		t.Errorf("links: %+v, %v", got, err)
	}
	want := []Result{
		{Key: Key{Host: 1 << 60, Priority: 200, Depth: 7, Seq: 99, Index: 3}, Flags: Noindex | Revisit, Status: 200, Started: 1e12, Ended: 1e12 + 5, Next: 2e12, Size: 10, Wire: 5, Digest: []byte{1, 2}, Type: "text/html", ETag: `"x"`, Modified: "then", File: "a.warc.gz", Offset: 77, Links: 4},
		{Key: Key{Host: 2}, Reason: Disallowed, Line: 12, Detail: "Disallow: /x", Digest: nil},
	}
	b = Begin(nil)
	for _, r := range want {
		b = AppendResult(b, r)
	}
	var results []Result
	if err := EachResult(b, func(r Result) { results = append(results, r) }); err != nil || !reflect.DeepEqual(results, want) {
		t.Errorf("results: %+v, %v", results, err)
	}
	h := HostState{Origin: "https://a.test", Entry: []byte("e"), Started: 1, Ended: 2, Delay: 3, Blocked: 4, File: "f", Offset: 5}
	if got, err := ReadHost(AppendHost(nil, h)); err != nil || !reflect.DeepEqual(got, h) {
		t.Errorf("host: %+v, %v", got, err)
	}
	o := Owner{Worker: "w", At: 9}
	if got, err := ReadOwner(AppendOwner(nil, o)); err != nil || got != o {
		t.Errorf("owner: %+v, %v", got, err)
	}
}

func TestARecordOfVisitsHoldsBothOfItsParts(t *testing.T) {
	done, found := AppendResult(Begin(nil), Result{Status: 200}), AppendPage(Begin(nil), Page{From: "x"})
	for _, c := range []struct {
		kind        Kind
		record      []byte
		done, found []byte
	}{{Done, done, done, nil}, {Found, found, nil, found}, {Visit, AppendVisit(nil, done, found), done, found}, {Host, []byte("h"), nil, nil}} {
		d, f, err := Parts(c.kind, c.record)
		if err != nil || !bytes.Equal(d, c.done) || !bytes.Equal(f, c.found) {
			t.Errorf("%s: %q, %q, %v", c.kind, d, f, err)
		}
	}
	if _, _, err := Parts(Visit, AppendVisit(nil, done, nil)[:3]); err == nil {
		t.Error("a record cut short reads as whole")
	}
}

func TestKeysSortByHostPriorityDepthAndPlace(t *testing.T) {
	keys := []Key{{Host: 1, Priority: 9, Depth: 5}, {Host: 1, Priority: 1, Depth: 0}, {Host: 1, Priority: 1, Depth: 1, Seq: 4}, {Host: 1, Priority: 1, Depth: 1, Seq: 4, Index: 1}, {Host: 1, Priority: 1, Depth: 1, Seq: 300}, {Host: 2}}
	for i := range keys {
		b := keys[i].Append(nil)
		if got := ReadKey(b); got != keys[i] || len(b) != KeySize {
			t.Errorf("%+v read back as %+v", keys[i], got)
		}
		if i > 0 && bytes.Compare(keys[i-1].Append(nil), b) >= 0 {
			t.Errorf("%+v does not come before %+v", keys[i-1], keys[i])
		}
	}
}

func TestEveryReasonHasAWordOfItsOwn(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Reasons() {
		if w := r.String(); w == "" || seen[w] {
			t.Errorf("reason %d: %q", r, w)
		} else {
			seen[w] = true
		}
	}
}

func FuzzRecordsNeverPanic(f *testing.F) {
	f.Add(AppendPage(Begin(nil), Page{From: "x", Links: []Link{{URL: "y"}}}))
	f.Add(AppendResult(Begin(nil), Result{Type: "t"}))
	f.Add(AppendHost(nil, HostState{Origin: "o"}))
	f.Add([]byte{1, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1})
	f.Fuzz(func(t *testing.T, b []byte) {
		n := 0
		EachLink(b, func(int, string, Link) { n++ })
		EachResult(b, func(Result) { n++ })
		if n > 2*len(b) {
			t.Errorf("%d octets gave %d values", len(b), n)
		}
		Parts(Visit, b)
		ReadHost(b)
		ReadOwner(b)
	})
}
