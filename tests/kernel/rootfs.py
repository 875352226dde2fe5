"""
A Debian system on a disk, for tests that need more than busybox: systemd, udev, and the
graphics drivers. mmdebstrap makes it once; guests write to a copy.
"""
import glob
import os
import shutil
import zlib

from debs import once, run

# SDL loads these for drawing on a console without a dependency.
DRAWING = ["libgl1-mesa-dri", "libegl1", "libgles2", "libgbm1", "fonts-dejavu-core"]
SYSTEM = ["systemd-sysv", "udev", "dbus", "kmod", "socat"]


def packages_of(image, programs):
	"""Returns the packages of the programs' libraries, by this machine's records."""
	names = set()
	for program in programs:
		for library in image.needed(program):
			out = run(["dpkg", "-S", "*/" + os.path.basename(library)])
			names.add(out.split(":")[0])
	return names - {"libc6"}


def system(lab, packages):
	"""Returns a disk of the machine's own Debian with these packages, made under a lock."""
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
