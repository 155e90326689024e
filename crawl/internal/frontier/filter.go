package frontier

// A filter stands in front of the seen-set: most addresses that reach a frontier
// are new, and it says so without a look into the store. It is a Bloom filter
// (Bloom 1970) with four bits for an address. It must know all that is in the
// store, so only a view that begins empty has one, and it is given up when it is
// too full to be of use: at one address for four bits every sixth is looked up
// in vain. The filters of the store's own tables do the rest.
type filter struct {
	bits []uint64
	room int // addresses that it takes yet
}

// newFilter makes a filter of that many octets, less up to a power of two.
func newFilter(octets int) *filter {
	words := 1
	for words*16 <= octets {
		words *= 2
	}
	if octets < 8 {
		return nil
	}
	return &filter{bits: make([]uint64, words), room: words * 64 / 4}
}

// each calls do with the place of each bit of an address: the steps are odd, so
// that no two are one.
func (f *filter) each(hash uint64, do func(word *uint64, bit uint64)) {
	at, step := hash, hash>>32|1
	for range 4 {
		do(&f.bits[at/64&uint64(len(f.bits)-1)], 1<<(at%64))
		at += step
	}
}

// add notes an address.
func (f *filter) add(hash uint64) {
	if f == nil || f.room == 0 {
		return
	}
	f.room--
	f.each(hash, func(word *uint64, bit uint64) { *word |= bit })
}

// lacks reports whether an address was never added, for sure.
func (f *filter) lacks(hash uint64) bool {
	if f == nil || f.room == 0 {
		return false
	}
	lacks := false
	f.each(hash, func(word *uint64, bit uint64) { lacks = lacks || *word&bit == 0 })
	return lacks
}
