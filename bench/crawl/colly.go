package main

import (
	"net/http"
	"strings"

	"github.com/gocolly/colly/v2"
	"github.com/gocolly/colly/v2/queue"
)

// collector is colly with robots.txt heeded, which it does not by default.
// follow gets the absolute address of each link that a browser would follow.
func collector(w web, async bool, follow func(*colly.Request, string)) *colly.Collector {
	c := colly.NewCollector(colly.UserAgent(userAgent), colly.Async(async))
	c.IgnoreRobotsTxt = false
	c.WithTransport(&http.Transport{DialContext: w.dial, MaxIdleConns: 4 * workers, MaxIdleConnsPerHost: 8})
	c.OnHTML("a[href]", func(e *colly.HTMLElement) { follow(e.Request, e.Request.AbsoluteURL(e.Attr("href"))) })
	return c
}

// collyAsync is colly's asynchronous mode, bounded by a rule for all domains.
func collyAsync(w web) error {
	c := collector(w, true, func(r *colly.Request, url string) { r.Visit(url) })
	if err := c.Limit(&colly.LimitRule{DomainGlob: "*", Parallelism: workers}); err != nil {
		return err
	}
	for _, s := range w.seeds() {
		c.Visit(s)
	}
	c.Wait()
	return nil
}

// collyQueue is its queue in memory with as many consumers.
func collyQueue(w web) error {
	q, err := queue.New(workers, &queue.InMemoryQueueStorage{MaxSize: 10_000_000})
	if err != nil {
		return err
	}
	var c *colly.Collector
	c = collector(w, false, func(r *colly.Request, url string) {
		if seen, err := c.HasVisited(url); url != "" && err == nil && !seen {
			q.AddURL(url)
		}
	})
	for _, s := range w.seeds() {
		q.AddURL(strings.TrimSpace(s))
	}
	return q.Run(c)
}
