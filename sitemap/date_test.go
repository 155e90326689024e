package sitemap

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// The plain twin: package time, with the layouts of the note. It lets hours be
// one digit, and zones be as far as 24 hours, which the note does not.
func twinDate(s string) bool {
	if strings.ContainsRune(s, ',') {
		return false
	}
	for _, l := range []string{"2006-01-02", "2006-01-02T15:04:05Z07:00", "2006-01-02T15:04Z07:00", "2006-01", "2006"} {
		if _, err := time.Parse(l, s); err == nil {
			return true
		}
	}
	return false
}

func TestDatesAreThoseOfPackageTime(t *testing.T) {
	seeds := []string{"2026", "2026-02", "2026-02-28", "2024-02-29", "1900-02-29", "2000-02-29", "2026-04-31", "2026-12-31",
		"2026-02-28T10:00Z", "2026-02-28T10:00:59.123+01:30", "2026-02-28T23:59:00-08:00", "", "0000", "2026-00", "2026-13"}
	const letters = "0123456789-:.TZ+ ,"
	r := rand.New(rand.NewPCG(1, 2))
	agreed := 0
	for _, seed := range seeds {
		for i := range 4000 {
			b := []byte(seed)
			for range i % 3 {
				if len(b) > 0 {
					b[r.IntN(len(b))] = letters[r.IntN(len(letters))]
				}
			}
			s := string(b)
			want := twinDate(s)
			if i := strings.IndexByte(s, 'T'); i >= 0 && (len(s) < i+3 || s[i+2] == ':') {
				want = false // an hour of one digit
			}
			if strings.HasSuffix(s, "24:00") || strings.HasSuffix(s, "24:30") || strings.Contains(s, "+24:") || strings.Contains(s, "-24:") || strings.HasSuffix(s, ":60") {
				continue
			}
			if got := isDate(s); got != want {
				t.Errorf("%q: %v, want %v", s, got, want)
			}
			if want {
				agreed++
			}
		}
	}
	if agreed < 1000 {
		t.Errorf("only %d dates among the texts", agreed)
	}
}
