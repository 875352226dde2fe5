"""
The initial RAM disk of a guest that boots a Debian from a disk. Its files are copied
over that system, including the installed services and the chips.
"""
import os

from image import Image

HERE = os.path.dirname(os.path.abspath(__file__))
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
# CUSE's nodes have another class than i2c-dev's.
WIRES_RULE = 'SUBSYSTEM=="cuse", KERNEL=="i2c-*", GROUP="i2c", MODE="0660"\n'

# Units that the tests do not need and an emulated processor has no time for.
IDLE = ("getty@tty1.service", "serial-getty@ttyS0.service", "apt-daily.timer",
	"apt-daily-upgrade.timer", "dpkg-db-backup.timer", "fstrim.timer")
MODULES = ["virtio_pci", "virtio_blk", "crc32c_generic", "ext4", "cuse", "configfs", "gpio-simx"]


def image_of(lab, name, k, build, components, modules, options):
	"""
	Returns an Image with the components as installed. The caller adds its
	stage/test, which runs once the system is up, and writes it.
	"""
	image = Image(build.triplet, build.roots)
	stage = os.path.join(lab.work, "stage-" + name)
	for component in components:
		image.tree(build.install(component, stage), "stage", libraries=False)
	image.file(os.path.join(build.folder, "bin/kernel-wires"), "stage/usr/bin/kernel-wires")
	units = "stage/etc/systemd/system/"
	image.text(units + "kernel-wires.service", WIRES_UNIT)
	image.text(units + "halod.service.d/options.conf",
		   "[Service]\nEnvironmentFile=/etc/halod-options\n")
	image.text("stage/etc/halod-options", f'HALOD_OPTIONS="{options}"\n')
	image.text(units + "kernel-test.service", TEST_UNIT)
	image.link(units + "multi-user.target.wants/kernel-test.service", "../kernel-test.service")
	for idle in IDLE:
		image.link(units + idle, "/dev/null")
	image.text("stage/etc/udev/rules.d/99-kernel-wires.rules", WIRES_RULE)
	image.file("/bin/busybox", "bin/busybox")
	image.file(os.path.join(HERE, "init"), "init")
	image.link("bin/sh", "busybox")
	for folder in ("proc", "sys", "dev"):
		image.folder(folder)
	image.modules(k, [*MODULES, *modules])
	return image
