#!/usr/bin/env bash
# dialogue.sh ENGINE FILE...: sends the commands of each file to the engine and compares its replies.
# A line "> COMMAND" is sent. The other lines are the replies, as patterns of the shell; "~ PATTERN"
# stands for any number of lines. Lines that begin with "#" are comments.
set -euo pipefail
engine=$1
shift
bad=0
for file; do
	mapfile -t output < <(sed -n 's/^> \?//p' "$file" | timeout 300 "$engine")
	at=0
	while IFS= read -r expected; do
		case $expected in
		'' | '#'* | '>'*) continue ;;
		'~ '*)
			# shellcheck disable=SC2053
			while [ "$at" -lt ${#output[@]} ] && [[ ${output[at]} == ${expected#\~ } ]]; do
				at=$((at + 1))
			done
			continue
			;;
		esac
		# shellcheck disable=SC2053
		if [[ ${output[at]-} != $expected ]]; then
			printf '%s: expected: %s\n%*s  printed: %s\n' "$file" "$expected" ${#file} '' "${output[at]-nothing}"
			bad=1
			break
		fi
		at=$((at + 1))
	done <"$file"
	if [ "$bad" = 0 ] && [ "$at" -lt ${#output[@]} ]; then
		echo "$file: not expected: ${output[at]}"
		bad=1
	fi
done
exit $bad
