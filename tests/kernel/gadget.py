"""
The board as a drive: halo-gadget.service as installed, on a simulated controller
(dummy_hcd) whose other end is in the same guest.
"""
import os

import booted
import builds
from debs import Trouble
from guest import Guest
from rootfs import packages_of, system

# Both ends: the board's modules, and the computer's.
MODULES = ["dummy_hcd", "libcomposite", "usb_f_acm", "usb_f_mass_storage",
	   "sd_mod", "usb_storage", "cdc_acm", "vfat", "nls_cp437", "nls_ascii"]
PROGRAMS = ("halod", "halo", "halo-gadget", "kernel-wires")


def image_of(lab, k, build, here):
	build.make("halo-gadget")
	image = booted.image_of(lab, "gadget", k, build, ("daemon",), MODULES, "--board reed-8x8")
	image.file(os.path.join(here, "gadget.sh"), "stage/test")
	image.file(os.path.join(builds.SOURCE, "tests/games/demo.pgn"), "stage/demo.pgn")
	path = os.path.join(lab.work, "gadget.img")
	image.write(path)
	programs = [os.path.join(build.folder, "bin", p) for p in PROGRAMS]
	return path, packages_of(image, programs)


def run_gadget(lab, k, build, here):
	path, packages = image_of(lab, k, build, here)
	disk = system(lab, {*packages, "dosfstools", "mtools"})
	devices = ["-drive", f"file={disk},format=raw,if=virtio,snapshot=on"]
	with Guest(k, path, memory=768, devices=devices) as guest:
		try:
			result = guest.result()
		except Trouble as e:
			result = str(e)
			guest.rest()
	return result, guest
