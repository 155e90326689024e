// Command robots reads robots.txt by RFC 9309, and shows why.
package main

import (
	"os"

	"github.com/robotsgate/robots/internal/cli"
)

func main() { os.Exit(cli.Main(os.Args, os.Stdin, os.Stdout, os.Stderr)) }
