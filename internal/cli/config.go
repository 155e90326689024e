package cli

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/robotsgate/robots/internal/config"
)

// maxConfig is how much of a configuration file is read before it is refused.
const maxConfig = 1 << 20

// configFlags say which configuration file a command reads.
type configFlags struct {
	path string
	none bool

	known map[string]*config.Config // by path, so that each is read once; nil for none there
}

// add adds the flags.
func (f *configFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.path, "config", "", "read this configuration `FILE`, in place of the nearest "+config.FileName)
	cmd.Flags().BoolVar(&f.none, "no-config", false, "read no configuration file")
}

// config returns the configuration that holds for a file, or for the working
// folder if name is "" or "-". Without one it returns an empty configuration.
//
// It is the file of --config or ROBOTS_CONFIG; else the nearest .robots.toml, in
// the folder of the file and upwards; else robots/config.toml among the user's.
// A file that is named must be there.
func (a *app) config(f *configFlags, name string) (*config.Config, error) {
	switch {
	case f.none && f.path != "":
		return nil, usageErrorf("leave one of them out", "both --config and --no-config are given")
	case f.none:
		return &config.Config{}, nil
	case f.path != "":
		return a.readConfig(f, f.path, true)
	case a.getenv("ROBOTS_CONFIG") != "":
		return a.readConfig(f, a.getenv("ROBOTS_CONFIG"), true)
	}
	dir := "."
	if name != "" && name != "-" && !isURL(name) {
		dir = filepath.Dir(name)
	}
	for _, path := range configPaths(dir, a.getenv) {
		if c, err := a.readConfig(f, path, false); c != nil || err != nil {
			return c, err
		}
	}
	return &config.Config{}, nil
}

// configPaths lists where a configuration may be, the nearest first. Paths are
// as short as they can be said from here, since messages name them.
func configPaths(dir string, getenv func(string) string) (paths []string) {
	full, err := filepath.Abs(dir)
	if err != nil {
		full = dir
	}
	here, _ := os.Getwd()
	for {
		path := filepath.Join(full, config.FileName)
		if short, err := filepath.Rel(here, path); err == nil && here != "" && len(short) < len(path) {
			path = short
		}
		paths = append(paths, path)
		up := filepath.Dir(full)
		if up == full {
			break
		}
		full = up
	}
	home := getenv("XDG_CONFIG_HOME")
	if home == "" && getenv("HOME") != "" {
		home = filepath.Join(getenv("HOME"), ".config")
	}
	if home != "" {
		paths = append(paths, filepath.Join(home, "robots", "config.toml"))
	}
	return paths
}

// readConfig reads and decodes one file. One that is not there is an error only
// if it was asked for.
func (a *app) readConfig(f *configFlags, path string, asked bool) (*config.Config, error) {
	if c, ok := f.known[path]; ok {
		return c, nil
	}
	text, err := readBounded(path, maxConfig)
	if err != nil && (asked || !(errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) || isDir(path))) {
		return nil, usageErrorf("--no-config does without", "read configuration %s: %w", path, cause(err))
	}
	var c *config.Config
	if err == nil {
		c, err = config.Decode(path, text)
		if wrong := (*config.Error)(nil); errors.As(err, &wrong) {
			return nil, usageErrorf(configHint(wrong), "%w", wrong)
		}
	}
	if f.known == nil {
		f.known = map[string]*config.Config{}
	}
	f.known[path] = c
	return c, nil
}

var errTooLong = errors.New("it is longer than 1 MiB")

// readBounded returns the text of a file that is not longer than that.
func readBounded(path string, most int64) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, most+1))
	if err == nil && int64(len(text)) > most {
		err = errTooLong
	}
	return text, err
}

// configHint tells what may have been meant, or where to read on.
func configHint(e *config.Error) string {
	if e.Word == "" {
		return "docs/config.md has all keys with examples"
	}
	other := "docs/config.md has all keys"
	if len(e.Known) <= 10 {
		other = "there is " + strings.Join(e.Known, ", ")
	}
	return suggest(e.Word, e.Known, other)
}
