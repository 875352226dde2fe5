"""
The programs for a guest: from the build that runs the tests, or from a separate one,
for the other generation of libgpiod or for arm64.
"""
import glob
import os
import shutil

from debs import Trouble, put, run

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAMS = ("halod", "halo", "halo-rules", "halo-engine", "halo-board", "halo-gadget", "halo-partner", "halo-usb",
	    "kernel-wires", "kernel-play", "kernel-smbus")
TRIPLETS = {"amd64": "x86_64-linux-gnu", "arm64": "aarch64-linux-gnu"}


class Build:
	def __init__(self, folder, arch="amd64", sysroot=None):
		self.folder = folder
		self.triplet = TRIPLETS[arch]
		self.roots = ([sysroot] if sysroot else []) + ([] if arch == "arm64" else ["/"])

	def make(self, *targets):
		run(["cmake", "--build", self.folder, "--target", *targets])

	def lines(self):
		"""Returns the generation of libgpiod of its configuration."""
		with open(os.path.join(self.folder, "CMakeCache.txt"), encoding="utf-8") as f:
			for line in f:
				if line.startswith("GPIOD_VERSION:"):
					return line.split("=")[1].split(".")[0]
		raise Trouble(f"{self.folder} was not configured")

	def install(self, component, into):
		"""Installs what a package of that component would contain."""
		shutil.rmtree(into, ignore_errors=True)
		run(["cmake", "--install", self.folder, "--strip", "--component", component],
		    env=dict(os.environ, DESTDIR=into))
		return into


def shell(command):
	"""Returns the output of a command that may use the functions of packages.sh."""
	return run(["bash", "-euc", f"cd {SOURCE}; . hw/linux/packages.sh; {command}"]).strip()


# The suite of each generation of libgpiod, on any Debian.
GPIOD_SUITES = {"1": "bookworm", "2": "bookworm-backports"}


def gpiod(work, generation):
	"""Like the machine's own build, with the other generation of libgpiod."""
	suite = GPIOD_SUITES[generation]
	root = os.path.join(work, "sysroot-gpiod" + generation)
	shell(f"hw/linux/sysroot.sh {root} amd64 {suite} libgpiod-dev")
	found = glob.glob(os.path.join(root, "usr/lib/*/pkgconfig/libgpiod.pc"))
	if not found:
		raise Trouble(f"{suite} has no libgpiod-dev")
	place = os.path.join(work, "pkgconfig-gpiod" + generation)
	os.makedirs(place, exist_ok=True)
	with open(found[0], encoding="utf-8") as f:
		put(os.path.join(place, "libgpiod.pc"), f.read().replace("=/usr", f"={root}/usr"))
	folder = os.path.join(work, "build-gpiod" + generation)
	run(["cmake", "--preset", "release", "-S", SOURCE, "-B", folder],
	    env=dict(os.environ, PKG_CONFIG_PATH=place))
	return Build(folder, "amd64", root)


def arm64():
	shell("halo_sysroot arm64; cmake --preset arm64")
	return Build(os.path.join(SOURCE, "build/arm64"), "arm64",
		     os.path.join(SOURCE, "build/sysroot-arm64"))
