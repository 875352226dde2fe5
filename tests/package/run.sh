#!/usr/bin/env bash
# Our packages in a fresh Debian with systemd, in a container: install, play, upgrade
# during a game, kill, remove, purge. The board is virtual; everything else is as on a
# Pi.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
# shellcheck source=hw/linux/packages.sh
. hw/linux/packages.sh

fail() {
	halo_say "$*"
	exit 1
}
if [ "$(id -u)" -ne 0 ] || ! command -v systemd-nspawn mmdebstrap >/dev/null; then
	fail "needs root, systemd-nspawn and mmdebstrap"
fi

arch=$(dpkg --print-architecture)
version=$(sed -n 's/^project(haloboard VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
next=$version+next
build_packages() {
	hw/linux/package.sh "$arch" >build/package.log 2>&1 || {
		cat build/package.log >&2
		fail "no packages"
	}
}
mkdir -p build
build_packages
HALO_PACKAGE_VERSION=$next build_packages
# For another architecture: cross-built and compared, if there is a compiler for it.
other=""
if [ "$arch" = amd64 ] && command -v aarch64-linux-gnu-gcc >/dev/null; then
	other=arm64
	hw/linux/package.sh arm64 >build/package.log 2>&1 || {
		cat build/package.log >&2
		fail "no packages for arm64"
	}
fi
debs=(build/packages/haloboard{,-screen,-virtual,-voice}_"$version"_"$arch".deb)
newer=(build/packages/haloboard{,-screen,-virtual,-voice}_"$next"_"$arch".deb)

step() {
	printf -- '-- %s (%d s)\n' "$*" "$SECONDS"
}

# same_files DEB OTHER: checks for the same paths, and the same dependencies except versions, each
# for its own architecture.
same_files() {
	local what deb
	for deb in "$1" "$2"; do
		{
			dpkg-deb --fsys-tarfile "$deb" | tar -t | LC_ALL=C sort
			for what in Package Version Depends Recommends; do
				dpkg-deb -f "$deb" "$what" | sed 's/ ([^)]*)//g'
			done
		} >"$deb.facts"
		{ dpkg-deb --fsys-tarfile "$deb" | tar -xO --wildcards './usr/bin/*' './usr/libexec/haloboard/*' || true; } 2>/dev/null |
			od -An -tx1 -j18 -N2 | tr -d ' \n' >"$deb.machine"
	done
	diff "$1.facts" "$2.facts" || fail "$2 is not what $1 is"
	[ "$(cat "$1.machine") $(cat "$2.machine")" = "3e00 b700" ] || fail "$2 holds programs of another machine"
	rm -f "$1".{facts,machine} "$2".{facts,machine}
}

step "lintian"
# It warns when run as root.
looked=("${debs[@]}")
if [ -n "$other" ]; then
	looked+=(build/packages/haloboard{,-screen,-virtual,-voice}_"$version"_"$other".deb)
	for deb in "${debs[@]}"; do same_files "$deb" "${deb%"$arch".deb}$other.deb"; done
else
	halo_say "no aarch64-linux-gnu-gcc: packages for arm64 are not looked at"
fi
lintian --fail-on error,warning "${looked[@]}" 2>&1 | { grep -v 'running with root privileges' || true; }

step "a fresh system"
# Our dependencies, in the first of their alternatives, without versions.
needs=$(for deb in "${debs[@]}"; do dpkg-deb -f "$deb" Depends; done | tr ',' '\n' |
	sed 's/|.*//; s/(.*//; s/ //g' | grep -v '^haloboard' | sort -u | paste -sd,)
base=$(halo_cache)/package-base-$(echo "$needs" | cksum | cut -d' ' -f1).tar
if [ ! -f "$base" ]; then
	mmdebstrap --quiet --format=tar --variant=minbase --include="systemd-sysv,udev,dbus,polkitd,$needs" \
		"$(. /etc/os-release && echo "$VERSION_CODENAME")" "$base.$$"
	mv "$base.$$" "$base"
fi
root=$(mktemp -d "${TMPDIR:-/var/tmp}/halo-package.XXXXXX")
nspawn="" leader=""
stop() {
	# Killing the first process ends the whole container.
	[ -z "$leader" ] || kill -9 "$leader" 2>/dev/null || true
	[ -z "$nspawn" ] || wait "$nspawn" 2>/dev/null || true
	rm -rf --one-file-system "$root" "$root".{before,after,left,console,rules}
}
trap stop EXIT
tar -C "$root" -xf "$base"

# files: prints the files that the package system left.
files() {
	(cd "$root" && find . -xdev \( -path ./proc -o -path ./sys -o -path ./dev -o -path ./run \
		-o -path ./tmp -o -path ./var/log -o -path ./var/lib/dpkg -o -path ./var/tmp \
		-o -path ./var/cache \) -prune -o -print | LC_ALL=C sort)
}
files >"$root.before"

systemd-nspawn --quiet --directory="$root" --boot --register=no --keep-unit --private-network \
	--console=pipe </dev/null >"$root.console" 2>&1 &
nspawn=$!
in_it() {
	nsenter --target "$leader" --all --wdns=/ env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin \
		DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 "$@"
}
# shows PATTERN COMMAND…: checks the command's output in the container. A pipe would
# fail: grep exits at the first match while the command still writes.
shows() {
	local pattern=$1
	shift
	grep -q -- "$pattern" <<<"$(in_it "$@")"
}
# logged PATTERN MATCH…: waits for the journal; journald may still be reading the last
# lines.
logged() {
	local pattern=$1
	shift
	await "the journal's '$pattern'" shows "$pattern" journalctl -o cat "$@"
}
# await WHAT COMMAND…: repeats it until it succeeds.
await() {
	local what=$1 end=$((SECONDS + 120))
	shift
	while [ "$SECONDS" -lt "$end" ]; do
		if "$@" >/dev/null 2>&1; then return 0; fi
		sleep 0.1
	done
	in_it journalctl --no-pager -n 40 >&2 || true
	fail "waited in vain for $what"
}
exec 3>&2
find_leader() {
	kill -0 "$nspawn" 2>/dev/null || fail "systemd-nspawn ended: $(cat "$root.console")" 2>&3
	leader=$(pgrep -P "$nspawn" | head -n 1) && [ -n "$leader" ] &&
		in_it systemctl is-active -q basic.target
}
await "systemd" find_leader

step "install"
mkdir "$root/debs"
cp "${debs[@]}" "${newer[@]}" "$root/debs"
in_it sh -c "dpkg -i /debs/*_${version}_$arch.deb" >/dev/null 2>&1
in_it getent group i2c gpio >/dev/null || fail "no groups i2c and gpio"
for unit in halod halo-screen halo-gadget; do
	in_it systemctl is-enabled "$unit" >/dev/null && fail "$unit is enabled by its installation"
	in_it systemctl is-active "$unit" >/dev/null && fail "$unit is started by its installation"
done
in_it sh -c 'systemd-analyze verify --man=no halod.service halo-screen.service halo-gadget.service \
	halo-partner.service halo-voice.service halo-usb@sda1.service 2>&1 | { ! grep -i halo; }'
# udev reads rules for any device, and reports errors in them then.
in_it sh -c 'udevadm test --action=add /sys/class/mem/null 2>&1 | grep -i haloboard' >"$root.rules" || true
for rules in 60-haloboard 61-haloboard-usb; do
	grep -q "Reading rules file:.*$rules.rules" "$root.rules" || fail "udev does not read $rules.rules"
done
grep -v 'Reading rules file' "$root.rules" && fail "udev finds fault with our rules"
in_it halo board check reed-8x8 >/dev/null
in_it cp /usr/share/haloboard/boards/reed-8x8.ini /etc/haloboard/boards/mine.ini
in_it halo board check mine >/dev/null
in_it rm /etc/haloboard/boards/mine.ini
tests/house/links.sh "$root/usr/share/doc/haloboard" || fail "a document's link leads nowhere"
for program in halo-usb halo-gadget halo-partner halo-voice; do
	in_it "/usr/libexec/haloboard/$program" --version >/dev/null || fail "$program is not where it belongs"
done

step "a board that is not there"
in_it sh -c 'echo HALOD_OPTIONS=\"--board reed-8x8 --bus 0=unix:/run/board/bus\" >/etc/default/halod'
in_it systemctl start --no-block halod
status() { in_it systemctl show -P "$1" halod; }
status_is() { [ "$(status "$1")" = "$2" ]; }
await "halod's status" status_is StatusText "waiting for the board to answer"
status_is ActiveState activating || fail "ready without a board"
shows 'bus 0' halo state || fail "the socket does not say what is missing"

step "a board"
in_it install -d -o haloboard /run/board
coproc BOARD { in_it setpriv --reuid haloboard --regid haloboard --clear-groups \
	halo-board --board reed-8x8 --bus /run/board/bus; }
# ask COMMAND: prints its data lines, up to ok.
ask() {
	local line
	printf '%s\n' "$*" >&"${BOARD[1]}"
	while IFS= read -r line <&"${BOARD[0]}"; do
		case "$line" in
		ok) return 0 ;;
		error:*) fail "the virtual board answered '$line' to '$*'" ;;
		*) printf '%s\n' "$line" ;;
		esac
	done
	fail "the virtual board has gone"
}
ask setup rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR
await "halod to be ready" status_is ActiveState active
await "the partner, which halod wants" in_it systemctl is-active -q halo-partner
await "the voice, which halod wants" in_it systemctl is-active -q halo-voice
for group in i2c gpio; do
	in_it grep -q "^Groups:.*\b$(in_it getent group $group | cut -d: -f3)\b" "/proc/$(status MainPID)/status" ||
		fail "halod is not in the group $group"
