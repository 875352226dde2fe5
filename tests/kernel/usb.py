"""
USB sticks: the installed services on a booted Debian, sticks plugged in and
pulled out by QEMU, and read back here by other programs than the kernel's.
"""
import glob
import os
import random
import re
import shutil
import subprocess
import time

import booted
from debs import Trouble, run
from guest import Guest
from rootfs import packages_of, system

MODULES = ["xhci_pci", "usb_storage", "sd_mod", "vfat", "exfat", "nls_cp437", "nls_ascii",
	   "nls_utf8", "nls_iso8859_1"]
PROGRAMS = ("halod", "halo", "halo-usb", "kernel-wires")
MIB = 1 << 20
GAMES = 12  # in the journal before the first stick
FOOL = "1. f3 e5 2. g4 Qh4# 0-1"


def image_of(lab, k, build, here):
	build.make("halo-usb")
	image = booted.image_of(lab, "usb", k, build, ("daemon",), MODULES, "--board reed-8x8")
	image.file(os.path.join(here, "usb.sh"), "stage/test")
	many = "".join(f'[White "W{n}"]\n[Black "B{n}"]\n\n{FOOL}\n\n' for n in range(1, GAMES + 1))
	image.text("stage/games/many.pgn", many)
	path = os.path.join(lab.cache, "usb.img")
	image.write(path)
	programs = [os.path.join(build.folder, "bin", p) for p in PROGRAMS]
	return path, packages_of(image, programs)


# ---- sticks, as files ----

def blank(path, mib):
	with open(path, "wb") as f:
		f.truncate(mib * MIB)
	return path


def vfat(path, mib, label):
	"""One partition, as sticks are sold."""
	blank(path, mib)
	subprocess.run(["/sbin/sfdisk", "-q", path], input="label: dos\nstart=2048, type=c\n",
		       text=True, check=True, stdout=subprocess.DEVNULL)
	run(["/sbin/mkfs.vfat", "-n", label, "--offset", "2048", path, str((mib - 1) * 1024)])
	return path


def mtools(path, command, *words):
	return run([command, "-i", f"{path}@@1M", *words])


def vfat_put(path, name, text):
	with open(path + ".part", "w", encoding="latin-1", newline="") as f:
		f.write(text)
	mtools(path, "mcopy", path + ".part", "::" + name)


def vfat_files(path):
	"""Everything on it: name → bytes."""
	into = path + ".files"
	shutil.rmtree(into, ignore_errors=True)
	os.mkdir(into)
	mtools(path, "mcopy", "-s", "-n", "::/", into)
	return tree(into)


def ext4(path, mib, label, folder=None, inodes=None):
	blank(path, mib)
	argv = ["/sbin/mke2fs", "-q", "-F", "-t", "ext4", "-L", label]
	argv += ["-N", str(inodes)] if inodes else []
	run([*argv, *(["-d", folder] if folder else []), path])
	return path


def ext4_files(path, below="/"):
	into = path + ".files"
	shutil.rmtree(into, ignore_errors=True)
	os.mkdir(into)
	run(["/sbin/debugfs", "-R", f"rdump {below} {into}", path])
	return tree(into)


def tree(folder):
	files = {}
	for base, _, names in os.walk(folder):
		for name in names:
			full = os.path.join(base, name)
			if os.path.isfile(full) and not os.path.islink(full):
				with open(full, "rb") as f:
					files[os.path.relpath(full, folder)] = f.read(1 << 20)
	return files


# ---- a guest with a hub ----

