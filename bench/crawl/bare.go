package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"

	"golang.org/x/net/html"
)

// bare is no crawler but what none can be cheaper than: it is told the addresses,
// fetches them and reads their links. Nothing is judged, queued or kept.
func bare(w web) error {
	resp, err := http.Get("http://" + w.addr + "/expected.txt")
	if err != nil {
		return err
	}
	list, err := io.ReadAll(resp.Body)
	resp.Body.Close()
	if err != nil {
		return err
	}
	client := &http.Client{Transport: &http.Transport{DialContext: w.dial, MaxIdleConns: 4 * workers, MaxIdleConnsPerHost: 8, DisableCompression: true}}
	next := make(chan string)
	fails := make(chan error, workers)
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for u := range next {
				if _, err := links(client, u); err != nil {
					select {
					case fails <- err:
					default:
					}
				}
			}
		})
	}
	for u := range strings.Lines(string(list)) {
		next <- strings.TrimSpace(u)
	}
	close(next)
	all.Wait()
	select {
	case err := <-fails:
		return fmt.Errorf("bare: %w", err)
	default:
		return nil
	}
}

func links(client *http.Client, url string) (all []string, err error) {
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("User-Agent", userAgent)
	resp, err := client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	z := html.NewTokenizer(bytes.NewReader(body))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return all, nil
		case html.StartTagToken, html.SelfClosingTagToken:
			name, more := z.TagName()
			for link := string(name) == "a"; more && link; {
				var k, v []byte
				if k, v, more = z.TagAttr(); string(k) == "href" {
					all = append(all, string(v))
				}
			}
		}
	}
}
