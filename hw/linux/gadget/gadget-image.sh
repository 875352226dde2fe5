#!/bin/sh
# gadget-image IMAGE SOCKET: the records of the daemon at SOCKET, as `halo export`
# writes them, as a FAT file system in the file IMAGE. Nothing is mounted for that.
set -eu
# halo is installed beside us.
PATH=$(dirname "$0")/../../bin:$PATH:/usr/sbin:/sbin
MTOOLS_SKIP_CHECK=1
export PATH MTOOLS_SKIP_CHECK
image=$1 socket=$2
folder=$image.files

for program in mkfs.vfat mcopy; do
	if ! command -v $program >/dev/null; then
		echo "system: $program is missing: the disk wants the packages dosfstools and mtools" >&2
		exit 1
	fi
done
rm -rf "$folder" "$image"
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder"
# Thrown away and made anew after a power cut: no file of it waits for the card.
status=0
halo --socket "$socket" export "$folder" --no-sync >/dev/null 2>"$folder/missing.txt" || status=$?
cat "$folder/missing.txt" >&2
# 3: some game cannot be had, and all others are there. Whoever looks at the disk reads which.
case $status in
0) rm "$folder/missing.txt" ;;
3) ;;
*) exit 1 ;;
esac

# Each game in its month's folder, and where a month has more than a hundred, in one beneath it
# for each hundred numbers: FAT's short names of all of them begin alike, and mcopy looks through
# a folder again for each number that it puts behind one.
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

# In clusters of 4 KiB: content, the names (an entry of 32 bytes for 13 letters, and one more),
# two tables of 4 bytes a cluster; and room for what a folder's last cluster leaves.
size=$(find "$folder" -printf '%s %f\n' | awk '
	{ kib += int(($1 + 4095) / 4096) * 4; names += (int(length($2) / 13) + 2) * 32 }
	END { printf "%d", (kib + names / 1024) * 1.01 + 1024 }')
set --
# More clusters than FAT16 can count, and no fewer than FAT32 has to have.
if [ "$size" -gt $((240 * 1024)) ]; then
	[ "$size" -gt $((300 * 1024)) ] || size=$((300 * 1024))
	set -- -F 32
fi
mkfs.vfat "$@" -C -s 8 -n HALOBOARD "$image" "$size" >/dev/null
set -- "$folder"/*
[ ! -e "$1" ] || mcopy -i "$image" -s -m "$@" ::/
