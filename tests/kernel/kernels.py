"""
Debian kernels to boot, each with gpio-sim built for it: Debian ships that module's
source and not the module.
"""
import glob
import lzma
import os
import shutil

from debs import Trouble, once, put, run, take_from_tar

SIM_SOURCES = ("drivers/gpio/gpio-sim.c", "drivers/gpio/gpiolib.h", "kernel/irq/irq_sim.c")

# Neither is available as a module: irq_sim is part of the same one.
SIM_KBUILD = """obj-m += gpio-simx.o
gpio-simx-y := gpio-sim.o irq_sim.o
ccflags-y += -DCONFIG_IRQ_SIM=1
"""


class Kernel:
	def __init__(self, folder):
		self.root = folder
		self.release = os.listdir(os.path.join(folder, "lib/modules"))[0]
		self.image = os.path.join(folder, "image")


def version_of(package):
	return package.removeprefix("linux-image-")


def _image_unpack(root):
	"""
	A kernel that unpacks itself takes seconds in an emulator: an x86 one with an XZ
	payload is unpacked here, so QEMU starts it directly.
	"""
	packed = glob.glob(os.path.join(root, "boot/vmlinuz-*"))[0]
	with open(packed, "rb") as f:
		data = f.read()
	at = data.find(b"\xfd7zXZ\0")
	if data[:2] == b"MZ" and at > 0 and b"HdrS" in data[:0x300]:
		data = lzma.LZMADecompressor().decompress(data[at:])
	with open(os.path.join(root, "image"), "wb") as f:
		f.write(data)


def _sim_build(apt, root, image_package, arch, work):
	version = version_of(image_package)
	base = version.removesuffix("-" + arch)
	short = ".".join(version.split(".")[:2])
	foreign = f":{arch}" if arch != apt.arch else ""
	header = f"linux-headers-{version}"
	# The build's own tools run here, whatever the kernel's architecture.
	kbuild = apt.depends(header + foreign, "linux-kbuild-")
	common = apt.depends(header + foreign, "linux-headers-")
	apt.unpack([header + foreign, common, kbuild, f"linux-source-{short}"], work)
	tar = glob.glob(os.path.join(work, "usr/src/linux-source-*.tar.xz"))[0]
	sim = os.path.join(work, "sim")
	os.makedirs(sim)
	take_from_tar(tar, SIM_SOURCES, sim)
	irq = os.path.join(sim, "irq_sim.c")
	with open(irq, encoding="utf-8") as f:
		# irq_to_desc is not exported to modules.
		text = f.read().replace("irq_to_desc(irqnum)",
					"irq_data_to_desc(irq_get_irq_data(irqnum))")
	put(irq, text)
	put(os.path.join(sim, "Kbuild"), SIM_KBUILD)
	headers = os.path.join(work, "usr/src", header)
	_headers_move(headers, work)
	argv = ["make", "-C", headers, f"M={sim}", "CONFIG_DEBUG_INFO_BTF_MODULES=", "modules"]
	if arch == "arm64":
		argv += ["ARCH=arm64", "CROSS_COMPILE=aarch64-linux-gnu-"]
	run(argv)
	extra = os.path.join(root, "lib/modules", version, "extra")
	os.makedirs(extra, exist_ok=True)
	shutil.copy(os.path.join(sim, "gpio-simx.ko"), extra)


def _headers_move(headers, root):
	"""The headers refer to each other by their installed paths."""
	for name in ("Makefile", ".kernelvariables"):
		path = os.path.join(headers, name)
		if not os.path.exists(path):
			continue
		with open(path, encoding="utf-8") as f:
			text = f.read()
		for place in ("/usr/src/linux-headers", "/usr/lib/linux-kbuild"):
			text = text.replace(" " + place, " " + root + place)
		put(path, text)
	for base, folders, files in os.walk(os.path.join(root, "usr/src")):
		for name in folders + files:
			path = os.path.join(base, name)
			if os.path.islink(path) and os.readlink(path).startswith("/usr/"):
				target = root + os.readlink(path)
				os.unlink(path)
				os.symlink(target, path)


def kernel(apt, cache, meta, arch):
	"""Returns the kernel of the package `meta` (linux-image-amd64 …), ready to boot."""
	def fill(root):
		foreign = f":{arch}" if arch != apt.arch else ""
		image = apt.depends(meta + foreign, "linux-image-")
		apt.unpack([image + foreign], root)
		_image_unpack(root)
		work = os.path.join(root, "work")
		os.makedirs(work)
		_sim_build(apt, root, image, arch, work)
		shutil.rmtree(work)
		# The rest of a package of 400 MB is not needed again.
		for rest in ("usr", "boot"):
			shutil.rmtree(os.path.join(root, rest), ignore_errors=True)
		run(["depmod", "-b", root, version_of(image)])

	folder = once(os.path.join(cache, meta), fill)
	if not glob.glob(os.path.join(folder, "lib/modules/*/extra/gpio-simx.ko")):
		raise Trouble(f"{folder} is damaged: remove it, and it is fetched again")
	return Kernel(folder)
