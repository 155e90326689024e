package bundle

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
)

// ServiceWorker is the script that keeps the page for when there is no network.
const ServiceWorker = "sw.js"

// offline builds the service worker. It is told all files of the page, and a name
// for the build that changes with any of them.
func offline(root, web, dist string) error {
	source := filepath.Join(web, "src", "sw.ts")
	if _, err := os.Stat(source); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	files, build, err := census(dist)
	if err != nil {
		return err
	}
	names, err := json.Marshal(files)
	if err != nil {
		return err
	}
	name, err := json.Marshal(build)
	if err != nil {
		return err
	}
	args := append(esbuild(root), source, "--bundle", "--minify", "--format=iife", "--target=es2022", "--log-level=warning",
		"--define:FILES="+string(names), "--define:BUILD="+string(name), "--outfile="+filepath.Join(dist, ServiceWorker))
	cmd := exec.Command("go", args...)
	cmd.Dir = root
	return run(cmd)
}

// census lists what a browser may ask for, in order, and sums it up.
func census(dist string) (files []string, sum string, err error) {
	entries, err := os.ReadDir(dist)
	if err != nil {
		return nil, "", err
	}
	all := sha256.New()
	for _, e := range entries {
		if e.Name() == Placeholder || e.Name() == ServiceWorker {
			continue
		}
		b, err := os.ReadFile(filepath.Join(dist, e.Name()))
		if err != nil {
			return nil, "", err
		}
		one := sha256.Sum256(b)
		all.Write([]byte(e.Name()))
		all.Write(one[:])
		if e.Name() == "index.html" {
			files = append(files, "./")
			continue
		}
		files = append(files, e.Name())
	}
	return files, hex.EncodeToString(all.Sum(nil))[:16], nil
}
