// Package schema holds the JSON schemas of what the toolkit reads and writes for
// programs, for whoever serves or checks them.
package schema

import "embed"

// Files are the schemas, by names such as "check.json".
//
//go:embed *.json
var Files embed.FS
