#!/usr/bin/env bash
# image.sh GADGET-IMAGE: checks each game's folder on the disk and its content. The daemon's
# export is faked here; tests/kernel/gadget.sh has a real one.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir -p "$dir/lib/haloboard" "$dir/bin"
cp "$1" "$dir/lib/haloboard/gadget-image.sh"

# games HEAD FIRST LAST: writes a PGN and a native record each.
cat >"$dir/bin/halo" <<'EOF'
#!/usr/bin/env bash
games() {
	local n name
	for ((n = $2; n <= $3; n++)); do
		printf -v name '%s-%03d-chess' "$1" "$n"
		echo "game $n" >"$folder/$name.pgn"
		echo "{$n}" >"$folder/$name.json"
	done
}
folder=$4/board-1f2e3d4c
mkdir "$folder"
games undated 1 130
games 2026-01-31 131 229
games 2026-02-01 230 331
echo later >"$folder/2026-01-31-131-chess-2.pgn"
echo all >"$folder/all-games.pgn"
echo now >"$folder/running.pgn"
if [ -e "$0.status" ]; then
	echo "halo: game 7: it cannot be read" >&2
	exit "$(cat "$0.status")"
fi
EOF
chmod +x "$dir/bin/halo"

sh "$dir/lib/haloboard/gadget-image.sh" "$dir/image" socket
mkdir "$dir/got"
mcopy -s -n -i "$dir/image" ::/ "$dir/got"
fail=0
# expect FOLDER FILES
expect() {
	local n
	n=$(find "$dir/got/$1" -maxdepth 1 -type f | wc -l)
	[ "$n" -eq "$2" ] || { echo "$n files in $1, not $2"; fail=1; }
}
expect . 2
expect undated 0
expect undated/from-00000 198
expect undated/from-00100 62
expect 2026-01 199
expect 2026-02 0
expect 2026-02/from-00200 140
expect 2026-02/from-00300 64
for file in undated/from-00100/undated-130-chess.pgn 2026-01/2026-01-31-229-chess.pgn \
	2026-02/from-00300/2026-02-01-300-chess.pgn; do
	n=$(basename "$file" | sed 's/.*-\([0-9]*\)-chess.*/\1/')
	[ "$(cat "$dir/got/$file")" = "game $n" ] || { echo "$file is not game $n"; fail=1; }
done
# A missing game is reported on both sides and keeps no other game from the disk. A failed
# export makes no disk.
partly=$dir/partly
echo 3 >"$dir/bin/halo.status"
sh "$dir/lib/haloboard/gadget-image.sh" "$partly" socket 2>"$dir/told" || echo "it ends with $?"
mdir -b -i "$partly" ::/ | grep all-games.pgn >/dev/null || { echo "one game keeps the others in"; fail=1; }
for text in "$(mtype -i "$partly" ::/missing.txt)" "$(cat "$dir/told")"; do
	[ "$text" = "halo: game 7: it cannot be read" ] || { echo "what is missing: $text"; fail=1; }
done
echo 1 >"$dir/bin/halo.status"
if sh "$dir/lib/haloboard/gadget-image.sh" "$partly" socket 2>/dev/null || [ -e "$partly" ]; then
	echo "a disk of an export that failed"
	fail=1
fi
[ ! -e "$dir/image.files" ] || { echo "what it was made of was left"; fail=1; }
exit $fail
