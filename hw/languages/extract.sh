#!/bin/sh
# extract.sh FILE.pot: writes the template: every text of the programs, from which a translator's
# tool begins a new language. The rules see no translation: their sentences are known by the
# functions that take them.
set -eu
cd "$(dirname "$0")/../.."
find daemon ui rules hw/lang hw/languages -path rules/tool -prune -o -path rules/gen -prune -o \( -name '*.[ch]' -o -name '*.inc' \) -print | LC_ALL=C sort |
	xgettext --files-from=- --from-code=UTF-8 --language=C --keyword --keyword=tr --keyword=N_ \
		--keyword=C_:1c,2 --keyword=refusal_set:3 --keyword=refuse_with:3 \
		--keyword=error_set:3 --keyword=error_quote:3 --keyword=REASON:3 \
		--add-location=file --sort-by-file --no-wrap --package-name=haloboard --output="$1"
sed -i -e '/^"POT-Creation-Date:/d' -e '/^"Report-Msgid-Bugs-To:/d' "$1"
