//go:build race

package robots_test

// raceEnabled says that sync.Pool drops what it is given at random, so that
// allocations cannot be counted.
const raceEnabled = true
