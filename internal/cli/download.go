package cli

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/robotsgate/robots/fetch"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/report"
)

// openAny opens a file, or fetches a URL, as a stream.
func (a *app) openAny(f *webFlags, name string) (*input, error) {
	if !isURL(name) {
		return a.open(name)
	}
	c, err := a.oneClient(f)
	if err != nil {
		return nil, err
	}
	ctx, stop := interruptible()
	ctx, cancel := context.WithTimeout(ctx, f.timeout)
	d := &download{stop: func() { cancel(); stop() }, most: f.timeout}
	if err := a.download(ctx, c, name, d); err != nil {
		d.Close()
		return nil, err
	}
	return unpack(name, d, d)
}

// A download is the body of an answer.
type download struct {
	io.Reader
	closers []io.Closer
	stop    func()
	most    time.Duration // that it may take
}

// Read reads the body, and says in plain words when it took too long.
func (d *download) Read(p []byte) (int, error) {
	n, err := d.Reader.Read(p)
	if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("no end of it after %v", d.most)
	}
	return n, err
}

// Close ends the transfer, wherever it is.
func (d *download) Close() error {
	d.stop()
	var errs []error
	for _, c := range d.closers {
		errs = append(errs, c.Close())
	}
	return errors.Join(errs...)
}

// download asks for a URL as a robots.txt is asked for: by the same client, so
// that private addresses are refused on every redirect.
func (a *app) download(ctx context.Context, c *fetch.Client, name string, d *download) error {
	u, err := url.Parse(name)
	if err == nil {
		err = plainURL(u)
	}
	switch {
	case err != nil:
		return usageErrorf("it looks like https://example.com/sitemap.xml", "%s: %w", name, err)
	case c.Token() == "":
		return usageErrorf("it looks like ExampleBot/1.0", "--as %q: no product token", c.UserAgent)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return usageErrorf("", "%s: %w", name, err)
	}
	req.Header.Set("User-Agent", c.UserAgentHeader())
	req.Header.Set("Accept-Encoding", "gzip, br, zstd")
	if strings.Contains(c.Contact, "@") {
		req.Header.Set("From", c.Contact)
	}
	resp, err := downloader(c).Do(req)
	if err != nil {
		return downloadError(name, err, d.most)
	}
	d.closers = append(d.closers, resp.Body)
	if final := resp.Request.URL.String(); final != req.URL.String() {
		a.say(report.Clean(name) + ": " + a.lang.Text("web.moved", msg.Str("url", report.Clean(final))))
	}
	if resp.StatusCode != http.StatusOK {
		return ioErrorf("", "fetch %s: the server answers %s", name, statusText(resp.StatusCode))
	}
	body, err := fetch.Decoded(resp.Body, resp.Header)
	if err != nil {
		return downloadError(name, err, d.most)
	}
	d.Reader, d.closers = body, append(d.closers, body)
	return nil
}

// downloader is an HTTP client that keeps to what a fetch.Client permits.
func downloader(c *fetch.Client) *http.Client {
	return &http.Client{
		Transport: &http.Transport{
			DialContext: c.DialContext, TLSClientConfig: trusting(c), ForceAttemptHTTP2: true, DisableCompression: true, DisableKeepAlives: true,
			TLSHandshakeTimeout: 10 * time.Second, ResponseHeaderTimeout: 15 * time.Second, MaxResponseHeaderBytes: 64 << 10,
		},
		CheckRedirect: func(req *http.Request, via []*http.Request) error {
			if len(via) > c.MaxRedirects {
				return errors.New("too many redirects")
			}
			req.Header.Del("Referer")
			return plainURL(req.URL)
		},
	}
}

// plainURL returns what keeps a URL from being fetched.
func plainURL(u *url.URL) error {
	switch {
	case u.Scheme != "http" && u.Scheme != "https":
		return errors.New("only http and https are fetched")
	case u.User != nil:
		return errors.New("a user name in a URL is never sent")
	case u.Host == "":
		return errors.New("there is no host")
	}
	return nil
}

// downloadError names the URL that failed and why, which may be one that a
// redirect led to.
func downloadError(name string, err error, most time.Duration) error {
	hint := ""
	if fetch.ClassOf(err) == fetch.ClassRefusedAddress {
		hint = "a network of your own is opened with --allow-net CIDR"
	}
	var at *url.Error
	if errors.As(err, &at) {
		err = at.Err
	}
	if errors.Is(err, context.DeadlineExceeded) {
		err, hint = fmt.Errorf("no answer after %v", most), "--timeout gives it more time"
	}
	return ioErrorf(hint, "fetch %s: %w", name, err)
}

// trusting is how TLS is verified: always.
func trusting(c *fetch.Client) *tls.Config {
	return &tls.Config{RootCAs: c.RootCAs, MinVersion: tls.VersionTLS12}
}
