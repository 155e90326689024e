package serve

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/fetch"
	"github.com/robotsgate/robots/gate"
)

// metrics are those of one service. Every label has a bounded set of values: the
// verbs, statuses, reasons and classes, and nothing that a stranger sends.
type metrics struct {
	registry *prometheus.Registry
	running  prometheus.Gauge
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	lines    *prometheus.CounterVec
	fetches  *prometheus.CounterVec
	by       map[string]*patternMetrics // by the pattern of a route; not changed once requests come
	other    *patternMetrics
}

// patternMetrics are those of one route, found without a search of labels.
type patternMetrics struct {
	verb    string
	ok      prometheus.Counter
	seconds prometheus.Observer
}

func newMetrics() *metrics {
	m := &metrics{registry: prometheus.NewRegistry(), by: map[string]*patternMetrics{},
		running:  prometheus.NewGauge(prometheus.GaugeOpts{Name: "robots_requests_running", Help: "Requests being answered."}),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "robots_requests_total", Help: "Requests answered, by verb and status."}, []string{"verb", "code"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "robots_request_seconds", Help: "Time from request to answer, by verb.",
			Buckets: []float64{.0001, .0005, .001, .005, .01, .05, .1, .5, 1, 5, 30}}, []string{"verb"}),
		lines:   prometheus.NewCounterVec(prometheus.CounterOpts{Name: "robots_stream_lines_total", Help: "Lines of streams answered, by verb and result."}, []string{"verb", "result"}),
		fetches: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "robots_fetches_total", Help: "Fetches of robots.txt, by outcome and class of error."}, []string{"outcome", "class"}),
	}
	m.registry.MustRegister(m.running, m.requests, m.seconds, m.lines, m.fetches,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.other = m.pattern("other")
	return m
}

// route makes the metrics of a route.
func (m *metrics) route(pattern, verb string) { m.by[pattern] = m.pattern(verb) }

func (m *metrics) pattern(verb string) *patternMetrics {
	return &patternMetrics{verb, m.requests.WithLabelValues(verb, "200"), m.seconds.WithLabelValues(verb)}
}

func (m *metrics) request(pattern string, code int, took time.Duration) {
	p := m.by[pattern]
	if p == nil {
		p = m.other
	}
	if code == http.StatusOK {
		p.ok.Inc()
	} else {
		m.requests.WithLabelValues(p.verb, strconv.Itoa(code)).Inc()
	}
	p.seconds.Observe(took.Seconds())
}

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{MaxRequestsInFlight: 4})
}

// counted is a fetcher whose outcomes are counted.
type counted struct {
	*fetch.Client
	m *metrics
}

// Get is that of the client.
func (c counted) Get(ctx context.Context, key string) (fetch.Outcome, error) {
	o, err := c.Client.Get(ctx, key)
	c.m.fetched(o, err)
	return o, err
}

// Refetch is that of the client.
func (c counted) Refetch(ctx context.Context, prev fetch.Outcome) (fetch.Outcome, error) {
	o, err := c.Client.Refetch(ctx, prev)
	c.m.fetched(o, err)
	return o, err
}

func (m *metrics) fetched(o fetch.Outcome, err error) {
	outcome, class := o.Kind.String(), string(o.Class)
	if err != nil {
		outcome, class = "none", string(fetch.ClassOf(err))
	} else if o.Kind != robots.KindDocument && class == "" {
		class = "status" // the status alone says it
	}
	m.fetches.WithLabelValues(outcome, class).Inc()
}

// A gateCollector turns the counts of a gate into metrics when it is asked.
type gateCollector struct{ g *gate.Gate }

func (m *metrics) watch(g *gate.Gate) { m.registry.MustRegister(gateCollector{g}) }

// gateCounts are the metrics that have no label.
var gateCounts = []struct {
	name, help string
	kind       prometheus.ValueType
	of         func(gate.Stats) float64
}{
	{"permits_total", "Permits given.", prometheus.CounterValue, func(s gate.Stats) float64 { return float64(s.Permits) }},
	{"fetches_total", "Fetches of robots.txt.", prometheus.CounterValue, func(s gate.Stats) float64 { return float64(s.Fetches) }},
	{"shared_total", "Calls that waited for a fetch which another had begun.", prometheus.CounterValue, func(s gate.Stats) float64 { return float64(s.Shared) }},
	{"stored_total", "Entries that came fresh from the store.", prometheus.CounterValue, func(s gate.Stats) float64 { return float64(s.Stored) }},
	{"not_modified_total", "Fetches that were answered with 304.", prometheus.CounterValue, func(s gate.Stats) float64 { return float64(s.NotModified) }},
	{"unreachable_total", "Fetches that found the site unreachable.", prometheus.CounterValue, func(s gate.Stats) float64 { return float64(s.Unreachable) }},
	{"store_errors_total", "Failures of the store.", prometheus.CounterValue, func(s gate.Stats) float64 { return float64(s.StoreErrors) }},
	{"evicted_total", "Authorities forgotten to make room.", prometheus.CounterValue, func(s gate.Stats) float64 { return float64(s.Evicted) }},
	{"evicted_early_total", "Of these, such as had not rested.", prometheus.CounterValue, func(s gate.Stats) float64 { return float64(s.EvictedEarly) }},
	{"entries", "Authorities held.", prometheus.GaugeValue, func(s gate.Stats) float64 { return float64(s.Entries) }},
	{"bytes", "Memory that they take, estimated.", prometheus.GaugeValue, func(s gate.Stats) float64 { return float64(s.Bytes) }},
}

func gateDesc(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("robots_gate_"+name, help, labels, nil)
}

// Describe and Collect make it a prometheus.Collector.
func (c gateCollector) Describe(ch chan<- *prometheus.Desc) { prometheus.DescribeByCollect(c, ch) }

// Collect reads the counts once.
func (c gateCollector) Collect(ch chan<- prometheus.Metric) {
	stats := c.g.Stats()
	for _, m := range gateCounts {
		ch <- prometheus.MustNewConstMetric(gateDesc(m.name, m.help), m.kind, m.of(stats))
	}
	refusals := gateDesc("refusals_total", "URLs refused, by reason.", "reason")
	for _, r := range gate.Reasons() {
		ch <- prometheus.MustNewConstMetric(refusals, prometheus.CounterValue, float64(stats.Refusals[r]), r.String())
	}
}
