#!/bin/sh
# gadget-image IMAGE SOCKET: writes the records of the daemon at SOCKET, as exported by
# `halo export`, to the file IMAGE as a FAT file system. Nothing is mounted.
set -eu
# halo is installed under the same prefix.
PATH=$(dirname "$0")/../../bin:$PATH:/usr/sbin:/sbin
MTOOLS_SKIP_CHECK=1
export PATH MTOOLS_SKIP_CHECK
image=$1 socket=$2
top=$image.files

for program in mkfs.vfat mcopy; do
	if ! command -v $program >/dev/null; then
		echo "system: $program is missing: the disk needs the packages dosfstools and mtools" >&2
		exit 1
	fi
done
rm -rf "$top" "$image"
trap 'rm -rf "$top"' EXIT
mkdir -p "$top"
# The image is rebuilt after a power cut, so no file needs a sync.
status=0
halo --socket "$socket" export "$top" --no-sync >/dev/null 2>"$top/missing.txt" || status=$?
cat "$top/missing.txt" >&2
# The disk is this board's alone, so it has the games without the board's folder.
folder=$(echo "$top"/board*)
# 3: some games are missing, all others are present; missing.txt lists them.
case $status in
0) ;;
3) mv "$top/missing.txt" "$folder" ;;
*) exit 1 ;;
esac

# Each game goes to its month's folder. A month with more than a hundred games has a subfolder
# for each hundred numbers: the FAT short names of all games begin alike, and mcopy searches the
# whole folder for every numbered name.
find "$folder" -maxdepth 1 -type f -name '*-*-*' -printf '%f\n' | awk -F- '
	{
		undated = $1 == "undated"
		name[NR] = $0
		month[NR] = undated ? $1 : $1 "-" $2
		number[NR] = undated ? $2 : $4
		games[month[NR]] += /[.]pgn$/
	}
	END {
		for (i = 1; i <= NR; i++)
			print month[i] (games[month[i]] > 100 ? \
				sprintf("/from-%05d", int(number[i] / 100) * 100) : ""), name[i]
	}' | sort | {
	place() {
		[ $# -gt 0 ] || return 0
		mkdir -p "$1"
		mv -t "$@"
	}
	cd "$folder"
	set --
	while read -r into name; do
		if [ "$into" != "${1-}" ]; then
			place "$@"
			set -- "$into"
		fi
		set -- "$@" "$name"
	done
	place "$@"
}

# In clusters of 4 KiB: content, names (an entry of 32 bytes per 13 letters, and one more), two
# tables of 4 bytes per cluster, and space for the unused part of each folder's last cluster.
size=$(find "$folder" -printf '%s %f\n' | awk '
	{ kib += int(($1 + 4095) / 4096) * 4; names += (int(length($2) / 13) + 2) * 32 }
	END { printf "%d", (kib + names / 1024) * 1.01 + 1024 }')
set --
# Too many clusters for FAT16, and at least as many as FAT32 requires.
if [ "$size" -gt $((240 * 1024)) ]; then
	[ "$size" -gt $((300 * 1024)) ] || size=$((300 * 1024))
	set -- -F 32
fi
mkfs.vfat "$@" -C -s 8 -n HALOBOARD "$image" "$size" >/dev/null
set -- "$folder"/*
[ ! -e "$1" ] || mcopy -i "$image" -s -m "$@" ::/
