"""
A Debian system on a disk, for what needs more than busybox: systemd, udev, and
the drivers that draw. Made once by mmdebstrap; guests write to a copy of it.
"""
import glob
import os
import shutil
import zlib

from debs import once, run

# SDL loads what draws on a console without naming it.
DRAWING = ["libgl1-mesa-dri", "libegl1", "libgles2", "libgbm1", "fonts-dejavu-core"]
SYSTEM = ["systemd-sysv", "udev", "dbus", "kmod", "socat"]


def packages_of(image, programs):
	"""The packages that the libraries of programs are from, by this machine's records."""
	names = set()
	for program in programs:
		for library in image.needed(program):
			out = run(["dpkg", "-S", "*/" + os.path.basename(library)])
			names.add(out.split(":")[0])
	return names - {"libc6"}


def system(lab, packages):
	"""A disk of the machine's own Debian with these packages, made while nobody else makes one."""
	suite = lab.apt.suite()
	names = ",".join(sorted({*packages, *SYSTEM}))

	def fill(folder):
		root = os.path.join(folder, "root")
		run(["mmdebstrap", "--quiet", "--variant=minbase", f"--include={names}",
		     "--dpkgopt=path-exclude=/usr/share/doc/*",
		     "--dpkgopt=path-exclude=/usr/share/locale/*", suite, root])
		for rest in glob.glob(os.path.join(root, "var/cache/apt/*")):
			shutil.rmtree(rest, ignore_errors=True)
		disk = os.path.join(folder, "disk")
		run(["truncate", "-s", "1G", disk])
		run(["mke2fs", "-q", "-t", "ext4", "-d", root, disk])
		shutil.rmtree(root)

	key = zlib.crc32(f"{suite} {names}".encode())
	folder = os.path.join(lab.cache, f"system-{key:08x}")
	return os.path.join(lab.locked(lambda: once(folder, fill)), "disk")