class Bench:
	def __init__(self, guest, place):
		self.guest = guest
		self.place = place

	def path(self, name):
		return os.path.join(self.place, name + ".img")

	def do(self, word, line):
		self.guest.say(f"{word} {line}")
		out = []
		while (text := self.guest.line()) is not None:
			if text.startswith("GUEST-RAN "):
				return int(text.split()[1]), "\n".join(out)
			out.append(text)
		raise Trouble(f"the guest ended at: {line}")

	def run(self, line):
		result, out = self.do("run", line)
		if result != 0:
			raise Trouble(f"{line}: {result}\n{out}")
		return out

	def says(self, text):
		result, out = self.do("await", f"says '{text}'")
		if result != 0:
			raise Trouble(f"the daemon never says: {text}\n{out}")

	def move(self, lift, put):
		"""By hand, on the virtual board."""
		for command in (f"lift {lift}", f"put {put}"):
			self.run(f"echo {command} | socat -t 5 - UNIX-CONNECT:/run/board/control")

	def plug(self, path, name="stick", port="1", slow=None, **more):
		self.run(": >/run/told")
		file = {"driver": "file", "filename": path}
		if slow:
			self.guest.qmp("object-add", **{"qom-type": "throttle-group", "id": name + "-slow",
							"limits": {"iops-total": slow}})
			file = {"driver": "throttle", "throttle-group": name + "-slow", "file": file}
		self.guest.qmp("blockdev-add", driver="raw", file=file, **{"node-name": name}, **more)
		self.guest.qmp("device_add", driver="usb-storage", id=name, drive=name, bus="xhci.0",
			       port=port, removable=True, serial=name)

	def pull(self, name="stick", slow=False):
		self.guest.qmp("device_del", id=name)
		for _ in range(600):
			try:
				self.guest.qmp("blockdev-del", **{"node-name": name})
				break
			except Trouble:
				time.sleep(0.1)
		else:
			raise Trouble(f"QEMU does not let go of {name}")
		if slow:
			self.guest.qmp("object-del", id=name + "-slow")
		# The service of a stick that is gone ends.
		result, out = self.do("await", "! systemctl is-active -q 'halo-usb@*'")
		if result != 0:
			raise Trouble("halo-usb stays\n" + out)


def want(holds, what):
	if not holds:
		raise Trouble(what)


def games_of(files, below="haloboard/"):
	"""The games' own PGN files."""
	return {n: t for n, t in files.items()
		if re.fullmatch(re.escape(below) + r"[-0-9a-z]*-\d{3,}-[a-z0-9-]+?(-\d)?\.pgn", n)}


def whole(files, games, below="haloboard/"):
	"""Every game once, its native record, all of them in one, nothing half."""
	own = games_of(files, below)
	want(len(own) == games, f"{len(own)} games on the stick, not {games}: {sorted(own)}")
	want(not [n for n in files if "-2." in n or ".haloboard-new" in n], f"twice: {sorted(files)}")
	for name, text in own.items():
		want(text.rstrip().endswith(b"0-1"), f"{name} is not whole")
		want(files.get(name[:-3] + "json", b"").startswith(b"{"), f"{name}: no native record")
	every = files[below + "all-games.pgn"]
	want(every == b"".join(own[n] for n in sorted(own)), "all-games.pgn is not all games")
	want(files[below + "running.pgn"].rstrip().endswith(b"*"), "no running game")


# ---- what is to be shown ----

def orderly(b):
	"""Plugged in, written, pulled, read back; ten times, a new game each."""
	path = vfat(b.path("chess"), 64, "CHESS")
	vfat_put(path, "LETTER.TXT", "mine")
	for n in range(10):
		if n:
			b.run(f"game Plug{n}")
		b.plug(path)
		b.says(f"You may pull the USB stick CHESS out now: {1 if n else GAMES} new game")
		b.pull()
		if n == 0:
			whole(vfat_files(path), GAMES)
			print(f"{b.guest.seconds():7.2f} {GAMES} games on the first stick")
	files = vfat_files(path)
	whole(files, GAMES + 9)
	want(files["LETTER.TXT"] == b"mine", "a file of somebody's was touched")
	run(["/sbin/fsck.vfat", "-n", part(path)])
	print(f"{b.guest.seconds():7.2f} ten plugs, {GAMES + 9} games, each once; fsck is content")
	return GAMES + 9


