"""
The machine whose power is cut. It is booted once, saved when the player waits for its
orders, and restored for each cut, so that a cut needs no boot.
"""
import dataclasses
import os
import queue
import shutil
import time

from builds import SOURCE
from debs import Trouble, run
from guest import Guest
from image import Image
from lab import busybox

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = ("halod", "halo", "halo-board", "power-player")
MEMORY_MB = 384

# Run as /test by the kernel tests' init; the player gets the serial line.
SCRIPT = """#!/bin/busybox sh
mkdir -p /disk
stty -echo
# The kernel's own words would stand in the midst of the player's.
dmesg -n 1
# Memory that is free and not zero would be saved too: what the kernel unpacked us from.
dd if=/dev/zero of=/run/zero bs=1M count=180 2>/dev/null
rm -f /run/zero
exec power-player /usr/bin/halod /usr/bin/halo /usr/bin/halo-board /board.ini /disk /dev/vda 2>&1
"""


@dataclasses.dataclass
class Wanted:
	"""One of the kernels that the lab provides."""
	kernel: str = "6.1"
	lines: str = "1"
	arch: str = "amd64"


class Waking(Guest):
	"""A guest with a timed read, and with access to its output from before it was killed."""

	def line_within(self, seconds):
		"""Returns the next line, or None if there is none yet, or none any more."""
		try:
			line = self.lines.get(timeout=seconds)
		except queue.Empty:
			return None
		if line is not None:
			self.log.append(line)
		return line

	def left(self):
		"""Returns the output left when it was killed."""
		while (line := self.lines.get(timeout=10)) is not None:
			yield line


class Machine:
	def __init__(self, lab, folder, normal):
		self.lab, self.dir = lab, folder
		self.folder = os.path.join(lab.native.folder, "power")
		os.makedirs(self.folder, exist_ok=True)
		self.kernel = lab.locked(lambda: lab.kernel(Wanted()))
		lab.native.make(*PROGRAMS, *(["power-halod-normal"] if normal else []))
		self.image = os.path.join(folder, "power.img")
		self.saved = os.path.join(folder, "saved")
		self.wakes = 0
		self._write_image("power-halod-normal" if normal else "halod")

	def _write_image(self, halod):
		build = self.lab.native
		image = Image(build.triplet, build.roots)
		stage = os.path.join(self.dir, "stripped")
		os.makedirs(stage)
		for program in PROGRAMS:
			source = halod if program == "halod" else program
			to = os.path.join(stage, program)
			shutil.copy(os.path.join(build.folder, "bin", source), to)
			run(["strip", to])
			image.program(to, "usr/bin/" + program)
		image.file(busybox(self.lab, "amd64"), "bin/busybox")
		image.link("bin/sh", "busybox")
		image.file(os.path.join(SOURCE, "tests/kernel/init"), "init")
		image.file(os.path.join(SOURCE, "hw/boards/hall-11x9.ini"), "board.ini")
		image.text("test", SCRIPT)
		for folder in ("proc", "sys", "dev"):
			image.folder(folder)
		image.modules(self.kernel, ["virtio_pci", "virtio_blk", "ext4", "crc32c_generic"])
		image.write(self.image)

	def drive_path(self):
		self.wakes += 1
		return os.path.join(self.dir, f"drive-{self.wakes}")

	def _guest(self, *more):
		return Waking(self.kernel, self.image, "pc", memory=MEMORY_MB, devices=more)

	def begin(self):
		"""Boots to where the player waits, and saves the machine in that state."""
		with self._guest() as guest:
			try:
				guest.until("WAITS")
			except Trouble as e:
				raise Trouble("\n".join([*guest.log, str(e)])) from None
			guest.qmp("migrate-set-parameters", **{"max-bandwidth": 1 << 34})
			guest.qmp("migrate", uri=f"exec:cat > {self.saved}")
			while (status := guest.qmp("query-migrate")["status"]) != "completed":
				if status == "failed":
					raise Trouble("QEMU cannot save the machine")
				time.sleep(0.01)

	def wake(self):
		"""Restores the saved machine, with the drive of the last drive_path."""
		guest = self._guest("-incoming", f"exec:cat {self.saved}")
		while guest.qmp("query-status")["status"] != "running":
			time.sleep(0.005)
		guest.qmp("blockdev-add", driver="nbd", **{
			"node-name": "drive",
			"server": {"type": "unix",
				   "path": os.path.join(self.dir, f"drive-{self.wakes}")}})
		guest.qmp("device_add", driver="virtio-blk-pci", drive="drive", id="disk",
			  **{"write-cache": "on"})
		return guest
