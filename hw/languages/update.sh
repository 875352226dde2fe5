#!/bin/sh
# update.sh FOLDER: writes FOLDER/haloboard.pot, and brings each catalogue here up to date with
# it. A new text has no translation; one whose English changed keeps its own, marked fuzzy. The
# test house-translations fails for both.
set -eu
folder=$1
here=$(dirname "$0")
"$here/extract.sh" "$folder/haloboard.pot"
for po in "$here"/*.po; do
	msgmerge --update --backup=none --previous --no-wrap --add-location=file --sort-by-file \
		--quiet "$po" "$folder/haloboard.pot"
	msgattrib --no-obsolete --no-wrap --add-location=file --output-file="$po" "$po"
done
