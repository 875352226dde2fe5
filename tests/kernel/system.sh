#!/bin/sh
# The installed services on a booted system: executes the host's commands from the
# serial line and reports the results there.
exec </dev/ttyS0 >/dev/ttyS0 2>&1
stty -echo
end() {
	[ "$1" = 0 ] || journalctl --no-pager -b -n 60 -o cat
	sync
	echo "GUEST-RESULT $1 after $(cut -d' ' -f1 /proc/uptime) s"
	systemctl --no-block poweroff -ff
	exit
}
# board COMMAND…: prints the virtual board's reply.
board() {
	echo "$*" | socat -t 5 - UNIX-CONNECT:/run/board/control
}
# await WHAT COMMAND…: repeats it until it succeeds.
await() {
	what=$1
	shift
	n=0
	until "$@"; do
		n=$((n + 1))
		if [ $n -gt 1500 ]; then
			echo "waited in vain for $what"
			end 1
		fi
		sleep 0.2
	done
}
# has WORD…: checks the daemon's state for it.
has() {
	halo --socket /run/haloboard/halod.sock state --json | grep -q "\"$1\": *$2"
}

# Plugs in a touch screen with its own device node; it replaces an existing one.
touch_plug() {
	exec 9>&-
	[ -z "$touch" ] || wait "$touch"
	rm -f /run/touch
	mkfifo /run/touch
	kernel-touch </run/touch &
	touch=$!
	exec 9>/run/touch
}
touch=''
touch_plug
systemctl start kernel-wires
await "the bus" test -c /dev/i2c-1
# A udev rule sets its group.
udevadm settle
await "a bus of the kernel's own" test -c /dev/i2c-0
for node in "i2c /dev/i2c-0" "gpio /dev/gpiochip0"; do
	[ "${node%% *} 660" = "$(stat -c '%G %a' "${node#* }")" ] || {
		echo "udev gives ${node#* } not to ${node%% *}: $(ls -l "${node#* }")"
		end 1
	}
done
board setup rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR
systemctl start halod || end 1
# The first steps of a new board would cover the games.
echo '{"kind":"set","id":1,"values":{"introduced":true}}' |
	socat -t 5 - UNIX-CONNECT:/run/haloboard/halod.sock | grep -q -m 1 '"kind":"ok"' || end 1
systemctl start halo-screen || end 1
systemctl show -p StatusText -p User -p Group -p SupplementaryGroups halod halo-screen
echo "GUEST-READY"

while read -r word rest; do
	case $word in
	board) board "$rest" ;;
	await)
		# shellcheck disable=SC2086 # two words
		await "$rest" has $rest
		echo "GUEST-HAS $rest"
		;;
	tap) echo "$rest" >&9 ;;
	touch)
		touch_plug
		echo "GUEST-TOUCH"
		;;
	log) journalctl --no-pager -b -o cat -u halod -u halo-screen ;;
	end)
		systemctl is-active halod halo-screen || end 1
		systemctl stop halo-screen halod || end 1
		[ "$(board lamps)" = ok ] || end 1
		end 0
		;;
	esac
done
