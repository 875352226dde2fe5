#!/bin/busybox sh
# shellcheck shell=dash
# A game in the guest; /case describes it.
# shellcheck source=/dev/null # BOARD, GAME, HOW
. /case
[ -z "$SHELL_WANTED" ] || exec sh -i
prefix=/usr/local
[ -e $prefix/bin/halod ] || prefix=/usr
export PATH=$PATH:$prefix/bin
# A guest may have another GPIO chip first; lines are found by name if the case requires.
ini=$prefix/share/haloboard/boards/$BOARD.ini
BOARD=/run/$BOARD.ini
sed "s#/dev/gpiochip0#/dev/$HALO_GPIO#" "$ini" >"$BOARD"
if [ -n "$NAMES" ]; then
	sed -i -E 's/^(interrupt|line) = ([0-9]+)/\1 = GPIO\2/' "$BOARD"
	grep -q "^interrupt = GPIO" "$BOARD" || exit 1
fi
case $GAME in
*.pgn) GAME=/$GAME ;;
esac
if [ -n "$SCREEN" ]; then
	export HALO_SCREEN=$prefix/bin/halo-screen SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy
fi
# Its name stays when the chip is removed and restored.
ln -s "$HALO_LINES" /run/lines
export HALO_LINES=/run/lines HALO_CHIP_SCRIPT=/chip.sh
case $HOW in
*faults*)
	printf '\n[reset]\nline = 22\n' >>"$BOARD"
	echo pull-up >$HALO_LINES/sim_gpio22/pull
	;;
esac
if [ -n "$CHIPS" ]; then
	export HALO_CHIPS="$CHIPS"
fi
exec kernel-play $prefix/bin/halod /usr/bin/kernel-wires /dev/i2c-1 "$BOARD" "$GAME" "$HOW"
