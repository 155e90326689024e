package conformance

import "testing"

func TestStandardPassesEveryVector(t *testing.T) {
	r := Run(Standard())
	for _, f := range r.Failures {
		t.Error(f)
	}
	t.Logf("%d of %d", r.Passed, r.Total)
}