def part(path):
	"""The partition as a file of its own."""
	out = path + ".part"
	run(["dd", f"if={path}", f"of={out}", "bs=1M", "skip=1", "status=none"])
	return out


def mend(path):
	"""As a computer does before anything else with a stick that was pulled too early."""
	inside = part(path)
	subprocess.run(["/sbin/fsck.vfat", "-a", inside], stdout=subprocess.DEVNULL, check=False)
	run(["dd", f"if={inside}", f"of={path}", "bs=1M", "seek=1", "conv=notrunc", "status=none"])


def kinds(b, games):
	"""ext4 and exFAT, each without a table of partitions."""
	path = ext4(b.path("ext4"), 64, "PENGUIN")
	b.plug(path)
	b.says(f"PENGUIN out now: {games} new games")
	b.pull()
	whole(ext4_files(path), games)
	run(["/sbin/e2fsck", "-fn", path])
	out = run(["/sbin/debugfs", "-R", "ls -l /haloboard", path])
	want(re.search(r"100644 .* 0 +0 .*all-games\.pgn", out) is not None,
	     "files do not belong to the stick's owner:\n" + out)
	path = blank(b.path("exfat"), 64)
	run(["/sbin/mkfs.exfat", "-L", "CAMERA", path])
	for new in (games, 0):
		b.plug(path)
		b.says(f"CAMERA out now: {new} new games")
		if new:
			b.pull()
	b.run("mkdir -p /run/look && mount -o ro /dev/sd? /run/look")
	n = b.run("ls /run/look/haloboard | grep -cE '^undated-.*chess\\.pgn$|^2.*chess\\.pgn$'")
	b.run("umount /run/look")
	want(int(n.split()[-1]) == games, f"{n} games on exFAT")
	b.pull()
	run(["/sbin/fsck.exfat", "-n", path])
	print(f"{b.guest.seconds():7.2f} ext4 and exFAT: written, read back, sound")


def yanked(b, games):
	"""Pulled out while it is written, then plugged in again."""
	path = vfat(b.path("yank"), 64, "YANKED")
	b.plug(path, slow=20)
	b.says("Games go to the USB stick YANKED: 3 of ")
	b.pull(slow=True)
	b.says("YANKED was pulled out too early")
	mend(path)
	files = vfat_files(path)
	have = games_of(files)
	want(0 < len(have) < games, "it was not pulled while it was written")
	for name, text in have.items():
		want(text.rstrip().endswith(b"0-1"), f"{name} is half a game")
	b.plug(path)
	b.says("You may pull the USB stick YANKED out now")
	b.pull()
	whole(vfat_files(path), games)
	print(f"{b.guest.seconds():7.2f} yanked after {len(have)} games, all {games} at the next plug")


def in_trouble(b, games):
	"""Full, write-protected, garbage, damaged, a name that is taken."""
	path = vfat(b.path("full"), 3, "FULL")
	with open(path + ".fill", "wb") as f:
		f.write(random.Random(7).randbytes(2076672 - 12 * 2048))  # twelve clusters are left
	mtools(path, "mcopy", path + ".fill", "::FILL")
	b.plug(path)
	b.says("the USB stick FULL is full")
	b.pull()
	want(0 < len(games_of(vfat_files(path))) < games, "not some games on a full stick")
	mtools(path, "mdel", "::FILL")
	b.plug(path)
	b.says("You may pull the USB stick FULL out now")
	b.pull()
	whole(vfat_files(path), games)

	path = vfat(b.path("ro"), 16, "LOCKED")
	before = vfat_files(path)
	b.plug(path, **{"read-only": True})
	b.says("the USB stick LOCKED is write-protected")
	b.pull()
	want(vfat_files(path) == before, "a write-protected stick has changed")

	path = b.path("garbage")
	with open(path, "wb") as f:
		f.write(random.Random(8).randbytes(16 * MIB))
	b.plug(path)
	b.says("is formatted in a way that is not known here")
	b.pull()

	path = ext4(b.path("damaged"), 16, "BROKEN")
	with open(path, "r+b") as f:
		f.seek(max(2048, block_size(path)))  # where its groups are described
		f.write(b"\xff" * 1024)
	b.plug(path)
	b.says("the USB stick BROKEN cannot be read")
	b.pull()

	path = vfat(b.path("taken"), 16, "TAKEN")
	vfat_put(path, "haloboard", "a file")
	b.plug(path)
	b.says("on the USB stick TAKEN something else has the name haloboard")
	b.pull()
	want(vfat_files(path) == {"haloboard": b"a file"}, "a file in the way was touched")
	print(f"{b.guest.seconds():7.2f} full, write-protected, garbage, damaged, taken: told, nothing lost")


