package cli

import (
	"net"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/robotsgate/robots/crawl"
	"github.com/robotsgate/robots/msg"
)

// metrics serves how a crawl stands. There are no labels of hosts: a crawl has
// as many as the web, and a server of metrics keeps each for good.
type metrics struct {
	now    atomic.Pointer[crawl.Progress]
	server *http.Server
}

func (m *metrics) set(p crawl.Progress) { m.now.Store(&p) }
func (m *metrics) close()               { m.server.Close() }

// measures are the metrics without labels.
var measures = []struct {
	name, help string
	kind       prometheus.ValueType
	of         func(*crawl.Progress) float64
}{
	{"pages_total", "answers to requests for pages", prometheus.CounterValue, func(p *crawl.Progress) float64 { return float64(p.Fetched) }},
	{"bytes_total", "octets of bodies as received", prometheus.CounterValue, func(p *crawl.Progress) float64 { return float64(p.Bytes) }},
	{"robots_total", "fetches of robots.txt", prometheus.CounterValue, func(p *crawl.Progress) float64 { return float64(p.Robots) }},
	{"robots_unreachable_total", "fetches of robots.txt that found it unreachable", prometheus.CounterValue, func(p *crawl.Progress) float64 { return float64(p.Unreachable) }},
	{"refused_total", "tasks that were not requested", prometheus.CounterValue, func(p *crawl.Progress) float64 { return float64(p.Refused) }},
	{"failed_total", "requests without an answer", prometheus.CounterValue, func(p *crawl.Progress) float64 { return float64(p.Failed) }},
	{"retried_total", "requests that are made again", prometheus.CounterValue, func(p *crawl.Progress) float64 { return float64(p.Retried) }},
	{"known", "addresses known in the partitions of this process", prometheus.GaugeValue, func(p *crawl.Progress) float64 { return float64(p.Known) }},
	{"queued", "tasks that wait in the partitions of this process", prometheus.GaugeValue, func(p *crawl.Progress) float64 { return float64(p.Queued) }},
	{"hosts", "hosts in the partitions of this process", prometheus.GaugeValue, func(p *crawl.Progress) float64 { return float64(p.Hosts) }},
	{"in_flight", "requests under way", prometheus.GaugeValue, func(p *crawl.Progress) float64 { return float64(p.InFlight) }},
	{"elapsed_seconds", "time since the run began", prometheus.GaugeValue, func(p *crawl.Progress) float64 { return p.Elapsed.Seconds() }},
}

const metricPrefix = "robots_crawl_"

// reasonsDesc is made at each look, so that other commands do not pay for it.
func reasonsDesc() *prometheus.Desc {
	return prometheus.NewDesc(metricPrefix+"reasons_total", "tasks that were refused, failed or brought no page, by reason", []string{"reason"}, nil)
}

// Describe sends nothing: the collector is unchecked, which costs no start-up time.
func (m *metrics) Describe(chan<- *prometheus.Desc) {}

// Collect sends how the crawl stands.
func (m *metrics) Collect(to chan<- prometheus.Metric) {
	p := m.now.Load()
	if p == nil {
		p = &crawl.Progress{}
	}
	for _, x := range measures {
		to <- prometheus.MustNewConstMetric(prometheus.NewDesc(metricPrefix+x.name, x.help, nil, nil), x.kind, x.of(p))
	}
	reasons := reasonsDesc()
	for _, r := range crawl.Reasons() {
		to <- prometheus.MustNewConstMetric(reasons, prometheus.CounterValue, float64(p.Reasons[r]), r)
	}
}

func (a *app) serveMetrics(addr string) (*metrics, error) {
	host, port, err := net.SplitHostPort(addr)
	if _, numeric := strconv.ParseUint(port, 10, 16); err != nil || numeric != nil {
		return nil, usageErrorf("it looks like :9464 or 127.0.0.1:9464", "--metrics %s: no address to listen at", addr)
	}
	if host == "" {
		host = "127.0.0.1" // how a crawl stands is nobody else's business
	}
	l, err := net.Listen("tcp", net.JoinHostPort(host, port))
	if err != nil {
		return nil, ioErrorf("choose another address", "serve metrics: %w", err)
	}
	m := &metrics{}
	registry := prometheus.NewRegistry()
	registry.MustRegister(m)
	mux := http.NewServeMux()
	mux.Handle("/metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
	m.server = &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	go m.server.Serve(l)
	a.say(a.lang.Text("crawl.metrics", msg.Str("addr", l.Addr().String())))
	return m, nil
}
