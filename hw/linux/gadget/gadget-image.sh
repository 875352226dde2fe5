#!/bin/sh
# gadget-image IMAGE SOCKET: the records of the daemon at SOCKET, as `halo export`
# writes them, as a FAT file system in the file IMAGE; a folder a month, since a
# folder of FAT ends at some 16,000 such names. Nothing is mounted for that.
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
halo --socket "$socket" export "$folder" --no-sync >/dev/null

for folder_of in undated $(find "$folder" -maxdepth 1 -name '[0-9][0-9][0-9][0-9]-[0-9][0-9]-*' \
	-printf '%f\n' | cut -c1-7 | sort -u); do
	mkdir "$folder/$folder_of"
	find "$folder" -maxdepth 1 -type f -name "$folder_of-*" -exec mv -t "$folder/$folder_of" {} +
done
rmdir "$folder/undated" 2>/dev/null || true

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
