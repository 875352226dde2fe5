#!/bin/busybox sh
# shellcheck shell=dash
# In the guest: the bus on i2c-stub, a kernel adapter that supports only SMBus.
set -e
prefix=/usr/local
[ -e $prefix/bin/halo ] || prefix=/usr
for name in /sys/class/i2c-dev/*/name; do
	if grep -q stub "$name"; then
		node=${name%/name}
		device=/dev/${node##*/}
	fi
done
kernel-smbus "$device"
echo pull-up >"$HALO_LINES/sim_gpio22/pull"
kernel-smbus --reset "/dev/$HALO_GPIO" "$HALO_LINES/sim_gpio22/value"
sed "s#/dev/gpiochip0#/dev/$HALO_GPIO#" $prefix/share/haloboard/boards/reed-8x8.ini >/run/reset.ini
printf '\n[reset]\nline = 22\n' >>/run/reset.ini
$prefix/bin/halo board check /run/reset.ini --bus "0=$device" --chips >/run/chips
cat /run/chips
grep -qF "reset line 22 of /dev/$HALO_GPIO is available" /run/chips
grep -qF "sensor chip 3 (MCP23017 at 0x23, bus 0) answers" /run/chips
grep -qF "lamp chip 0 (IS31FL3741 at 0x30, bus 0) answers" /run/chips
grep -qF "bus 0 ($device): 0x20 0x21 0x22 0x23 0x24 0x30 0x50 answer" /run/chips
grep -qF "bus 0: 0x50 answers, but is not in the description" /run/chips

# The chip does not have that line.
sed 's/^line = 22$/line = 222/' /run/reset.ini >/run/no-line.ini
if $prefix/bin/halo board check /run/no-line.ini --bus "0=$device" --chips >/run/chips; then
	exit 1
fi
cat /run/chips
grep -qF "reset line 222 of /dev/$HALO_GPIO cannot be used (Invalid argument)" /run/chips
