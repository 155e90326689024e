// Package web is the page: robots.txt read in the browser, by the same core.
//
// "make web" builds it into the folder dist, which this package embeds. Before
// that the folder holds a placeholder that says so. docs/page.md tells how the
// page is made.
package web

import (
	"embed"
	"io/fs"
)

//go:embed dist
var dist embed.FS

// Site returns the files of the page, and whether it was built when this program
// was. If not, there is one file, placeholder.html.
func Site() (site fs.FS, built bool) {
	site, err := fs.Sub(dist, "dist")
	if err != nil {
		panic("web: " + err.Error()) // only for a name that is no path
	}
	_, err = fs.Stat(site, "index.html")
	return site, err == nil
}
