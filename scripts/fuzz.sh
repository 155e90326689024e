#!/usr/bin/env bash
# Fuzzes every target of the module, one after the other, each for the time
# given: scripts/fuzz.sh 10s
set -euo pipefail
cd "$(dirname "$0")/.."

time=${1:-1m}

# run fuzzes one target. The fuzzer at times reports that its time was up as a
# failure, with no input that fails; that is none.
run() {
	local out code=0
	out=$(go test -run '^$' -fuzz "^$2\$" -fuzztime "$time" -fuzzminimizetime 2s "$1" 2>&1) || code=$?
	printf '%s\n' "$out" | tail -n 3
	if ((code != 0)) && ! grep -q 'context deadline exceeded' <<<"$out"; then
		printf '%s\n' "$out" >&2
		exit 1
	fi
	if ((code != 0)) && grep -q 'Failing input written' <<<"$out"; then
		printf '%s\n' "$out" >&2
		exit 1
	fi
}

found=0
for pkg in $(go list ./...); do
	for name in $(go test -list '^Fuzz' "$pkg" | grep '^Fuzz' || true); do
		echo "-- $pkg $name"
		run "$pkg" "$name"
		found=$((found + 1))
	done
done
if ((found == 0)); then
	echo "no fuzz target found" >&2
	exit 1
fi
