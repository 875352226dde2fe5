"""
The programs that go into a guest: from the build that runs the tests, or from
one of their own, for libgpiod's other generation or for arm64.
"""
import glob
import os
import shutil

from debs import Trouble, put, run

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAMS = ("halod", "halo", "halo-rules", "halo-board", "halo-gadget", "halo-usb", "kernel-wires",
	    "kernel-play")
TRIPLETS = {"amd64": "x86_64-linux-gnu", "arm64": "aarch64-linux-gnu"}


class Build:
	def __init__(self, folder, arch="amd64", sysroot=None):
		self.folder = folder
		self.triplet = TRIPLETS[arch]
		self.roots = ([sysroot] if sysroot else []) + ([] if arch == "arm64" else ["/"])

	def make(self, *targets):
		run(["cmake", "--build", self.folder, "--target", *targets])

	def lines(self):
		"""Generation of libgpiod that it was configured for."""
		with open(os.path.join(self.folder, "CMakeCache.txt"), encoding="utf-8") as f:
			for line in f:
				if line.startswith("GPIOD_VERSION:"):
					return line.split("=")[1].split(".")[0]
		raise Trouble(f"{self.folder} was not configured")

	def install(self, component, into):
		"""What a package of that component would hold."""
		shutil.rmtree(into, ignore_errors=True)
		run(["cmake", "--install", self.folder, "--strip", "--component", component],
		    env=dict(os.environ, DESTDIR=into))
		return into


def _configure(folder, env=None, *words):
	launcher = ["-DCMAKE_C_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
	run(["cmake", "-S", SOURCE, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
	     "-DCMAKE_C_FLAGS_RELEASE=-O2 -g", *launcher, *words],
	    env=dict(os.environ, **(env or {})))


def _sysroot(folder, arch, suite, packages):
	run([os.path.join(SOURCE, "hw/linux/sysroot.sh"), folder, arch, suite, *packages])
	return folder


# Where each generation of libgpiod is to be had, on whichever Debian this is.
GPIOD_SUITES = {"1": "bookworm", "2": "bookworm-backports"}


def gpiod(cache, generation):
	"""As the machine's own build, with the generation of libgpiod that it has not."""
	suite = GPIOD_SUITES[generation]
	root = _sysroot(os.path.join(cache, "sysroot-gpiod" + generation), "amd64", suite,
			["libgpiod-dev"])
	found = glob.glob(os.path.join(root, "usr/lib/*/pkgconfig/libgpiod.pc"))
	if not found:
		raise Trouble(f"{suite} has no libgpiod-dev")
	place = os.path.join(cache, "pkgconfig-gpiod" + generation)
	os.makedirs(place, exist_ok=True)
	with open(found[0], encoding="utf-8") as f:
		put(os.path.join(place, "libgpiod.pc"), f.read().replace("=/usr", f"={root}/usr"))
	folder = os.path.join(cache, "build-gpiod" + generation)
	_configure(folder, {"PKG_CONFIG_PATH": place})
	return Build(folder, "amd64", root)


def arm64(cache, suite):
	names = run(["bash", "-c", f". {SOURCE}/hw/linux/packages.sh; echo $HALO_PACKAGES_TARGET"])
	root = _sysroot(os.path.join(cache, "sysroot-arm64"), "arm64", suite, names.split())
	folder = os.path.join(cache, "build-arm64")
	_configure(folder, None, "-DHALO_UI=OFF", f"-DCMAKE_TOOLCHAIN_FILE={SOURCE}/hw/linux/arm64.cmake",
		   f"-DHALO_SYSROOT={root}")
	return Build(folder, "arm64", root)
