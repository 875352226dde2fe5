#!/bin/busybox sh
# shellcheck shell=dash
# chip.sh gone|back: removes the GPIO chip, like a pulled adapter, and restores it.
set -e
if [ "$1" = gone ]; then
	echo 0 >"$HALO_SIM/live"
	exit
fi
echo 1 >"$HALO_SIM/live"
# Kernels before 6.12 give the chip a new number if lines were in use; a udev rule keeps a
# name for such a chip.
name=$(cat "$HALO_SIM/bank/chip_name")
[ -e "/dev/$HALO_GPIO" ] || ln -sf "$name" "/dev/$HALO_GPIO"
ln -sfn "/sys/devices/platform/$(cat "$HALO_SIM/dev_name")/$name" "$HALO_LINES"
# The lines are not driven yet: resistors pull them up.
for line in "$HALO_LINES"/sim_gpio*; do
	echo pull-up >"$line/pull"
done
