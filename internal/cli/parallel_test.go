package cli

import (
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
)

func TestEachCallsAllAndTellsOfTheFirstThatFailed(t *testing.T) {
	var calls atomic.Int64
	if err := each(1000, func(int) error { calls.Add(1); return nil }); err != nil || calls.Load() != 1000 {
		t.Errorf("%d calls, %v", calls.Load(), err)
	}
	if err := each(0, func(int) error { return errors.New("called") }); err != nil {
		t.Error(err)
	}
	for range 20 {
		err := each(100, func(i int) error {
			if i >= 3 {
				return fmt.Errorf("%d", i)
			}
			return nil
		})
		if err == nil || err.Error() != "3" {
			t.Fatalf("%v, want 3", err)
		}
	}
}