def block_size(path):
	out = run(["/sbin/dumpe2fs", "-h", path])
	return int(re.search(r"Block size: +(\d+)", out)[1])


def hub(b, games):
	"""Two at once, behind a hub."""
	names = ("LEFT", "RIGHT")
	paths = [vfat(b.path(n.lower()), 32, n) for n in names]
	for n, path in enumerate(paths, 1):
		b.plug(path, name=f"hub{n}", port=f"2.{n}")
	for n in names:
		b.says(f"You may pull the USB stick {n} out now: {games} new games")
	b.guest.qmp("device_del", id="hub2")
	b.guest.qmp("device_del", id="hub1")
	result, out = b.do("await", "! systemctl is-active -q 'halo-usb@*'")
	want(result == 0, "halo-usb stays\n" + out)
	for path in paths:
		whole(vfat_files(path), games)
	print(f"{b.guest.seconds():7.2f} two sticks behind a hub")


def imports(b, games):
	"""Games come in, once; a broken one is told with its place."""
	path = vfat(b.path("import"), 32, "BRINGS")
	mtools(path, "mmd", "::/haloboard", "::/haloboard/import")
	vfat_put(path, "haloboard/import/Two Games.PGN",
		 f'[White "J\xf6rg"]\r\n\r\n{FOOL}\r\n\r\n[White "Two"]\r\n\r\n1. e4 1-0\r\n')
	vfat_put(path, "haloboard/import/broken.pgn", '[White "x"]\n\n1. e4 e5 2. Ke3 *\n')
	for again in (False, True):
		b.plug(path)
		b.says("BRINGS out now: " + ("0 new games written. import/broken.pgn:3:13: game 1: Ke3"
					     if again else f"{games + 2} new games written. 2 games"))
		b.pull()
	whole_but_results = games_of(vfat_files(path))
	want(len(whole_but_results) == games + 2, "imported games did not come out again")
	print(f"{b.guest.seconds():7.2f} two games were imported, once; the broken one is told")
	return games + 2


def evil_tree(top):
	"""What somebody puts on a stick to see what happens."""
	shutil.rmtree(top, ignore_errors=True)
	inside = os.path.join(top, "haloboard")
	os.makedirs(inside + "/import")
	# 100,000 files, names of ten: mke2fs looks through a whole folder for each name,
	# and through all inodes for each new one.
	folders = [inside + "/import/x"] * 9 + [f"{inside}/{n:02}/" for n in range(91)]
	for n, folder in enumerate(folders):
		if folder.endswith("/"):
			os.mkdir(folder)
		for m in range(1000):
			name = f"{folder}{n:02}{m:03}.txt"
			if n % 10 == 0 and m == 0:
				first = name
				with open(name, "w", encoding="ascii"):
					pass
			else:
				os.link(first, name)
	for name in ("undated-002-chess.pgn", "undated-003-chess.json", "all-games.pgn"):
		os.symlink("/etc/passwd", f"{inside}/{name}")
	os.mkfifo(inside + "/running.pgn")
	os.mkdir(inside + "/running.json")
	os.symlink("/etc/shadow", inside + "/import/shadow.pgn")
	os.symlink("..", inside + "/import/up.pgn")
	with open(inside + "/import/huge.pgn", "wb") as f:
		f.truncate(4 << 30)
	odd = "red\x1b[31m\r\n\x07.pgn"
	with open(f"{inside}/import/{odd}", "w", encoding="ascii") as f:
		f.write("1. e4 e5 2. Ke3 *\n")
	for name in ("root.sh", "haloboard/root.sh", "autorun.sh"):
		with open(os.path.join(top, name), "w", encoding="ascii") as f:
			f.write("#!/bin/sh\ntouch /evil\n")
		os.chmod(os.path.join(top, name), 0o6755)
	with open(os.path.join(top, "haloboard.conf"), "w", encoding="ascii") as f:
		f.write("HALOD_OPTIONS=--evil\n")
	return top


