#!/usr/bin/env bash
# Every catalogue translates each text that xgettext finds, with no other text and no fuzzy
# one. Placeholders: the test hw-lang. The rules still have each sentence that names.inc lists.
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

# texts_in OPTION: the texts of the C source on standard input, sorted; xgettext reserves "".
texts_in() {
	sed 's/""/0/g' | xgettext --language=C --from-code=UTF-8 --no-location --no-wrap --output=- "$@" - |
		sed -n 's/^msgid //p' | LC_ALL=C sort -u
}
find rules -name '*.[ch]' -exec cat {} + | texts_in --extract-all >"$folder/rules"
sed '1,/^\/\* Sentences of the rules/d' hw/languages/names.inc |
	texts_in --keyword=N_ >"$folder/listed"
if [ "$(wc -l <"$folder/listed")" -lt 30 ] ||
	[ -n "$(LC_ALL=C comm -13 "$folder/rules" "$folder/listed")" ]; then
	LC_ALL=C comm -13 "$folder/rules" "$folder/listed"
	echo "hw/languages/names.inc: the rules have no such sentence"
	bad=1
fi
exit $bad
