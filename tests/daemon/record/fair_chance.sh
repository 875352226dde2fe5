#!/usr/bin/env bash
# Checks that the commands of docs/fair-chance.md print the results in the document.
set -euo pipefail
page=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# One shell runs all commands, each followed by a line that ends its output.
awk '/^```/ { console = $0 == "```console" } console && /^\$ / { print substr($0, 3) }' \
	"$page" >"$work/commands"
awk '/^```/ { console = $0 == "```console"; next } console && !/^\$ /' "$page" >"$work/want"
[ "$(wc -l <"$work/commands")" -ge 8 ]
(cd "$work" && bash -euo pipefail commands) >"$work/got"
diff "$work/want" "$work/got"
