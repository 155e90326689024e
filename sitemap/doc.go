// Package sitemap reads sitemaps as sitemaps.org defines them (urlset,
// sitemapindex, and plain lists of URLs, with RSS for good measure), and tells
// which of the URLs they list a robots.txt keeps crawlers from.
//
//	r := sitemap.NewReader(file, sitemap.Options{URL: "https://example.com/sitemap.xml"})
//	for c := range sitemap.Conflicts(policy, []string{"Googlebot"}, "", r.Entries()) {
//		... c.Entry.URL is listed, and c.Denials say by which line it is closed
//	}
//
// A Reader streams: what it keeps does not grow with its input beyond what a
// sitemap may hold. Like the parser of robots.txt it never gives up on a
// document for an oddity; it remarks on it (Reader.Diagnostics). Nothing that a
// document declares is ever expanded, so there are no entity bombs. Only what
// reads the bytes can fail (Reader.Err). Gzip is for the caller to unpack.
package sitemap
