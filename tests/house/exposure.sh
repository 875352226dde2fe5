#!/usr/bin/env bash
# exposure.sh LIMIT UNIT…: checks how much of the machine a service can reach, as rated
# by systemd (0 nothing, 10 everything). Prints each; fails above LIMIT, where systemd
# rejects a line, and where memory, tasks or core dumps have no limit. Also fails where
# netlink is allowed without effect: udev's events do not enter a private network.
set -euo pipefail
limit=$1
shift
bad=0
for unit; do
	# The programs are not installed here, the only complaint allowed.
	words=$(systemd-analyze verify --man=no "$unit" 2>&1 |
		grep -F "${unit##*/}" | grep -v 'is not executable' || true)
	if [ -n "$words" ]; then
		echo "$words"
		bad=1
	fi
	if grep -q '^RestrictAddressFamilies=.*AF_NETLINK' "$unit" &&
		grep -Eiq '^PrivateNetwork=(yes|true|on|1)' "$unit"; then
		echo "${unit##*/}: PrivateNetwork= keeps udev's events away from its netlink"
		bad=1
	fi
	for limited in 'MemoryMax=[0-9]+M' 'TasksMax=[0-9]+' 'LimitCORE=0'; do
		if ! grep -Exq "$limited" "$unit"; then
			echo "${unit##*/}: no line $limited"
			bad=1
		fi
	done
	score=$(systemd-analyze security --offline=true --no-pager "$unit" |
		sed -n 's/.*Overall exposure level for [^:]*: \([0-9.]*\) .*/\1/p')
	echo "${unit##*/}: exposure ${score:-unknown}, at most $limit"
	awk -v s="${score:-99}" -v l="$limit" 'BEGIN { exit s > l }' || bad=1
done
exit $bad
