#!/bin/sh
# refusals.sh RULES TESTS DOC: checks that every refusal name of the core occurs in
# a row (of its own game, if only one game has it) and is listed in DOC.
set -eu
rules=$1 tests=$2 doc=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
wrong=0

# The names that these files can report.
names_in() {
	cat "$@" | tr '\n\t' '  ' | grep -oE 'refus(al_set|e_with)\( *[a-z&]+, *"[a-z-]+"' | sed 's/.*"\(.*\)"/\1/' |
		sort -u
}

# complain WHY FILE: reports every name in FILE, one per line, as an error.
complain() {
	while read -r name; do
		echo "$name: $1" >&2
		wrong=1
	done <"$2"
}

# Names required by rows: "why …: NAME" in the row files, words of the table in refuse.c.
cat "$tests"/rows/*.txt | sed -n 's/.*| why .*: \([a-z][a-z-]*\).*/\1/p' >"$work/rows"
grep -oE '"[a-z]+(-[a-z]+)+"' "$tests/refuse.c" | tr -d '"' >>"$work/rows"
sort -u -o "$work/rows" "$work/rows"

names_in "$rules"/*.c "$rules"/games/*.c >"$work/all"
comm -23 "$work/all" "$work/rows" >"$work/missing"
complain "no row is refused by it" "$work/missing"

# shellcheck disable=SC2016 # quotation marks of Markdown
sed -n 's/^| \(`[a-z` -]*`\) |.*/\1/p' "$doc" | grep -oE '[a-z][a-z-]+' | sort -u >"$work/doc"
comm -23 "$work/all" "$work/doc" >"$work/missing"
complain "not in $doc" "$work/missing"
comm -13 "$work/all" "$work/doc" >"$work/missing"
complain "in $doc, but no refusal has this name" "$work/missing"

for rows in "$tests"/rows/*.txt; do
	game=$(sed -n 's/^game //p' "$rows")
	files=$(find "$rules/games" -name "$(echo "$game" | tr - _)*.c")
	# shellcheck disable=SC2086
	names_in $files >"$work/own"
	grep -lxZ "game $game" "$tests"/rows/*.txt | xargs -0 cat |
		sed -n 's/.*| why .*: \([a-z][a-z-]*\).*/\1/p' | sort -u >"$work/given"
	comm -23 "$work/own" "$work/given" >"$work/missing"
	complain "no row of $game is refused by it" "$work/missing"
done

[ -s "$work/all" ] || { echo "no names were found in $rules" >&2; wrong=1; }
exit $wrong
