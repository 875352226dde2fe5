"""The disks: ext4, empty at first."""
import os
import tempfile

from debs import run

SIZE_MB = 48


def fresh():
	"""Returns a new disk's bytes."""
	with tempfile.TemporaryDirectory(prefix="halo-disk.") as folder:
		image = os.path.join(folder, "image")
		run(["truncate", "-s", f"{SIZE_MB}M", image])
		run(["/sbin/mke2fs", "-q", "-t", "ext4", image])
		with open(image, "rb") as f:
			return f.read()


def keep(image, folder):
	"""Saves a disk for the analysis of a failure; returns its path."""
	path = os.path.join(folder, "failed.disk")
	with open(path, "wb") as f:
		f.write(image)
	return path
