package cli

import (
	"bufio"
	"errors"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/robotsgate/robots/crawl"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/report"
)

// crawlSeeds are the URLs of the command line and of --seeds.
func (a *app) crawlSeeds(f *crawlFlags, args []string) ([]string, error) {
	seeds := append([]string(nil), args...)
	if f.seeds == "" {
		return seeds, nil
	}
	r, name := io.Reader(a.stdin), f.seeds
	if f.seeds != "-" {
		file, err := os.Open(f.seeds)
		if err != nil {
			return nil, readError(f.seeds, "", err)
		}
		defer file.Close()
		if info, err := file.Stat(); err == nil && info.IsDir() {
			return nil, ioErrorf("name a file of URLs, one a line", "read %s: is a directory", f.seeds)
		}
		r = file
	}
	return a.seedLines(seeds, r, name)
}

// maxToldSeeds is how many lines are told that are no URLs.
const maxToldSeeds = 10

// seedLines adds the URLs of a file. A line that is none is told and left out: one
// slip among ten thousand must not keep the others from being fetched.
func (a *app) seedLines(seeds []string, r io.Reader, name string) ([]string, error) {
	lines, n, bad, good := bufio.NewScanner(r), 0, 0, 0
	for lines.Scan() {
		n++
		s := strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\ufeff"))
		if s == "" || s[0] == '#' {
			continue
		}
		if _, err := crawl.Seed(s); err != nil {
			if bad++; bad <= maxToldSeeds {
				a.say(a.lang.Text("crawl.bad-seed", msg.Str("file", report.Clean(name)), msg.Int("line", n), msg.Str("text", report.Clean(cut(s, 80))), msg.Str("why", err.Error())))
			}
			continue
		}
		good++
		seeds = append(seeds, s)
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, ioErrorf("one URL a line", "%s: line %d is too long", name, n+1)
	} else if err != nil {
		return nil, readError(name, "", err)
	}
	if bad > maxToldSeeds {
		a.say(a.lang.Text("crawl.bad-seeds", msg.Int("n", bad-maxToldSeeds)))
	}
	if bad > 0 && good == 0 {
		return nil, usageErrorf("one URL a line, in UTF-8", "%s: %s lines and no URL", name, strconv.Itoa(n))
	}
	return seeds, nil
}

func cut(s string, n int) string {
	if len(s) > n {
		return strings.ToValidUTF8(s[:n], "") + "..."
	}
	return s
}
