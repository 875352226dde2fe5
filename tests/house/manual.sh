#!/usr/bin/env bash
# Each program's manual page and its --help name every option that it takes, and no other; all are
# installed. Each verb of `halo` has both.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
bad=0

# same WHERE TAKEN NAMED: compares lists of options, one a line.
same() {
	local differ
	differ=$(diff <(echo "$2") <(echo "$3") | grep '^[<>]' || true)
	if [ -n "$differ" ]; then
		printf '%s: < taken and not named, > named and not taken\n%s\n' "$1" "$differ"
		bad=1
	fi
}

# Lists the options in a program's sources: a table of getopt_long or of our own, or single comparisons.
taken() {
	{
		sed -nE 's/.*\{ "([a-z-]+)", [a-z]+_argument, .*/--\1/p; s/.*strcmp\([^"]*"(--[a-z-]+)"\).*/\1/p' "$@"
		grep -ohE '\{ "--[a-z-]+"' "$@" | tr -d '{ "' || true
	} | sort -u
}
in_page() {
	grep -oE 'Fl (Fl |-)[a-z-]+' "$1" | sed -E 's/Fl (Fl |-)/--/' | sort -u
}
# Prints lines that begin with blanks, or with "usage:".
in_help() {
	grep -E '"(usage:|  )' "$1" | grep -oE -- '--[a-z-]+' | sort -u
}

# The help of `halo` lists verbs, followed by their options.
while read -r source page help; do
	# Sources are joined by "+"; the first has the help.
	IFS=+ read -ra sources <<<"$source"
	options=$(taken "${sources[@]}")
	[ -n "$options" ] || { echo "$source: no options found"; bad=1; }
	same "hw/linux/man/$page" "$options" "$(in_page "hw/linux/man/$page")"
	[ "$help" != help ] || same "--help in $source" "$options" "$(in_help "${sources[0]}")"
done <<'END'
daemon/config.c halod.8 help
daemon/cli/halo.c halo.1
daemon/usb/halo_usb.c halo-usb.8 help
daemon/partner/halo_partner.c halo-partner.8 help
daemon/voice/halo_voice.c halo-voice.8 help
ui/main.c halo-screen.1 help
hw/virtual/halo_board.c halo-board.1 help
rules/tool/main.c halo-rules.1 help
daemon/engine/halo_engine.c+daemon/engine/tune.c halo-engine.1 help
hw/linux/gadget/halo_gadget.c halo-gadget.8 help
END
# Each verb of `halo`, whose table has its --help, is explained in the manual page.
verbs=$(grep -oE '\{ "[a-z]+", cli_' daemon/cli/cli_help.c | cut -d'"' -f2)
for verb in ${verbs:?no verbs found}; do
	grep -qE "^\.It Cm $verb( |\$)" hw/linux/man/halo.1 || { echo "halo.1 does not explain $verb"; bad=1; }
done
for page in hw/linux/man/*; do
	grep -q "^set(man_.*[ (]${page##*/}[ )]" hw/linux/package.cmake || { echo "$page: is not installed"; bad=1; }
done
exit $bad