done
store=/var/lib/haloboard
[ "$(in_it stat -c '%U %a' $store $store/games.db | tr '\n' ' ')" = "haloboard 700 haloboard 600 " ] ||
	fail "others may read the games: $(in_it stat -c '%n %U %a' $store $store/games.db)"
logged 'game: ready' -u halod HALO_WHO=game
logged over -u halod HALO_TROUBLE=bus.0 HALO_TROUBLE_STATE=ends

step "no cable"
in_it systemctl start halo-gadget
logged "no USB device controller" -u halo-gadget

moves_are() { grep -qF " $1 " <<<"$(in_it halo pgn | tr '\n' ' ')"; }
dark() { [ -z "$(ask lamps)" ]; }
# With all pieces in place, only the last move is lit, dimly.
held() { grep -qP "^$1 (?!240414)" <<<"$(ask lamps)"; }
home() { ! held ..; }
ask lift e2
await "e2's lamps" held e2
ask put e4 P
await "1. e4" moves_are "1. e4"

step "the daemon is killed while lamps are lit"
ask lift d7
await "d7's lamps" held d7
first=$(status MainPID)
# Leaves time to look; the restart is requested below.
in_it sh -c 'mkdir -p /run/systemd/system/halod.service.d &&
	printf "[Service]\nRestartSec=1h\n" >/run/systemd/system/halod.service.d/slow.conf &&
	systemctl daemon-reload'
