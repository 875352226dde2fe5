"""
The services as installed, on a booted Debian with a display: QEMU takes screenshots,
and uinput taps.
"""
import os
import time

import booted
from debs import Trouble
from guest import Guest
from rootfs import DRAWING, packages_of, system

SIZE = (800, 480)
# Mesa draws a frame in seconds here.
PHOTO_S = 240
# The page of play at that size: the middle of a1, the distance between squares, and a
# button.
A1, STEP = (46, 429), 57
DONE = (529, 443)

# The last two: a kernel bus, that of the machine's chipset, for the udev rule.
MODULES = ["virtio_gpu", "evdev", "uinput", "i2c_i801", "i2c_dev"]
# No move becomes final by itself: the tap must do it.
OPTIONS = "--board reed-8x8 --settle 60"


def image_of(lab, k, build, here):
	build.make("halo-screen", "kernel-touch")
	image = booted.image_of(lab, "kms", k, build, ("daemon", "screen"), MODULES, OPTIONS)
	image.file(os.path.join(build.folder, "bin/kernel-touch"), "stage/usr/bin/kernel-touch")
	image.file(os.path.join(here, "system.sh"), "stage/test")
	path = os.path.join(lab.work, "kms.img")
	image.write(path)
	programs = [os.path.join(build.folder, "bin", p) for p in
		    ("halod", "halo", "halo-screen", "kernel-wires")]
	return path, packages_of(image, programs)


def square(photo, file, rank):
	"""Returns the colour near the corner of a square from a1 = 0, 0, where neither
	piece nor mark is."""
	x, y = A1[0] + file * STEP - 22, A1[1] - rank * STEP - 22
	return photo[y][x]


def is_board(photo):
	"""Reports whether two colours alternate as on a board."""
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
	"""Takes screenshots until the picture is right: the display sends no notification."""
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
	# The first start shows all games; a move by hand begins the one that is set up.
	guest.say("board lift e2")
	guest.say("board put e4 P")
	guest.say('await provisional "e2e4"')
	guest.until("GUEST-HAS")
	await_photo(guest, path,
		    lambda p: is_board(p) and has_piece(p, 4, 3) and not has_piece(p, 4, 1),
		    "the board, and the pawn on e4")
	tap(guest, DONE)
	guest.say("await n_actions 1")
	guest.until("GUEST-HAS")
	print(f"{guest.seconds():7.2f} a tap on Done ended the move")
	# A device that was missing when the screen program began.
	guest.say("touch")
	guest.until("GUEST-TOUCH")
	guest.say("board lift e7")
	guest.say("board put e5 p")
	guest.say('await provisional "e7e5"')
	guest.until("GUEST-HAS")
	await_photo(guest, path, lambda p: has_piece(p, 4, 4) and not has_piece(p, 4, 6),
		    "the pawn on e5")
	tap(guest, DONE)
	guest.say("await n_actions 2")
	guest.until("GUEST-HAS")
	print(f"{guest.seconds():7.2f} so did one on a touch screen that was plugged in meanwhile")
	guest.say("end")
	return guest.result()


def run_kms(lab, k, build, here):
	path, packages = image_of(lab, k, build, here)
	disk = system(lab, {*packages, *DRAWING})
	devices = ["-drive", f"file={disk},format=raw,if=virtio,snapshot=on",
		   "-device", f"virtio-gpu-pci,xres={SIZE[0]},yres={SIZE[1]}"]
	# Mesa's compiler needs more processor features than QEMU's basic model has.
	with Guest(k, path, memory=1024, devices=devices, cpu="Nehalem") as guest:
		try:
			result = play(guest, os.path.join(lab.work, "kms.ppm"))
		except Trouble as e:
			result = str(e)
			guest.say("log")
			guest.say("end")
			guest.rest()
	return result, guest
