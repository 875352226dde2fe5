#!/usr/bin/env bash
# Every catalogue translates each text that xgettext finds, with no other text and no fuzzy
# one. Placeholders: the test hw-lang.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
hw/languages/extract.sh "$folder/all.pot"
bad=0
for po in hw/languages/*.po; do
	# A warning concerns a text that no code has any more.
	if ! msgcmp "$po" "$folder/all.pot" 2>"$folder/said" || [ -s "$folder/said" ]; then
		cat "$folder/said"
		sed -n 's/.*all\.pot:\([0-9]*\):.*/\1/p' "$folder/said" |
			while read -r line; do sed -n "$((line - 1))p" "$folder/all.pot"; done
		echo "$po: run cmake --build BUILD --target translations, then translate what is new"
		bad=1
	fi
done
exit $bad
