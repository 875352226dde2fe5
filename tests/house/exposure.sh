#!/usr/bin/env bash
# exposure.sh LIMIT UNIT…: how much of the machine a service could reach, as
# systemd judges it (0 nothing, 10 everything). Prints each; fails above LIMIT,
# where systemd does not understand a line, and where netlink is allowed but leads
# nowhere: udev's events do not enter a private network.
set -euo pipefail
limit=$1
shift
bad=0
for unit; do
	# The programs are not installed here, which is all that may be complained of.
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
	score=$(systemd-analyze security --offline=true --no-pager "$unit" |
		sed -n 's/.*Overall exposure level for [^:]*: \([0-9.]*\) .*/\1/p')
	echo "${unit##*/}: exposure ${score:-unknown}, at most $limit"
	awk -v s="${score:-99}" -v l="$limit" 'BEGIN { exit s > l }' || bad=1
done
exit $bad
