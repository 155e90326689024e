package config

import "strings"

// A Key is one setting. In its path, [] stands for each table of a list and *
// for a name that the author chooses.
type Key struct {
	Path    string
	Type    string // "" for a table
	Default string // what holds where it is not set; "" if there is nothing
	About   string
}

const (
	aString  = "a string"
	aList    = "a list of strings"
	aNumber  = "a whole number"
	aDate    = "a date such as 2027-01-31"
	required = "required"
)

// keys is the table of all keys.
var keys = []Key{
	{"lint", "", "", "what `robots lint` looks for, and what fails"},
	{"lint.select", aList, "all checks", "look only for these codes"},
	{"lint.ignore", aList, "none", "do not look for these codes"},
	{"lint.fail-on", aString, "warning", "least severity that fails: error, warning or info"},
	{"lint.profile", aString, "rfc9309", "read as this parser does"},
	{"lint.robots-url", aString, "", "URL the file is served at"},
	{"lint.severity", "", "", "severities by code"},
	{"lint.severity.*", aString, "that of the check", "error, warning, info or off"},
	{"lint.thresholds", "", "", "bounds"},
	{"lint.thresholds.line-octets", aNumber, "16663", "length from which a line is too long"},
	{"lint.thresholds.proofs", aNumber, "1000", "how many fixes of a file are put to the proof; with `--fix` and `--diff` all are"},
	{"lint.thresholds.reread", aNumber, "16777216", "bytes that may be read again for these proofs in sum"},
	{"lint.thresholds.rules", aNumber, "20000", "how many rules are tested for whether they ever decide anything"},
	{"lint.thresholds.states", aNumber, "2000", "states that one proof may visit"},
	{"lint.thresholds.cells", aNumber, "200000", "cells that one proof may fill"},
	{"lint.suppress[]", "", "", "findings that are known and accepted"},
	{"lint.suppress[].code", aString, required, "code of the findings"},
	{"lint.suppress[].match", aString, "any line", "text that the line holds, as written"},
	{"lint.suppress[].file", aString, "any file", "glob of the files, from the folder of the configuration"},
	{"lint.suppress[].reason", aString, required, "why they are accepted"},
	{"lint.suppress[].expires", aDate, "never", "last day on which it counts"},

	{"test", "", "", "what `robots test` asks the assertions outside of any environment of"},
	{"test.file", aString, "", "the robots.txt, from the folder of the configuration"},
	{"test.files", aList, "", "several of them"},
	{"test.robots-url", aString, "", "URL the file is served at"},

	{"assert[]", "", "", "what a crawler is to be answered"},
	{"env", "", "", "deployments by name"},
	{"env.*", "", "", "files of one deployment, and what they are to be"},
	{"env.*.file", aString, "", "its robots.txt, from the folder of the configuration"},
	{"env.*.files", aList, "", "several of them"},
	{"env.*.urls", aList, "", "where they are served"},
	{"env.*.agents", aList, "", "search engines that are asked for where it is to be open"},
	{"env.*.expect", aString, "", "closed or open"},
	{"env.*.assert[]", "", "", "what a crawler is to be answered there"},
}

// assertKeys are the keys of an assertion, wherever it stands.
var assertKeys = []Key{
	{"name", aString, "", "what messages call it"},
	{"agent", aString, "", "product token of the crawler, \"*\" for one that the file does not name, or \"panel:NAME\" or \"purpose:NAME\" of the catalogue"},
	{"agents", aList, "", "several of them"},
	{"path", aString, "", "path or URL to ask for; \"*\" for every URL"},
	{"paths", aList, "", "several of them"},
	{"want", aString, "", "allow or disallow"},
	{"evidence", aString, "any", "what the answer is to rest on: any, explicit, inherited or rule"},
	{"sitemap", aString, "", "URL of a sitemap that the file is to list, in place of crawlers and paths"},
	{"sitemaps", aList, "", "several of them"},
}

// Keys returns all keys, each table before what is in it.
func Keys() (all []Key) {
	for _, k := range keys {
		all = append(all, k)
		if strings.HasSuffix(k.Path, "assert[]") {
			for _, a := range assertKeys {
				a.Path = k.Path + "." + a.Path
				all = append(all, a)
			}
		}
	}
	return all
}

// find returns the key that a path without positions in lists leads to.
func find(path []string) (Key, bool) {
	for _, k := range Keys() {
		if under(k.Path, path) && strings.Count(k.Path, ".") == len(path)-1 {
			return k, true
		}
	}
	return Key{}, false
}

// within lists the names that may stand in the table at a path.
func within(path []string) (names []string) {
	for _, k := range Keys() {
		if under(k.Path, path) && strings.Count(k.Path, ".") == len(path) {
			parts := strings.Split(k.Path, ".")
			if name := strings.TrimSuffix(parts[len(parts)-1], "[]"); name != "*" {
				names = append(names, name)
			}
		}
	}
	return names
}

// under reports whether the pattern of a key begins as a path does.
func under(pattern string, path []string) bool {
	parts := strings.Split(pattern, ".")
	if len(parts) < len(path) {
		return false
	}
	for i, name := range path {
		if p := strings.TrimSuffix(parts[i], "[]"); p != name && p != "*" {
			return false
		}
	}
	return true
}
