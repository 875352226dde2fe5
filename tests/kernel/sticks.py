"""USB sticks as files, made, read and damaged here with programs other than the kernel's."""
import os
import re
import shutil
import struct
import subprocess

from debs import Trouble, run

MIB = 1 << 20


def want(holds, what):
	if not holds:
		raise Trouble(what)


def blank(path, mib):
	with open(path, "wb") as f:
		f.truncate(mib * MIB)
	return path


def vfat(path, mib, label, bits=16):
	"""Makes one partition, as on sold sticks; FAT32 from 34 MiB on, in clusters of one
	sector."""
	blank(path, mib)
	subprocess.run(["/sbin/sfdisk", "-q", path], input="label: dos\nstart=2048, type=c\n",
		       text=True, check=True, stdout=subprocess.DEVNULL)
	run(["/sbin/mkfs.vfat", "-n", label, *(["-F", "32", "-s", "1"] if bits == 32 else []),
	     "--offset", "2048", path, str((mib - 1) * 1024)])
	return path


def mtools(path, command, *words):
	return run([command, "-i", f"{path}@@1M", *words])


def vfat_put(path, name, text):
	with open(path + ".part", "w", encoding="latin-1", newline="") as f:
		f.write(text)
	mtools(path, "mcopy", path + ".part", "::" + name)


def vfat_files(path):
	"""Returns all its files: name → bytes."""
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


def exfat(path, mib, label):
	run(["/sbin/mkfs.exfat", "-L", label, blank(path, mib)])
	return path


def ext4_mended_files(path):
	"""As the next computer mounts it, which replays the journal."""
	copy = path + ".copy"
	shutil.copy(path, copy)
	subprocess.run(["/sbin/e2fsck", "-fp", copy], stdout=subprocess.DEVNULL, check=False)
	run(["/sbin/e2fsck", "-fn", copy])
	return ext4_files(copy)


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


# ---- possible results of pulling ----

def part(path):
	"""Extracts the partition as a separate file."""
	out = path + ".part"
	run(["dd", f"if={path}", f"of={out}", "bs=1M", "skip=1", "status=none"])
	return out


def sound(path):
	"""A computer that checks it finds nothing to repair."""
	run(["/sbin/fsck.vfat", "-n", part(path)])


def mended_files(path):
	"""Returns the findings of a check of a pulled stick; the stick itself is unchanged."""
	copy = path + ".copy"
	shutil.copy(path, copy)
	inside = part(copy)
	subprocess.run(["/sbin/fsck.vfat", "-a", inside], stdout=subprocess.DEVNULL, check=False)
	run(["dd", f"if={inside}", f"of={copy}", "bs=1M", "seek=1", "conv=notrunc", "status=none"])
	return vfat_files(copy)


def fat(path, name):
	"""
	Returns the place of each cluster of a file or folder (number → place) and its
	size. Also returns its entry in the table, and the mark that ends a chain.
	"""
	with open(path, "rb") as f:
		f.seek(MIB)
		boot = f.read(512)
	sector, cluster, reserved, tables, roots = struct.unpack_from("<HBHBH", boot, 11)
	length, = struct.unpack_from("<H", boot, 22)
	width, end = 2, b"\xff\xff"
	if length == 0:
		width, end = 4, b"\xff\xff\xff\x0f"
		length, = struct.unpack_from("<I", boot, 36)
	table = MIB + sector * reserved
	data = table + sector * tables * length + 32 * roots
	told = run(["mshowfat", "-i", f"{path}@@1M", "::" + name])
	numbers = [n for first, last in re.findall(r"<(\d+)(?:-(\d+))?>", told)
		   for n in range(int(first), int(last or first) + 1)]
	return ({n: data + (n - 2) * cluster * sector for n in numbers}, cluster * sector,
		lambda n: table + width * n, end)


def put(path, at, what):
	with open(path, "r+b") as f:
		f.seek(at)
		f.write(what)
		f.seek(MIB + 22)
		wide = f.read(2) == b"\0\0"
		f.seek(MIB + (65 if wide else 37))
		f.write(b"\x01")  # pulled during a write


def cut(path, name):
	"""Ends the chain of a file or folder after its first cluster, as pulling may."""
	places, _, entry, end = fat(path, name)
	want(len(places) > 1, f"{name} has one cluster")
	put(path, entry(next(iter(places))), end)


# ---- games on a stick ----

def board_of(files):
	"""Returns the folder of the board's games, named by the journal's id."""
	found = {m[0] for n in files if (m := re.match(r"haloboard/board-[0-9a-f]{8}/", n))}
	want(len(found) <= 1, f"more than one board's folder: {found}")
	return next(iter(found), "haloboard/board-none/")


def games_of(files):
	"""Returns the games' own PGN files."""
	return {n: t for n, t in files.items()
		if re.fullmatch(re.escape(board_of(files)) + r"[-0-9a-z]*-\d{3,}-[a-z0-9-]+?(-\d)?\.pgn", n)}


def whole(files, games):
	"""Checks every game, its native record, and the file of all games, none of them partial."""
	below = board_of(files)
	own = games_of(files)
	want(len(own) == games, f"{len(own)} games on the stick, not {games}: {sorted(own)}")
	want(not [n for n in files if "-2." in n or ".haloboard-new" in n], f"twice: {sorted(files)}")
	for name, text in own.items():
		want(text.rstrip().endswith(b"0-1"), f"{name} is not whole")
		want(files.get(name[:-3] + "json", b"").startswith(b"{"), f"{name}: no native record")
	every = files[below + "all-games.pgn"]
	want(every == b"".join(own[n] for n in sorted(own)), "all-games.pgn is not all games")
	want(files[below + "running.pgn"].rstrip().endswith(b"*"), "no running game")


# ---- unusable sticks ----

def block_size(path):
	out = run(["/sbin/dumpe2fs", "-h", path])
	return int(re.search(r"Block size: +(\d+)", out)[1])


def evil_tree(top, board):
	"""Fills a stick with strange files, also in the board's own folder."""
	shutil.rmtree(top, ignore_errors=True)
	inside = os.path.join(top, "haloboard")
	os.makedirs(inside + "/import")
	# 100,000 files, with ten folder names: mke2fs searches a whole folder for each
	# name, and all inodes for each new one.
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
	own = os.path.join(top, board)
	os.mkdir(own)
	for name in ("undated-002-chess.pgn", "undated-003-chess.json", "all-games.pgn"):
		os.symlink("/etc/passwd", own + name)
	os.mkfifo(own + "running.pgn")
	os.mkdir(own + "running.json")
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
