//go:build first

package main

import "github.com/robotsgate/robots/web/internal/protocol"

func verbs() []protocol.Verb { return protocol.First() }
