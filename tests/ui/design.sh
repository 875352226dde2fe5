#!/bin/sh
# Checks that pages take sizes from ui/design.h: no page spells a number of pixels.
set -eu
cd "$(dirname "$0")/../../ui"
if grep -nE 'metrics_px\(.*[0-9]' ./*.c games/*.c | grep -v '^\./design\.c:'; then
	echo "design.sh: use a name of enum measure (ui/design.h)" >&2
	exit 1
fi
if grep -nE '0x[0-9a-f]{6}' ./page_*.c games/*.c widget.c; then
	echo "design.sh: use a meaning of ui/palette.h" >&2
	exit 1
fi