in_it sh -c "kill -9 $first"
await "darkness" dark
# The lamps are off before the unit has stopped.
await "the restart to be planned" status_is SubState auto-restart
in_it sh -c 'rm -r /run/systemd/system/halod.service.d && systemctl daemon-reload'
in_it systemctl restart halod
restarted() { status_is ActiveState active && [ "$(status MainPID)" != "$first" ]; }
await "the restart" restarted
# A lifted piece is still up, and must return first: the lamps show it both times.
await "d7's lamps again" held d7
ask put d7 p
await "the board to be as it was" home
ask lift d7
await "d7's lamps" held d7
ask put d5 p
await "1... d5" moves_are "1. e4 d5"

step "the daemon hangs with its lamps on"
ask lift e4
await "e4's lamps" held e4
first=$(status MainPID)
in_it sh -c "kill -STOP $first"
await "the watchdog" restarted
logged 'Watchdog timeout' -u halod
await "e4's lamps again" held e4
ask put e4 P
await "the board to be as it was" home
moves_are "1. e4 d5" || fail "the hanging daemon took the game along"

step "upgrade in the middle of a game"
first=$(status MainPID)
ask lift e4
await "e4's lamps" held e4
in_it sh -c "dpkg -i /debs/*_${next}_$arch.deb" >/dev/null
shows "^Version: $next\$" dpkg -s haloboard || fail "not upgraded"
in_it grep -q /run/board/bus /etc/default/halod || fail "the settings are gone"
restarted || fail "the upgrade did not hand over"
await "e4's lamps again" held e4
ask put e4 P
await "the board to be as it was" home
ask lift e4
await "e4's lamps" held e4
ask swap d5 P
await "2. exd5" moves_are "1. e4 d5 2. exd5"