def evil(b):
	top = evil_tree(os.path.join(b.place, "evil"))
	path = ext4(b.path("evil"), 512, "EVIL", top, inodes=120000)
	shutil.rmtree(top)
	before = run(["/sbin/debugfs", "-R", "ls -l /", path])
	sums = b.run("sha256sum /etc/passwd /etc/shadow")
	print(b.run("answers; answers; answers"))
	b.plug(path)
	b.says("the USB stick EVIL. Do not pull")
	print(b.run("answers; answers; answers"))
	# A move by hand, meanwhile.
	b.move("e7", "e5 p")
	b.says('"last":{"action":"e7e5"')
	print(b.run("answers; answers; answers"))
	b.says("You may pull the USB stick EVIL out now")
	told = b.run("grep -om1 'You may pull.*read' /run/told; SYSTEMD_COLORS=0 journalctl --no-pager -b -o cat -u 'halo-usb@*' -n 200")
	b.pull()
	want("\x1b" not in told and "\\x1b[31m" in told, "a name's control characters were told:\n" + told)
	want("huge.pgn: longer than" in told, "the endless file is not told:\n" + told)
	want(b.run("sha256sum /etc/passwd /etc/shadow") == sums, "files outside were changed")
	b.run("test ! -e /evil")
	after = run(["/sbin/debugfs", "-R", "ls -l /", path])
	want([l.split()[:6] + l.split()[-1:] for l in after.splitlines() if " haloboard" not in l] ==
	     [l.split()[:6] + l.split()[-1:] for l in before.splitlines() if " haloboard" not in l],
	     f"something beside haloboard/ has changed:\n{before}\n{after}")
	listing = run(["/sbin/debugfs", "-R", "ls /haloboard", path])
	want("undated-002-chess-2.pgn" in listing and "all-games-2.pgn" in listing,
	     "games were not written beside what has their names")
	print(f"{b.guest.seconds():7.2f} the evil stick: nothing was run, nothing but haloboard/ written")


def play(b):
	b.guest.until("GUEST-READY")
	b.run("halo --socket $socket import /games/many.pgn")
	b.move("a2", "a3 P")
	b.says('"n_actions":1')
	games = orderly(b)
	kinds(b, games)
	yanked(b, games)
	in_trouble(b, games)
	hub(b, games)
	imports(b, games)
	evil(b)
	b.guest.say("end 0")
	return b.guest.result()


def run_usb(lab, k, build, here):
	path, packages = image_of(lab, k, build, here)
	disk = system(lab, {*packages, "dosfstools", "mtools"})
	place = os.path.join(lab.cache, "usb")
	shutil.rmtree(place, ignore_errors=True)
	os.makedirs(place)
	devices = ["-drive", f"file={disk},format=raw,if=virtio,snapshot=on",
		   "-device", "qemu-xhci,id=xhci", "-device", "usb-hub,bus=xhci.0,port=2"]
	with Guest(k, path, memory=768, devices=devices, patience=1700) as guest:
		try:
			result = play(Bench(guest, place))
		except Trouble as e:
			result = str(e)
			guest.say("end 1")
			guest.rest()
	for image in glob.glob(os.path.join(place, "*")):
		if result == 0:
			shutil.rmtree(image) if os.path.isdir(image) else os.unlink(image)
	return result, guest
