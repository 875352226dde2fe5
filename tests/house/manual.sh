#!/usr/bin/env bash
# Each program's manual page and its --help name every option that it takes, and no other; all are installed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
bad=0

# same WHERE TAKEN NAMED: lists of options, one a line.
same() {
	local differ
	differ=$(diff <(echo "$2") <(echo "$3") | grep '^[<>]' || true)
	if [ -n "$differ" ]; then
		printf '%s: < taken and not named, > named and not taken\n%s\n' "$1" "$differ"
		bad=1
	fi
}

# What a program's source compares its words with: a table of getopt_long, or one by one.
taken() {
	sed -nE 's/.*\{ "([a-z-]+)", [a-z]+_argument, .*/--\1/p; s/.*strcmp\([^"]*"(--[a-z-]+)"\).*/\1/p' "$1" | sort -u
}
in_page() {
	grep -oE 'Fl (Fl |-)[a-z-]+' "$1" | sed -E 's/Fl (Fl |-)/--/' | sort -u
}
# Lines of text that begin with blanks, or with "usage:".
in_help() {
	grep -E '"(usage:|  )' "$1" | grep -oE -- '--[a-z-]+' | sort -u
}

# The help of `halo` is of verbs, and their options stand behind them.
while read -r source page help; do
	options=$(taken "$source")
	[ -n "$options" ] || { echo "$source: no options found"; bad=1; }
	same "hw/linux/man/$page" "$options" "$(in_page "hw/linux/man/$page")"
	[ "$help" != help ] || same "--help in $source" "$options" "$(in_help "$source")"
done <<'END'
daemon/config.c halod.8 help
daemon/cli/halo.c halo.1
daemon/usb/halo_usb.c halo-usb.8 help
ui/main.c halo-screen.1 help
hw/virtual/halo_board.c halo-board.1 help
rules/tool/main.c halo-rules.1 help
hw/linux/gadget/halo_gadget.c halo-gadget.8 help
END
for page in hw/linux/man/*; do
	grep -q "^set(man_.*[ (]${page##*/}[ )]" hw/linux/package.cmake || { echo "$page: is not installed"; bad=1; }
done
exit $bad
