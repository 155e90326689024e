package cli

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// each calls do for 0 to n-1, by as many goroutines as there are processors. It
// returns the error of the lowest number that failed, as if they had been called
// one after the other: all before it were called, of those behind it perhaps
// some.
func each(n int, do func(i int) error) error {
	var next atomic.Int64
	var failed atomic.Bool
	errs := make([]error, n)
	var wait sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		wait.Go(func() {
			for i := int(next.Add(1)) - 1; i < n && !failed.Load(); i = int(next.Add(1)) - 1 {
				if errs[i] = do(i); errs[i] != nil {
					failed.Store(true)
				}
			}
		})
	}
	wait.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
