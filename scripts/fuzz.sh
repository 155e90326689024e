#!/usr/bin/env bash
# Fuzzes every target of the module, one after the other, each for the time
# given: scripts/fuzz.sh 10s
set -euo pipefail
cd "$(dirname "$0")/.."

found=0
for pkg in $(go list ./...); do
	for name in $(go test -list '^Fuzz' "$pkg" | grep '^Fuzz' || true); do
		echo "-- $pkg $name"
		go test -run '^$' -fuzz "^$name\$" -fuzztime "${1:-1m}" "$pkg"
		found=$((found + 1))
	done
done
if ((found == 0)); then
	echo "no fuzz target found" >&2
	exit 1
fi
