package frontier

import (
	"strconv"
	"testing"
)

func TestTheFilterNeverLacksWhatWasAdded(t *testing.T) {
	f := newFilter(1 << 10) // 2,048 addresses
	hash := func(i int) uint64 { return Hash("http://a.example/" + strconv.Itoa(i)) }
	wrong := 0
	for i := range 2047 {
		if f.lacks(hash(i)) == false {
			wrong++
		}
		f.add(hash(i))
		for j := 0; j <= i; j += 97 {
			if f.lacks(hash(j)) {
				t.Fatalf("%d is lacking after %d", j, i)
			}
		}
	}
	if wrong > 2047/20 {
		t.Errorf("%d of 2,047 new addresses were taken for known ones, want one in twenty at most", wrong)
	}
	f.add(hash(2047))
	if f.lacks(hash(9999)) {
		t.Error("a full filter answers")
	}
	if newFilter(7) != nil {
		t.Error("a filter of seven octets")
	}
}
