package main

// charts holds the figures of docs/scale.md.
func charts() map[string]chart {
	ticks := []string{"4", "8", "16", "32", "64"}
	// per worker, of a crawl of 1e9 URLs on 1e7 hosts
	var hosts, view []float64
	for _, n := range []float64{4, 8, 16, 32, 64} {
		hosts = append(hosts, 1e7/n*hostMemory/1e9)
		view = append(view, 1e9/n*viewQueued/1e9)
	}
	return map[string]chart{
		"scale-simulation.svg": {
			title: "A simulated crawl of 10,000,000 URLs on 100,000 hosts", x: "URLs done, millions", y: "MB, and thousands of hosts",
			ticks: []string{"1", "2", "3", "4", "5", "6", "7", "8", "9"}, top: 260,
			lines: []line{
				{"memory so far, MB", "#06c", []float64{238, 244, 244, 244, 244, 244, 244, 244, 244}},
				{"hosts with tasks, 1000s", "#c60", []float64{100, 100, 65.5, 17.3, 4.5, 1.2, 0.3, 0.08, 0.02}},
			},
		},
		"scale-workers.svg": {
			title: "What one of N workers holds, 1e9 URLs on 1e7 hosts", x: "workers", y: "GB",
			ticks: ticks, top: 14,
			lines: []line{{"view on disk, at most", "#06c", view}, {"hosts in memory, at most", "#c60", hosts}},
		},
	}
}

// Measured, in octets.
const (
	hostMemory = 420 // of a host with tasks: 210 live, and as much before the collector comes
	viewQueued = 46  // of an address that waits
)
