#!/bin/sh
# shellcheck shell=dash disable=SC2016,SC2086,SC2317 # functions are called by name
#
# Both ends of a USB cable: halo-gadget.service as installed, and the computer's view of
# it. Each line of output is a passed step.
exec </dev/ttyS0 >/dev/ttyS0 2>&1
stty -echo
SOCKET=/run/haloboard/halod.sock
end() {
	[ "$1" = 0 ] || journalctl --no-pager -b -n 80 -o short-monotonic
	sync
	echo "GUEST-RESULT $1 after $(cut -d' ' -f1 /proc/uptime) s"
	systemctl --no-block poweroff -ff
	exit
}
said() {
	echo "$(cut -d' ' -f1 /proc/uptime) s  $*"
}
# holds WHAT COMMAND…: fails the test if the command fails.
holds() {
	local what=$1
	shift
	if "$@"; then
		said "$what"
	else
		said "not so: $what ($*)"
		end 1
	fi
}
# await WHAT COMMAND…: repeats it until it succeeds.
await() {
	local what=$1 last=$(($(cut -d. -f1 /proc/uptime) + 240))
	shift
	until "$@" >/dev/null 2>&1; do
		if [ "$(cut -d. -f1 /proc/uptime)" -gt $last ]; then
			said "waited in vain: $what ($*)"
			end 1
		fi
		sleep 0.2
	done
	said "$what"
}
not() {
	! "$@"
}
ask() {
	echo "$1" | socat -t 20 - UNIX-CONNECT:$SOCKET 2>/dev/null | grep -q -m 1 '"kind":"ok"'
}
sockets() {
	find "/proc/$(systemctl show -p MainPID --value halod)/fd" -lname 'socket:*' | wc -l
}
fewer_sockets() {
	[ "$(sockets)" -lt "$1" ]
}
# Counts the service's connections: accepted ones belong to the network of the caller.
clients() {
	[ "$(grep -c "$SOCKET" "/proc/$(systemctl show -p MainPID --value halo-gadget)/net/unix")" -eq "$1" ]
}
medium() {
	[ "$(cat /sys/block/sda/size)" -gt 0 ] && [ "$(blkid -p -o value -s LABEL /dev/sda)" = HALOBOARD ]
}
# The disk's files are those of `halo export`, sorted by month.
records() {
	local dir file ok=0
	dir=$(mktemp -d)
	halo --socket $SOCKET export "$dir" >/dev/null || return 1
	mount -t vfat -o ro /dev/sda /mnt || return 1
	for file in "$dir"/board-*/*; do
		cmp "$file" "$(find /mnt -type f -name "${file##*/}")" || ok=1
	done
	[ "$(find /mnt -type f | wc -l)" -eq "$(find "$dir" -type f | wc -l)" ] || ok=1
	[ "$(find /mnt -name '*.pgn' | wc -l)" -gt "$1" ] || ok=1
	umount /mnt
	rm -r "$dir"
	return $ok
}
# say LINE: writes to the serial port, as a program on the computer does; the reply up
# to PATTERN is in /tmp/heard.
say() {
	timeout 60 sh -c 'stty -F /dev/ttyACM0 raw -echo; exec 7<>/dev/ttyACM0; printf "%s\n" "$1" >&7
		grep -m 1 -E "$2" <&7 >/tmp/heard' say "$1" "$2"
}
# Counts this message in the service's log.
journal_says() {
	[ "$(journalctl -b -u halo-gadget -o cat | grep -c "$1")" -ge "${2:-1}" ]
}
image_gone() {
	[ ! -e /var/cache/halo-gadget/records.img ]
}
port=/sys/bus/usb/devices/usb1/1-0:1.0/usb1-port1/disable

systemctl start kernel-wires
await "the bus is there" test -c /dev/i2c-1
udevadm settle
echo "setup rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR" | socat -t 5 - UNIX-CONNECT:/run/board/control
holds "halod runs" systemctl start halod
holds "games were imported" halo --socket $SOCKET import /demo.pgn

