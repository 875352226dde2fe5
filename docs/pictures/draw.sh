#!/usr/bin/env bash
# draw.sh BIN SHEETS: draws anew every picture of this folder that a document names, and the
# contact sheets of all pages in SHEETS, a file for each theme. The target `pictures` calls it.
#
#   NAME.png              the page of tests/ui/states/NAME.json
#   NAME.svg              the film of the record NAME.json of this folder
#   board-and-screen.png  the virtual board and the screen in the same game
#
# The same tree gives the same bytes: no picture has a date, and the virtual board has its own time.
set -euo pipefail
bin=$(realpath "$1") sheets=$2
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
here=docs/pictures states=tests/ui/states
new=$(mktemp -d)
pids=()
stop() {
	# -9: their folder is removed too. Bash would report on standard error that they were killed.
	exec 2>/dev/null
	[ ${#pids[@]} -eq 0 ] || kill -9 "${pids[@]}" || true
	wait
	rm -rf "$new"
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

fail() {
	echo "draw.sh: $*" >&2
	exit 1
}

# ask COMMAND…: sends a command to the virtual board, and waits for its reply.
ask() {
	local line

	echo "$*" >&"${BOARD[1]}"
	while read -r -t 30 -u "${BOARD[0]}" line; do
		case $line in
		ok) return 0 ;;
		error*) fail "$*: $line" ;;
		esac
	done
	fail "$*: no reply"
}

# await FILE: waits until a program has made its socket.
await() {
	for ((i = 0; i < 200; i++)); do
		[ -e "$1" ] && return 0
		sleep 0.05
	done
	fail "$1: no such socket"
}

# state: prints the game as the screen receives it, on the play page.
state() {
	"$bin/halo" --socket "$new/socket" state --json | sed -E 's/"screen":(true|false)/"screen":{"page":"play"}/'
}

# play FROM TO PIECE [CAPTURED]: moves as hands do, and waits until the move is final.
play() {
	[ $# -lt 4 ] || ask lift "$2"
	ask lift "$1"
	ask advance 300
	ask put "$2" "$3"
	ask advance 1500
}

# Starts both programs on the virtual board's time, with the start array.
start() {
	coproc BOARD { exec "$bin/halo-board" --board reed-8x8 --bus "$new/bus" --window --virtual-time \
		--seed 1 2>"$new/log"; }
	pids+=("$BOARD_PID")
	await "$new/bus"
	mkdir "$new/games"
	"$bin/halod" --board reed-8x8 --bus "0=unix:$new/bus" --socket "$new/socket" \
		--store "$new/games" --game chess --clock bus 2>"$new/log" &
	pids+=($!)
	await "$new/socket"
	for ((i = 0; i < 200; i++)); do
		ask advance 100
		[[ $(state) != *'"phase":"playing"'* ]] || return 0
		sleep 0.05
	done
	fail "no game began"
}

# Black has lifted the knight that may take on d5: lamps and screen show its squares.
board_and_screen() {
	start
	play e2 e4 P
	play e7 e5 p
	play g1 f3 N
	play b8 c6 n
	play f1 c4 B
	play g8 f6 n
	play f3 g5 N
	play d7 d5 p
	play e4 d5 P captured
	ask lift f6
	ask advance 1000
	ask shot "$new/board.png"
	state >"$new/state.json"
	"$bin/halo-screen" --shot "$new/screen.png" --state "$new/state.json" --size 480x320
	"$bin/page-pictures" "$1" "$new/board.png" "$new/screen.png"
}

# Neither a display nor the user's own pieces, fonts and language.
export SDL_VIDEODRIVER=dummy LC_ALL=C.UTF-8
unset HALO_PIECES HALO_FONTS LANGUAGE

names=$(grep -ohE 'pictures/[a-z0-9-]+\.(png|svg)' README.md docs/*.md docs/games/*.md |
	sed 's,^pictures/,,' | sort -u)
mkdir "$new/done"
for name in $names; do
	file=$new/done/$name
	case $name in
	board-and-screen.png) board_and_screen "$file" ;;
	*.svg) "$bin/halo" film "$here/${name%.svg}.json" -o "$file" >/dev/null ;;
	*) "$bin/page-pictures" "$file" "$states/${name%.png}.json" ;;
	esac
	[ -f "$file" ] || fail "$name: not drawn"
done
rm -f "$here"/*.png "$here"/*.svg
cp "$new/done"/* "$here"

mkdir -p "$sheets"
for theme in dark light contrast; do
	"$bin/sheet-screens" "$theme" "$sheets/$theme.png"
done
echo "$here: $(wc -w <<<"$names") pictures, $(du -bc "$here"/*.png "$here"/*.svg | tail -n 1 | cut -f 1) bytes"
echo "$sheets: $(ls "$sheets")" | xargs
