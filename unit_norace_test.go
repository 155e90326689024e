//go:build !race

package robots_test

const raceEnabled = false
