package cli

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/report"
)

// served returns where the robots.txt says that a file is served: the one URL
// it lists whose last part is the name of the file, or "".
func (g *gate) served(name string) string {
	if isURL(name) {
		return name
	}
	url := ""
	for _, u := range g.Policy.SitemapURLs(g.FileURL) {
		if path.Base(pathOf(u)) == filepath.Base(name) {
			if url != "" {
				return ""
			}
			url = u
		}
	}
	return url
}

// listed returns the site of the robots.txt, if that lists the sitemap at url.
func (g *gate) listed(url string) []string {
	for _, u := range g.Policy.SitemapURLs(g.FileURL) {
		if u == url && g.FileURL != "" {
			return []string{g.FileURL}
		}
	}
	return nil
}

// pathOf returns the path of a URL, without the query.
func pathOf(url string) string {
	target, err := robots.Target(url)
	if err != nil {
		return ""
	}
	p, _, _ := strings.Cut(target, "?")
	return p
}

// parts reads the sitemaps that the index at name lists, as far as they lie in
// its folder.
func (g *gate) parts(name string, urls []string, depth int) error {
	if len(urls) > 0 && depth == maxIndexes {
		g.say(g.lang.Text("sitemap.deep", msg.Str("file", report.Clean(name)), msg.Int("limit", maxIndexes)))
		g.Missing = append(g.Missing, urls...)
		return nil
	}
	for _, url := range urls {
		file, ok := local(name, url)
		if !ok {
			g.Missing = append(g.Missing, url)
			continue
		}
		if err := g.file(file, url, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// local finds the file of a URL in the folder of the index, by the path of the
// URL or by its last part. A path never leads out of the folder, not by "..",
// and not by a symbolic link.
func local(index, url string) (string, bool) {
	if index == "-" || isURL(index) {
		return "", false
	}
	dir := filepath.Dir(index)
	root, err := os.OpenRoot(dir)
	if err != nil {
		return "", false
	}
	defer root.Close()
	p := strings.TrimLeft(pathOf(url), "/")
	for _, rel := range []string{p, path.Base(p)} {
		if !fs.ValidPath(rel) || rel == "." {
			continue
		}
		if info, err := root.Stat(filepath.FromSlash(rel)); err == nil && info.Mode().IsRegular() {
			return filepath.Join(dir, filepath.FromSlash(rel)), true
		}
	}
	return "", false
}

func (g *gate) progress(name string, n int) string {
	return g.lang.Text("sitemap.progress", msg.Str("file", report.Clean(name)), msg.Int("n", n))
}

// tail tells that something stood behind the compressed data of a file.
func (a *app) tail(name string, in *input) {
	if in.tail {
		a.say(a.lang.Text("sitemap.tail", msg.Str("file", report.Clean(name))))
	}
}
