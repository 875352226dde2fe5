#!/usr/bin/env bash
# duties.sh: the table's duties (daemon/table/duty.h) keep to their own struct.
#  - a struct that struct table has for a duty is read and written by one file of daemon/table;
#  - the other folders write no field of it, and read none below its line "private";
#  - every duty that a header declares is in the list of table_duties.c, and nothing else is.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../daemon/table"
bad=0
members=$(sed -n '/one per duty/,/^};/s/^\tstruct [a-z_]* \([a-z_]*\);.*/\1/p' table.h)
[ "$(wc -w <<<"$members")" -gt 15 ] || {
	echo "table.h: the duties' structs are not found"
	exit 1
}
for member in $members; do
	files=$(grep -lE "\bt->$member\b" ./*.c || true)
	if [ "$(wc -w <<<"$files")" -ne 1 ]; then
		echo "t->$member is used by:" "${files:-no file}"
		bad=1
	fi
	type=$(sed -n "s/^\tstruct \([a-z_]*\) $member;.*/\1/p" table.h)
	header=$(grep -lE "^struct $type \{" ./*.h)
	private=$(sed -n '/^\t\/\* ---- private/,/^};/{s/\/\*.*//;/^\t[a-z]/p}' "$header" |
		grep -oE '[a-z_]+(\[[A-Z_]*\])*[,;]' | sed 's/[^a-z_].*//' | paste -sd'|' || true)
	hits=$(grep -rnE "\bt->$member\b[]A-Za-z0-9_.[>-]*(\.(${private:--})\b| *([-+|&]?=[^=]|\+\+|--))" \
		--include='*.c' --exclude-dir=table .. || true)
	if [ -n "$hits" ]; then
		printf 'only %s and its duty may use this:\n%s\n' "${header#./}" "$hits"
		bad=1
	fi
done
declared=$(sed -n 's/^extern const struct duty \([a-z_]*\);/\1/p' ./*.h | sort)
listed=$(sed -n 's/^\t&\([a-z_]*\),$/\1/p' table_duties.c | sort)
if [ "$declared" != "$listed" ]; then
	echo "declared duties and the list of table_duties.c differ:"
	diff <(echo "$declared") <(echo "$listed") || true
	bad=1
fi
exit $bad