# --- the disk
holds "halo-gadget runs" systemctl start halo-gadget
await "the computer has a disk" test -b /dev/sda
await "the records are in it" medium
holds "the records are those of halo export" records 0
holds "nothing can be written to it" test "$(blockdev --getro /dev/sda)" = 1
holds "root of the service can do nothing besides" sh -c \
	"grep -q 'CapEff:.0000000000000000' /proc/$(systemctl show -p MainPID --value halo-gadget)/status"

# --- the serial port
await "the computer has a serial port" test -c /dev/ttyACM0
await "nobody is called before somebody speaks" clients 1
holds "the port greets" say "" '"kind":"hello"'
holds "the state is the table's" say '{"kind":"state","id":1}' '"id":1.*"viewer":"table"|"viewer":"table".*"id":1'
holds "a seat's page is refused" say '{"kind":"handover","seat":"w","id":2}' '"why":"handover: not over.*"id":2'
holds "the screen's place is refused" say '{"kind":"screen","id":3}' '"why":"screen: not over.*"id":3'
holds "a token is refused" say '{"kind":"state","seat":"w","token":"1","id":4}' '"why":"token: not over.*"id":4'
holds "what is no message is an error" say 'AT+GCAP' '"kind":"error"'
holds "a list of kept games comes" say '{"kind":"list","id":5}' '"games":\[\{"id":'
# A client that sends and never reads.
sh -c 'exec 7<>/dev/ttyACM0; for i in $(seq 200); do printf "{\"kind\":\"diagnostics\"}\n"; done >&7; exec sleep 600 7<&7' &
deaf=$!
await "a computer asks and does not read" clients 2
holds "the daemon answers others meanwhile" ask '{"kind":"settings"}'
await "who does not read is dropped" clients 1
kill $deaf
await "whoever comes next is heard" say '{"kind":"state","id":6}' '"id":6'

# --- the cable is pulled at the board
before=$(sockets)
holds "the cable is pulled at the board" systemctl stop halo-gadget
await "the computer has no disk any more" not test -b /dev/sda
await "and no serial port" not test -c /dev/ttyACM0
await "the daemon's clients are gone" fewer_sockets "$before"
holds "the image is gone" image_gone
holds "the daemon runs" systemctl is-active halod
sed 's/Paul Morphy/Somebody else/' /demo.pgn >/run/another.pgn
holds "another game is imported" halo --socket $SOCKET import /run/another.pgn
holds "halo-gadget runs again" systemctl start halo-gadget
await "the records are in the disk again" medium
holds "with the game that is new" records 1

# --- the cable is pulled at the computer
await "the serial port is back" test -c /dev/ttyACM0
holds "it speaks again" say "" '"kind":"hello"'
echo 1 >$port || end 1
await "the computer has no disk" not test -b /dev/sda
await "the board has seen it" journal_says "computer at the USB cable is gone" 2
await "the image was taken away" image_gone
await "the serial client has gone" clients 1
echo 0 >$port || end 1
await "plugged in again, the records are there" medium
holds "and right" records 1

# --- settings
holds "usb_serial off" ask '{"kind":"set","values":{"usb_serial":false}}'
await "the serial port goes" not test -c /dev/ttyACM0
await "the disk comes back without it" medium
holds "usb_disk off" ask '{"kind":"set","values":{"usb_disk":false,"usb_serial":true}}'
await "the disk goes" not test -b /dev/sda
await "the serial port comes" test -c /dev/ttyACM0
holds "both on" ask '{"kind":"set","values":{"usb_disk":true}}'
await "the disk is back" medium

# --- programs die
n=$(journalctl -b -u halo-gadget -o cat | grep -c "records are in the disk")
systemctl kill -s KILL halo-gadget
await "halo-gadget was begun anew" journal_says "records are in the disk" $((n + 1))
await "and has a disk again" medium
systemctl stop halod
holds "without the daemon the disk stays" medium
holds "and the port says so" say "" 'halod does not answer'
systemctl start halod
await "with it the port greets" say "" '"kind":"hello"'

# --- no controller
systemctl stop halo-gadget
holds "the controller is taken away" rmmod dummy_hcd
systemctl start halo-gadget
await "what is missing is said" journal_says "no USB device controller"
holds "and halo-gadget waits for it" systemctl is-active halo-gadget
holds "the daemon has noticed nothing" systemctl is-active halod
end 0
