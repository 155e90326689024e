package cli

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/fetch"
	"github.com/robotsgate/robots/internal/evidence"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/report"
)

// saveEvidence keeps what was fetched and how. Nothing is overwritten: a record
// that could be replaced by a later one would prove little.
//
// The name has the site, the product token and the time, so that what several
// user agents got lies side by side.
func (a *app) saveEvidence(dir string, c *fetch.Client, o fetch.Outcome) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return ioErrorf("", "make %s: %w", dir, cause(err))
	}
	base := filepath.Join(dir, fileName(o.Key)+"-"+fileName(strings.ToLower(c.Token()))+"-"+o.FetchedAt.Format("20060102T150405.000Z"))
	var b bytes.Buffer
	if err := evidence.Of(c, o).Write(&b); err != nil {
		return err
	}
	files := []struct {
		name string
		data []byte
	}{{base + ".json", b.Bytes()}, {base + ".txt", o.Body}}
	if o.Kind != robots.KindDocument && len(o.Body) == 0 {
		files = files[:1]
	}
	for _, f := range files {
		if err := writeNew(f.name, f.data); err != nil {
			hint := ""
			if errors.Is(err, fs.ErrExist) {
				hint = "records are never overwritten: try again, or name another folder"
			}
			return ioErrorf(hint, "write %s: %w", f.name, cause(err))
		}
		a.say(a.lang.Text("fetch.saved", msg.Str("file", report.Clean(f.name))))
	}
	return nil
}

func writeNew(name string, data []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

// fileName makes a name of a site that every file system takes:
// "https-example.com-8443".
func fileName(site string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '.' || r == '-' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z':
			return r
		}
		return '-'
	}, strings.Replace(site, "://", "-", 1))
}
