#!/bin/sh
# pure.sh NM OBJDUMP ARCHIVE [SOURCE-DIR]: checks that the archive calls only
# the few functions named here and holds no variable, and that sources include
# only freestanding headers, <string.h> and <assert.h>. Exits 1 with a line for
# each violation.
set -eu
nm=$1 objdump=$2 archive=$3 sources=${4:-}

# clang replaces a memcmp that is only compared with zero by bcmp. __cpu_model holds what the
# processor can do; the compiler's library writes it before main.
allowed='memcpy memmove memset memcmp bcmp memchr strlen strcmp strncmp strchr strstr
__assert_fail __stack_chk_fail _GLOBAL_OFFSET_TABLE_ __cpu_model'
headers='<assert.h> <stdbool.h> <stddef.h> <stdint.h> <string.h>'
bad=0

defined=$("$nm" -P -g "$archive" 2>/dev/null | awk '$2 ~ /^[A-TV-Z]$/ { print $1 }' | sort -u)
undefined=$("$nm" -P -u "$archive" 2>/dev/null | awk 'NF >= 2 { print $1 }' | sort -u)
[ -n "$defined" ] || { echo "no symbols in $archive"; exit 1; }
known=$(printf '%s\n' "$defined" "$allowed" | tr '\n' ' ')
for symbol in $undefined; do
	case " $known " in
	*" $symbol "*) ;;
	*) echo "calls $symbol"; bad=1 ;;
	esac
done

# .data.rel.ro holds constants that contain addresses, not variables.
variables=$("$objdump" -h "$archive" | awk '
	/^[^ ].*file format/ { member = $1 }
	$2 ~ /^\.(data|bss|tdata|tbss)($|\.)/ && $2 !~ /^\.data\.rel\.ro/ && $3 !~ /^0+$/ {
		print member " has variables in " $2
	}')
if [ -n "$variables" ]; then
	echo "$variables"
	bad=1
fi

if [ -n "$sources" ]; then
	others=$(find "$sources" -path "$sources/tool" -prune -o -path "$sources/gen" -prune \
		-o -name '*.[ch]' -exec grep -Hn '^[[:space:]]*#[[:space:]]*include' {} + |
		awk -v ok="$headers" '
			BEGIN { n = split(ok, h, " "); for (i = 1; i <= n; i++) fine[h[i]] = 1 }
			$2 !~ /^"rules\// && !($2 in fine)')
	if [ -n "$others" ]; then
		echo "$others"
		bad=1
	fi
fi
exit $bad
