#!/usr/bin/env bash
# tidy.sh BUILD: clang-tidy over every source of the product, by the build's compile commands.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
build=$1
out=$(mktemp)
trap 'rm -f "$out"' EXIT
status=0
# Only what this build compiles: a source behind another configuration has no command.
sed -n 's/^ *"file": "\(.*\)",\{0,1\}$/\1/p' "$build/compile_commands.json" |
	grep -E "^$PWD/(rules|drivers|hw|daemon|ui)/" | sort -u |
	xargs -P "$(nproc)" -n 1 clang-tidy --quiet -p "$build" >"$out" 2>&1 || status=$?
grep -vE '^[0-9]+ warnings? |^Suppressed |^Use -header-filter|^$' "$out" || true
if [ $status -ne 0 ]; then
	echo "clang-tidy: not clean"
	exit 1
fi
echo "clang-tidy: clean"
