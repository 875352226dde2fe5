"""
The services as installed, on a booted Debian with a display: the picture is
photographed by QEMU, a finger taps by uinput.
"""
import os
import time

from debs import Trouble
from guest import Guest
from image import Image
from rootfs import packages_of, system

SIZE = (800, 480)
# Mesa draws a frame in seconds here.
PHOTO_S = 240
# The page of play at that size: the middle of a1, from square to square, and a button.
A1, STEP = (46, 429), 57
DONE = (529, 443)

WIRES_UNIT = """[Service]
EnvironmentFile=/etc/kernel-wires
RuntimeDirectory=board
ExecStart=/usr/bin/kernel-wires --board reed-8x8 --bus /run/board/bus --control /run/board/control
"""
TEST_UNIT = """[Unit]
After=multi-user.target
[Service]
ExecStart=/bin/sh /test
"""
# CUSE's nodes are of another class than i2c-dev's.
WIRES_RULE = 'SUBSYSTEM=="cuse", KERNEL=="i2c-*", GROUP="i2c", MODE="0660"\n'

MODULES = ["virtio_pci", "virtio_blk", "crc32c_generic", "ext4", "virtio_gpu", "evdev", "uinput",
	   "cuse", "configfs", "gpio-simx"]


def image_of(lab, k, build, here):
	build.make("halo-screen", "kernel-touch")
	image = Image(build.triplet, build.roots)
	stage = os.path.join(lab.cache, "stage-kms")
	for component in ("daemon", "screen"):
		image.tree(build.install(component, stage), "stage", libraries=False)
	for name in ("kernel-wires", "kernel-touch"):
		image.file(os.path.join(build.folder, "bin", name), "stage/usr/bin/" + name)
	image.text("stage/etc/systemd/system/kernel-wires.service", WIRES_UNIT)
	# No move ends by itself: the tap is to do it.
	image.text("stage/etc/systemd/system/halod.service.d/settle.conf",
		   "[Service]\nEnvironmentFile=/etc/halod-options\n")
	image.text("stage/etc/halod-options", 'HALOD_OPTIONS="--board reed-8x8 --settle 60"\n')
	image.text("stage/etc/systemd/system/kernel-test.service", TEST_UNIT)
	image.link("stage/etc/systemd/system/multi-user.target.wants/kernel-test.service",
		   "../kernel-test.service")
	for idle in ("getty@tty1.service", "serial-getty@ttyS0.service", "apt-daily.timer",
		     "apt-daily-upgrade.timer", "dpkg-db-backup.timer", "fstrim.timer"):
		image.link(f"stage/etc/systemd/system/{idle}", "/dev/null")
	image.text("stage/etc/udev/rules.d/99-kernel-wires.rules", WIRES_RULE)
	image.file(os.path.join(here, "system.sh"), "stage/test")
	image.file("/bin/busybox", "bin/busybox")
	image.file(os.path.join(here, "init"), "init")
	image.link("bin/sh", "busybox")
	for folder in ("proc", "sys", "dev"):
		image.folder(folder)
	image.modules(k, MODULES)
	path = os.path.join(lab.cache, "kms.img")
	image.write(path)
	programs = [os.path.join(build.folder, "bin", p) for p in
		    ("halod", "halo", "halo-screen", "kernel-wires")]
	return path, packages_of(image, programs)


def square(photo, file, rank):
	"""The colour beside the middle, where no piece and no mark is, of a square from a1 = 0, 0."""
	x, y = A1[0] + file * STEP - 22, A1[1] - rank * STEP - 22
	return photo[y][x]


def is_board(photo):
	"""Two colours, in turns, as the squares of a board are."""
	if (len(photo[0]), len(photo)) != SIZE:
		return False
	seen = ([], [])
	for file in range(8):
		for rank in range(2, 6):
			seen[(file + rank) % 2].append(square(photo, file, rank))
	dark, light = seen
	# A last move may tint two squares.
	return all(max(map(c.count, c)) >= 14 for c in seen) and sum(light[0]) > sum(dark[0]) + 90


def has_piece(photo, file, rank):
	x, y = A1[0] + file * STEP, A1[1] - rank * STEP
	return len({photo[y + d][x] for d in range(-20, 21)}) > 4


def await_photo(guest, path, holds, what):
	"""Photographs until the picture is right: the display tells nobody when it is."""
	end = time.monotonic() + PHOTO_S
	while True:
		photo = guest.photo(path)
		if holds(photo):
			print(f"{guest.seconds():7.2f} photograph: {what}")
			return
		if time.monotonic() > end or guest.process.poll() is not None:
			raise Trouble(f"no photograph shows {what}; the last is {path}")
		time.sleep(1)


def tap(guest, point):
	x, y = (p * 4095 // s for p, s in zip(point, SIZE))
	guest.say(f"tap {x} {y}")


def play(guest, path):
	guest.until("GUEST-READY")
	await_photo(guest, path, is_board, "the board")
	guest.say("board lift e2")
	guest.say("board put e4 P")
	guest.say('await provisional "e2e4"')
	guest.until("GUEST-HAS")
	await_photo(guest, path, lambda p: has_piece(p, 4, 3) and not has_piece(p, 4, 1),
		    "the pawn on e4")
	tap(guest, DONE)
	guest.say("await n_actions 1")
	guest.until("GUEST-HAS")
	print(f"{guest.seconds():7.2f} a tap on Done ended the move")
	guest.say("end")
	return guest.result()


def run_kms(lab, k, build, here):
	path, packages = image_of(lab, k, build, here)
	disk = system(lab.cache, lab.apt.suite(), packages)
	devices = ["-drive", f"file={disk},format=raw,if=virtio,snapshot=on",
		   "-device", f"virtio-gpu-pci,xres={SIZE[0]},yres={SIZE[1]}"]
	# Mesa's compiler wants more of a processor than QEMU's plainest one.
	with Guest(k, path, memory=1024, devices=devices, cpu="Nehalem") as guest:
		try:
			result = play(guest, os.path.join(lab.cache, "kms.ppm"))
		except Trouble as e:
			result = str(e)
			guest.say("log")
			guest.say("end")
			guest.rest()
	return result, guest
