#!/usr/bin/env bash
# links.sh [DIR]: checks that every link of the documents in DIR leads to a file in DIR.
# Without DIR: to files of this tree, for docs/ as installed, and the README.
set -euo pipefail
bad=0 seen=0

# look DIR FILE…: checks the links in these documents, none of which may leave DIR.
look() {
	local dir file link
	dir=$(realpath "$1")
	shift
	for file; do
		while IFS= read -r link; do
			seen=$((seen + 1))
			case $(realpath -m "$(dirname "$file")/${link%%#*}") in
			"$dir"/*) [ -e "$(dirname "$file")/${link%%#*}" ] && continue ;;
			esac
			echo "$file: $link leads nowhere in $dir"
			bad=1
		done < <(grep -oE '(\]\(|src=")[^)"# ][^)" ]*' "$file" | sed -E 's/^(\]\(|src=")//' |
			grep -vE '^[a-z]+:' || true)
	done
}

if [ $# -gt 0 ]; then
	mapfile -t files < <(find "$1" -name '*.md')
	look "$1" "${files[@]}"
else
	cd "$(dirname "${BASH_SOURCE[0]}")/../.."
	mapfile -t files < <(find docs -name '*.md')
	look docs "${files[@]}"
	look . README.md
fi
[ "$seen" -gt 0 ] || { echo "no links found"; bad=1; }
exit $bad
