package survey

import "math"

// z is the 97.5 % quantile of the normal distribution, for intervals of 95 %.
const z = 1.959963984540054

// Wilson returns the share k of n with the bounds of its 95 % interval by Wilson
// (1927), which holds for small numbers and for shares near 0 and 1. It is about
// what sites were drawn; sites that do not answer at random are no draw, and no
// interval mends that. All are rounded to six places, so that they are the same
// on every machine; of none they are 0, 0 and 1.
func Wilson(k, n int) (share, low, high float64) {
	if n <= 0 {
		return 0, 0, 1
	}
	p, m := float64(k)/float64(n), float64(n)
	d := 1 + z*z/m
	mid := (p + z*z/(2*m)) / d
	half := z / d * math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	return round(p), round(max(mid-half, 0)), round(min(mid+half, 1))
}

func round(x float64) float64 { return math.Round(x*1e6) / 1e6 }
