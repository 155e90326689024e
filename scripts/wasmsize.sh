#!/usr/bin/env bash
# Weighs the smallest program that parses and decides, built for WebAssembly
# and compressed as a web server would, and holds it to a budget.
set -euo pipefail
cd "$(dirname "$0")/.."

budget=500000 # bytes: 500 KB

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
GOOS=wasip1 GOARCH=wasm go build -buildmode=c-shared -trimpath -ldflags='-s -w' -o "$dir/robots.wasm" ./internal/wasmsize
raw=$(wc -c <"$dir/robots.wasm")
if ! command -v brotli >/dev/null; then
	echo "wasm: $raw bytes raw; skipped the compressed size: there is no brotli"
	exit 0
fi
size=$(brotli -q 11 -c "$dir/robots.wasm" | wc -c)
echo "wasm: $raw bytes raw, $size bytes in brotli, budget $budget"
if ((size > budget)); then
	echo "over the budget by $((size - budget)) bytes; what is linked:" >&2
	GOOS=wasip1 GOARCH=wasm go list -deps ./internal/wasmsize | grep -v internal >&2
	exit 1
fi
