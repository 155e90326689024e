package main

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/robotsgate/robots"
)

type file struct{ name, text string }

// loadCorpus reads all files of a folder or of a .tar.gz, in order of names.
func loadCorpus(from string) ([]file, error) {
	if from == "" {
		if from = "../../shared/corpus/robots-open.tar.gz"; !exists(from) {
			from = "../testdata/robots"
		}
	}
	var files []file
	var err error
	if strings.HasSuffix(from, ".tar.gz") || strings.HasSuffix(from, ".tgz") {
		files, err = readArchive(from)
	} else {
		files, err = readFolder(from)
	}
	if err == nil && len(files) == 0 {
		err = errors.New("no files")
	}
	if err != nil {
		return nil, fmt.Errorf("read corpus %s: %w", from, err)
	}
	slices.SortFunc(files, func(a, b file) int { return strings.Compare(a.name, b.name) })
	return files, nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func readFolder(dir string) (files []file, err error) {
	err = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(path)
		files = append(files, file{path, string(text)})
		return err
	})
	return files, err
}

func readArchive(path string) (files []file, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	for t := tar.NewReader(z); ; {
		h, err := t.Next()
		if err == io.EOF {
			return files, nil
		}
		if err != nil {
			return nil, err
		}
		if h.Typeflag != tar.TypeReg {
			continue
		}
		text, err := io.ReadAll(t)
		if err != nil {
			return nil, err
		}
		files = append(files, file{h.Name, string(text)})
	}
}

// maxTargets is how many targets one file is asked about, so that the largest
// file of a corpus is not all of the work.
const maxTargets = 30

// ruleTargets makes targets from the rules of a text, spread over all of them:
// each rule's pattern with its stars filled and its "$" dropped. "/" and a path
// that no rule is likely to name come behind.
func ruleTargets(text string) []string {
	var all []string
	for g := range robots.Parse(text).Groups() {
		for r := range g.Rules() {
			if p := r.Pattern; p != "" && (p[0] == '/' || p[0] == '*') {
				all = append(all, targetOf(p))
			}
		}
	}
	var some []string
	for i := range min(len(all), maxTargets) {
		some = append(some, all[i*len(all)/min(len(all), maxTargets)])
	}
	return append(some, "/", "/no-such-path/b3a1.html?x=1")
}

// targetOf fills a pattern. Octets that cannot stand in a URL are escaped, so
// that every library is asked the same.
func targetOf(pattern string) string {
	pattern = strings.ReplaceAll(strings.TrimSuffix(pattern, "$"), "*", "w")
	if !strings.HasPrefix(pattern, "/") {
		pattern = "/" + pattern
	}
	var b strings.Builder
	for _, c := range []byte(pattern) {
		if c <= ' ' || c >= 0x7f || strings.IndexByte("\"<>\\^`{|}", c) >= 0 {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// kept holds results, so that no compiler drops the work that made them.
var kept any

// allocsPerFile says how allocations spread over files: the fewest of three
// parses of each, since the runtime allocates now and then too.
func allocsPerFile(texts []string, parse func(string)) string {
	counts := make([]int, 0, len(texts))
	sum, few := 0, 0
	for _, text := range texts {
		least := 1 << 62
		for range 3 {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			parse(text)
			runtime.ReadMemStats(&after)
			least = min(least, int(after.Mallocs-before.Mallocs))
		}
		counts = append(counts, least)
		sum += least
		if least <= 3 {
			few++
		}
	}
	slices.Sort(counts)
	return fmt.Sprintf("allocations a file: mean %.2f, median %d, 90 %% of files at most %d, most %d; at most 3 in %.1f %% of files",
		float64(sum)/float64(len(counts)), counts[len(counts)/2], counts[len(counts)*9/10], counts[len(counts)-1],
		100*float64(few)/float64(len(counts)))
}
