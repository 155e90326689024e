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
	out=$(go test -run '^$' -fuzz "^$2\$" -fuzztime "$time" -fuzzminimizetime 2s "$1" 2>&1 </dev/null) || code=$?
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
# The sources name them: to ask each package for its own would link all tests.
while IFS=: read -r file name; do
	echo "-- ${file%/*} $name"
	run "${file%/*}" "$name"
	found=$((found + 1))
done < <(find . -name node_modules -prune -o -path ./bench -prune -o -name '*_test.go' -print0 | sort -z | xargs -0 grep -Ho '^func Fuzz[A-Za-z0-9_]*' | sed 's/:func /:/')
if ((found == 0)); then
	echo "no fuzz target found" >&2
	exit 1
fi
