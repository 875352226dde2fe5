#!/usr/bin/env bash
# run.sh WRITE-GAMES HALO WORK: checks 1,000 games with pgn-extract, chess.js and
# chessops, their native records with the schema, some codes with zbar, and score sheets
# with pdftotext.
set -euo pipefail
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
write=$1
halo=$2
work=$3

for program in node npm pgn-extract python3 zbarimg pdftotext; do
	PATH=$PATH:/usr/games command -v "$program" >/dev/null || {
		echo "$program is not installed; ./check --all does it" >&2
		exit 1
	}
done
mkdir -p "$work/node"
cp "$here"/*.mjs "$here"/package.json "$here"/package-lock.json "$work/node"
if ! (cd "$work/node" && npm ci --ignore-scripts --no-audit --no-fund --prefer-offline >npm.log 2>&1); then
	cat "$work/node/npm.log" >&2
	echo "npm could not fetch chess.js and chessops: this suite needs the network once" >&2
	exit 1
fi

games=$(mktemp -d)
trap 'rm -rf "$games"' EXIT
mkdir "$games/native" "$games/qr"
"$write" "$games" 1000
node "$work/node/compare.mjs" "$games"
python3 "$here/schema.py" "$here/../../docs/record.schema.json" "$games/native"
"$here/sheet.py" "$halo" "$games"

codes=0
for picture in "$games"/qr/*.pbm; do
	zbarimg --nodbus --quiet --raw -Sdisable -Sqrcode.enable "$picture" >"$games/read"
	# zbar's output has one more newline at its end.
	if ! cmp -s <(cat "${picture%.pbm}.txt" && echo) "$games/read"; then
		echo "zbar reads another text in ${picture##*/}" >&2
		exit 1
	fi
	codes=$((codes + 1))
done
echo "zbar: $codes codes"
[ "$codes" -gt 50 ]
