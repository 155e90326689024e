package turns

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestTurnsOfOneAuthorityAreADelayApart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all := &Turns{Delay: time.Second, Most: 3 * time.Second}
		began := time.Now()
		var mu sync.Mutex
		var at []time.Duration
		late := 0
		var wg sync.WaitGroup
		for range 6 {
			wg.Go(func() {
				err := all.Wait(t.Context(), "a.example:80")
				mu.Lock()
				defer mu.Unlock()
				var e *Late
				switch {
				case errors.As(err, &e) && e.RetryAfter == time.Second && e.Authority == "a.example:80":
					late++
				case err != nil:
					t.Error(err)
				default:
					at = append(at, time.Since(began))
				}
			})
		}
		if err := all.Wait(t.Context(), "b.example:80"); err != nil || time.Since(began) != 0 {
			t.Errorf("another authority waits: %v after %v", err, time.Since(began))
		}
		wg.Wait()
		if len(at) != 4 || late != 2 || at[0] != 0 || at[3] != 3*time.Second {
			t.Errorf("turns at %v, %d refused", at, late)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		if err := all.Wait(ctx, "a.example:80"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a wait that is given up: %v", err)
		}
	})
}

func TestWhatIsRememberedOfAuthoritiesIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all := &Turns{Delay: time.Second, Most: time.Minute}
		for i := range maxKept + 50 {
			if _, err := all.take(fmt.Sprint(i), time.Now()); err != nil {
				t.Fatal(err)
			}
		}
		if len(all.next) > maxKept+1 {
			t.Errorf("%d are remembered", len(all.next))
		}
		time.Sleep(2 * time.Minute)
		all.take("x", time.Now())
		if len(all.next) != 1 {
			t.Errorf("%d are remembered when all have rested", len(all.next))
		}
	})
}
