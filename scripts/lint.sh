#!/usr/bin/env bash
# Checks what a reviewer should not have to: format, vet, staticcheck.
set -euo pipefail
cd "$(dirname "$0")/.."

unformatted=$(gofmt -l .)
if [[ -n $unformatted ]]; then
	echo "not formatted by gofmt:" >&2
	echo "$unformatted" >&2
	exit 1
fi
go vet ./...
(cd bench && go vet ./...)
# The checker has a go.mod of its own, so that its version is pinned and no
# user of the module downloads it.
go tool -modfile=tools/go.mod staticcheck ./...
