package cli

import (
	"errors"
	"strconv"
	"testing"

	"github.com/robotsgate/robots/access"
)

func TestProbesTooManyForATableAreRefused(t *testing.T) {
	var probes []access.Probe
	for i := range 1001 {
		if err := fitsTable("p.csv", probes); err != nil {
			t.Fatalf("%d probes: %v", i, err)
		}
		probes = append(probes, access.Probe{Token: "a" + strconv.Itoa(i), Target: "/" + strconv.Itoa(i)})
	}
	var exit *exitError
	if err := fitsTable("p.csv", probes); !errors.As(err, &exit) || exit.code != exitUsage {
		t.Errorf("%v, want a usage error", err)
	}
}
