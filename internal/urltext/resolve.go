package urltext

import "strings"

// Resolve returns ref as an absolute URL, read from the page at base
// (RFC 3986 5.2, for the forms that occur in a Sitemap record). It returns ref
// itself when it is absolute already or when base is no usable URL.
func Resolve(base, ref string) string {
	if i := strings.IndexByte(ref, ':'); i > 0 && isScheme(ref[:i]) {
		return ref
	}
	p, err := Split(base)
	if err != nil {
		return ref
	}
	switch {
	case strings.HasPrefix(ref, "//"):
		return Lower(p.Scheme) + ":" + ref
	case strings.HasPrefix(ref, "/"):
		return p.Key() + RemoveDots(ref)
	}
	path, _, _ := strings.Cut(p.Target, "?")
	folder := path[:strings.LastIndexByte(path, '/')+1]
	if folder == "" {
		folder = "/"
	}
	return p.Key() + RemoveDots(folder+ref)
}
