#!/bin/sh
# The installed services on a booted system, with USB sticks inserted by QEMU: executes
# the host's commands from the serial line and reports the results there.

socket=/run/haloboard/halod.sock
# pieces: sets them up as soon as the virtual board listens.
if [ "$1" = pieces ]; then
	until echo "setup rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR" |
		socat -t 5 - UNIX-CONNECT:/run/board/control; do
		sleep 0.2
	done
	exit 0
fi
exec </dev/ttyS0 >/dev/ttyS0 2>&1
stty -echo
end() {
	[ "$1" = 0 ] || journalctl --no-pager -b -n 80 -o short-monotonic
	sync
	echo "GUEST-RESULT $1 after $(cut -d' ' -f1 /proc/uptime) s"
	systemctl --no-block poweroff -ff
	exit
}
state() {
	halo --socket $socket state --json
}
# says TEXT: checks that the daemon has sent it since the file was emptied.
says() {
	grep -qF -- "$1" /run/told
}
# game NAME: adds a finished game to the journal.
game() {
	printf '[White "%s"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n' "$1" >/run/game.pgn
	halo --socket $socket import /run/game.pgn
}
# answers N STICK: requests the state N times; prints how many replies show the stick in use.
answers() {
	perl -MIO::Socket::UNIX -e 'my ($path, $n, $stick) = @ARGV;
	my $socket = IO::Socket::UNIX->new(Peer => $path) or die "$path: $!";
	my $at_work = 0;
	for my $id (770001 .. 770000 + $n) {
		print $socket "{\"kind\":\"state\",\"id\":$id}\n";
		while (<$socket>) {
			next unless /"id":$id\b/;
			$at_work++ if /"name":"$stick","stage":"(reading|writing)"/;
			last;
		}
	}
	print "$at_work\n";' $socket "$1" "$2"
}
# ask MESSAGE…: sends one client's messages, each with its reply.
ask() {
	perl -MIO::Socket::UNIX -e 'my $path = shift;
	my $socket = IO::Socket::UNIX->new(Peer => $path) or die "$path: $!";
	my $id = 880001;
	for (@ARGV) {
		s/^\{/{"id":$id,/;
		print $socket "$_\n";
		while (<$socket>) {
			next unless /"id":$id\b/;
			print;
			last;
		}
		$id++;
	}' $socket "$@"
}
# flags UNIT: prints for each descriptor of the service its file system's type and flags
# (statfs(2)).
flags() {
	perl -e 'for (@ARGV) {
		my $room = "\0" x 120;
		syscall(137, $_, $room) == 0 or next;
		printf "%x %x\n", (unpack "q<11", $room)[0, 10];
	}' "/proc/$(systemctl show -p MainPID --value "$1")"/fd/*
}
# long_name LABEL OPTION GAME…: writes these to that stick, in a file of haloboard/import whose
# name has 200 letters of three bytes.
long_name() {
	mkdir -p /run/look
	mount -o "$2" "/dev/disk/by-label/$1" /run/look || return
	mkdir /run/look/haloboard/import
	shift 2
	printf '%s\n\n' "$@" >"/run/look/haloboard/import/$(
		printf '\346\243\213%.0s' $(seq 200)
	).pgn"
	umount /run/look
}
# node LABEL: prints the kernel's name of that device.
node() {
	udevadm settle
	basename "$(readlink -e "/dev/disk/by-label/$1")"
}

systemctl is-active -q halod || end 1
# Repeated polling would take most of this processor's time.
socat -u UNIX-CONNECT:$socket OPEN:/run/told,creat,append &
echo "GUEST-READY"

while read -r word rest; do
	case $word in
	run)
		eval "$rest"
		echo "GUEST-RAN $?"
		;;
	await)
		n=0
		until eval "$rest" || [ $n -gt 400 ]; do
			n=$((n + 1))
			sleep 0.5
		done
		[ $n -le 400 ] || tail -n 1 /run/told
		echo "GUEST-RAN $((n > 400))"
		;;
	end) end "$rest" ;;
	esac
done