step "who may switch the machine off"
may_power_off() {
	in_it setpriv --reuid "$1" --regid haloboard --clear-groups \
		sh -c 'pkcheck --action-id org.freedesktop.login1.power-off --process $$' >/dev/null 2>&1
}
may_power_off haloboard || fail "the daemon may not switch the machine off"
may_power_off halo-screen && fail "more than the daemon may switch the machine off"
# Through its sandbox, logind and systemd, up to the target that would shut the machine
# down.
in_it sh -c 'printf "[Unit]\nDefaultDependencies=no\n" >/run/systemd/system/poweroff.target && systemctl daemon-reload'
# Sends the screen's menu command as a client.
python3 - "/proc/$leader/root/run/haloboard/halod.sock" <<-'END'
	import json, socket, sys
	s = socket.socket(socket.AF_UNIX)
	s.connect(sys.argv[1])
	lines = s.makefile()
	for i, words in enumerate(({"kind": "set", "values": {"power_off": True}}, {"kind": "poweroff"})):
	    s.sendall(json.dumps({**words, "id": i + 1}).encode() + b"\n")
	    while (answer := json.loads(next(lines))).get("id") != i + 1: pass
	    assert answer["kind"] == "ok", answer
END
would_end() { in_it systemctl is-active -q poweroff.target; }
await "poweroff.target" would_end
logged 'asked to switch the machine off' -u halod HALO_WHO=system
in_it sh -c 'systemctl stop poweroff.target; rm /run/systemd/system/poweroff.target && systemctl daemon-reload'

step "a mistake in the options is told once"
in_it sh -c 'cp /etc/default/halod /root/halod && echo HALOD_OPTIONS=--board=chalk >/etc/default/halod'
in_it systemctl restart halod 2>/dev/null && fail "it started with a board that does not exist"
status_is ActiveState failed || fail "tried again in spite of a mistake"
logged chalk -u halod HALO_WHO=config
in_it cp /root/halod /etc/default/halod
in_it systemctl start halod
moves_are "1. e4 d5 2. exd5" || fail "the game is not there"

step "remove, purge"
in_it systemctl enable -q halod
in_it dpkg -r haloboard-voice haloboard-virtual haloboard-screen haloboard >/dev/null 2>&1
status_is ActiveState inactive || fail "it runs on without its package"
dark || fail "the lamps stay lit"
eval "exec ${BOARD[1]}>&-"
said=$(in_it dpkg -P haloboard-voice haloboard-virtual haloboard-screen haloboard 2>/dev/null)
grep -q 'games are kept in /var/lib/haloboard' <<<"$said" || fail "purge does not say where games are"
[ -s "$root/var/lib/haloboard/games.db" ] || fail "purge took the games"
rm -rf "$root"/debs "$root"/root/halod "$root"/var/lib/haloboard
files >"$root.after"
if ! diff "$root.before" "$root.after" | grep '^[<>]' | grep -vE "$(paste -sd'|' <<-'END'
	\./etc/(passwd|group|shadow|gshadow)-$
	\./etc/(\.pwd\.lock|\.updated|machine-id)$
	\./var/\.updated$
	\./var/lib/(systemd|dbus|polkit-1)(/|$)
	\./var/lib/private$
	\./var/spool(/|$)
END
)" >"$root.left"; then :; fi
[ ! -s "$root.left" ] || fail "left behind: $(cat "$root.left")"
step "all well"
