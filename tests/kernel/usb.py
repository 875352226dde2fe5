"""
USB sticks: the installed services on a booted Debian. QEMU inserts and pulls the
sticks, and programs other than the kernel's read them back here.
"""
import glob
import json
import os
import random
import re
import shutil

import booted
from bench import Bench
from debs import Trouble, run
from guest import Guest
from rootfs import packages_of, system
from sticks import (MIB, block_size, board_of, cut, evil_tree, exfat, ext4, ext4_files,
		    ext4_mended_files, games_of, mended_files, mtools, sound, vfat, vfat_files,
		    vfat_put, want, whole)

MODULES = ["xhci_pci", "usb_storage", "sd_mod", "vfat", "exfat", "nls_cp437", "nls_ascii",
	   "nls_utf8", "nls_iso8859_1"]
PROGRAMS = ("halod", "halo", "halo-usb", "kernel-wires")
GAMES = 12  # in the journal before the first stick
# As on a board, everything starts with the machine. Games are on a separate disk, which can
# be made to hang.
GAMES_MOUNT = """[Unit]
Before=halod.service
[Mount]
What=/dev/vdb
Where=/var/lib/haloboard
Type=ext4
"""
BEFORE_HALOD = """[Unit]
Before=halod.service
[Service]
ExecStartPost=/bin/sh /test pieces
"""
FOOL = "1. f3 e5 2. g4 Qh4# 0-1"


def image_of(lab, k, build, here):
	build.make("halo-usb")
	image = booted.image_of(lab, "usb", k, build, ("daemon",), MODULES, "--board reed-8x8")
	image.file(os.path.join(here, "usb.sh"), "stage/test")
	units = "stage/etc/systemd/system/"
	image.text(units + "var-lib-haloboard.mount", GAMES_MOUNT)
	image.text(units + "kernel-wires.service.d/pieces.conf", BEFORE_HALOD)
	for unit in ("var-lib-haloboard.mount", "kernel-wires.service", "halod.service"):
		image.link(f"{units}multi-user.target.wants/{unit}", "../" + unit)
	path = os.path.join(lab.work, "usb.img")
	image.write(path)
	programs = [os.path.join(build.folder, "bin", p) for p in PROGRAMS]
	return path, packages_of(image, programs)


# ---- the cases ----

def early_stick(path):
	"""Inserted before power-on, with the games that exist from the beginning."""
	vfat(path, 32, "EARLY")
	mtools(path, "mmd", "::/haloboard", "::/haloboard/import")
	vfat_put(path, "haloboard/import/many.pgn",
		 "".join(f'[White "W{n}"]\n[Black "B{n}"]\n\n{FOOL}\n\n' for n in range(1, GAMES + 1)))
	return path


def there_before(b):
	b.says(f"You may pull the USB stick EARLY out now: {GAMES} new games written. {GAMES} games")
	b.pull("early")
	files = vfat_files(b.path("early"))
	want(len(games_of(files)) == GAMES, f"not {GAMES} games: {sorted(files)}")
	sound(b.path("early"))
	print(f"{b.guest.seconds():7.2f} a stick that was in at power-on is served")


def orderly(b):
	"""Inserted, written, pulled, read back; ten times, each with a new game."""
	path = vfat(b.path("chess"), 64, "CHESS", bits=32)
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
	sound(path)
	print(f"{b.guest.seconds():7.2f} ten plugs, {GAMES + 9} games, each once; fsck is content")
	return GAMES + 9


def kinds(b, games):
	"""ext4 and exFAT, each without a partition table."""
	path = ext4(b.path("ext4"), 64, "PENGUIN")
	b.plug(path)
	b.says(f"PENGUIN out now: {games} new games")
	b.pull()
	files = ext4_files(path)
	whole(files, games)
	run(["/sbin/e2fsck", "-fn", path])
	out = run(["/sbin/debugfs", "-R", f"ls -l /{board_of(files)}", path])
	want(re.search(r"100644 .* 0 +0 .*all-games\.pgn", out) is not None,
	     "files do not belong to the stick's owner:\n" + out)
	path = exfat(b.path("exfat"), 64, "CAMERA")
	for new in (games, 0):
		b.plug(path)
		b.says(f"CAMERA out now: {new} new games")
		if new:
			b.pull()
	whole(b.files("CAMERA"), games)
	b.pull()
	run(["/sbin/fsck.exfat", "-n", path])
	print(f"{b.guest.seconds():7.2f} ext4 and exFAT: written, read back, sound")


def yanked(b, games):
	"""Pulled during a write, then inserted again."""
	path = vfat(b.path("yank"), 64, "YANKED", bits=32)
	b.plug(path, slow=20)
	b.says("Games go to the USB stick YANKED: 3 of ")
	mounted_safely(b, node_of(b, "YANKED"))
	b.pull(slow=True)
	b.says("YANKED was pulled out too early")
	files = mended_files(path)
	have = games_of(files)
	want(0 < len(have) < games, "it was not pulled while it was written")
	# Renaming is not atomic on FAT: the file being renamed may be missing
	# completely.
	half = [n for n, text in have.items() if not text.rstrip().endswith(b"0-1")]
	want(len(half) <= 1 and not any(have[n] for n in half), f"{half}: half a game")
	b.plug(path)
	b.says("The USB stick YANKED was pulled out too early the last time, and is mended first.")
	b.says("You may pull the USB stick YANKED out now")
	b.says("It had been pulled out too early, and was repaired.")
	# mtools stops at an unused entry between used ones, which fsck.fat leaves and Linux skips.
	whole(b.files("YANKED"), games)
	b.pull()
	sound(path)
	print(f"{b.guest.seconds():7.2f} yanked after {len(have)} games, all {games} at the next plug")


def chains_cut(b, games):
	"""The chains of clusters of the board's folder and of the longest file are cut."""
	path = vfat(b.path("cut"), 64, "CUT", bits=32)
	b.plug(path)
	b.says("You may pull the USB stick CUT out now")
	b.pull()
	board = "/" + board_of(vfat_files(path))
	for wounded in (board[:-1], board + "all-games.pgn"):
		cut(path, wounded)
		b.plug(path)
		b.says("You may pull the USB stick CUT out now")
		b.says("It had been pulled out too early, and was repaired.")
		b.pull()
		whole(vfat_files(path), games)
		sound(path)
	print(f"{b.guest.seconds():7.2f} cut chains: mended, all games there")


def yanked_too(b, games):
	"""The same with exFAT, which is repaired, and ext4, whose journal does it."""
	path = exfat(b.path("yank-exfat"), 64, "YEXFAT")
	yank(b, path, "YEXFAT")
	b.plug(path)
	b.says("The USB stick YEXFAT was pulled out too early the last time, and is mended first.")
	b.says("You may pull the USB stick YEXFAT out now")
	b.says("It had been pulled out too early, and was repaired.")
	whole(b.files("YEXFAT"), games)
	b.pull()
	run(["/sbin/fsck.exfat", "-n", path])

	path = ext4(b.path("yank-ext4"), 64, "YEXT4")
	yank(b, path, "YEXT4")
	have = games_of(ext4_mended_files(path))
	want(0 < len(have) < games, f"{len(have)} games: it was not pulled while it was written")
	half = [n for n, text in have.items() if not text.rstrip().endswith(b"0-1")]
	want(not half, f"{half}: half a game")
	b.plug(path)
	b.says("You may pull the USB stick YEXT4 out now")
	b.pull()
	whole(ext4_files(path), games)
	run(["/sbin/e2fsck", "-fn", path])
	print(f"{b.guest.seconds():7.2f} exFAT and ext4, yanked: mended, all games at the next plug")


def yank(b, path, label):
	b.plug(path, slow=20)
	b.says(f"Games go to the USB stick {label}: 3 of ")
	b.pull(slow=True)
	b.says(f"{label} was pulled out too early")


def node_of(b, label):
	return b.run(f"node {label}").split()[-1]


def mounted_safely(b, node):
	"""Checks the mount through the service's open files in the kernel; no other
	process sees it."""
	fat, flags = "4d44", 0x2 | 0x4 | 0x8 | 0x400 | 0x2000  # nosuid nodev noexec noatime nosymfollow
	held = [line.split() for line in b.run(f"flags halo-usb@{node}").splitlines()]
	held = [int(f, 16) for kind, f in held if kind == fat]
	want(held, "the service holds nothing on the stick open")
	want(all(f & flags == flags for f in held), f"mounted with flags {held}, not all of {flags:#x}")
	b.run(f"! grep -q /dev/{node} /proc/[0-9]*/mountinfo")
	print(f"{b.guest.seconds():7.2f} mounted nosuid nodev noexec noatime nosymfollow, for the service alone")


def none_of_ours(b, games):
	"""A fixed disk, one in use, and one not on USB: refused with a message, unchanged."""
	def refused(node, why):
		b.run(f"systemctl restart halo-usb@{node}")
		result, out = b.do("await", f"journalctl -b -o cat -u halo-usb@{node} | grep -qF '{why}'")
		want(result == 0, f"halo-usb never says of {node}: {why}\n{out}")
		b.run(f"systemctl stop halo-usb@{node}")

	def setting(on):
		b.run(f"echo '{{\"kind\":\"set\",\"values\":{{\"usb_stick\":{on}}}}}' | "
		      "socat -t 5 - UNIX-CONNECT:$socket | grep -q '\"ok\"'")

	path = vfat(b.path("fixed"), 16, "FIXED")
	b.plug(path, removable=False)
	b.run("until test -e /dev/disk/by-label/FIXED; do sleep 0.2; done")
	node = node_of(b, "FIXED")
	b.run("! systemctl is-active 'halo-usb@*'")
	refused(node, f"/dev/{node}: not touched: it is a fixed disk")
	b.pull()
	want(vfat_files(path) == {}, "a fixed disk has changed")

	refused("vda", "/dev/vda: not touched: it is no USB disk")

	path = vfat(b.path("used"), 16, "USED")
	setting("false")
	b.plug(path)
	b.run("until test -e /dev/disk/by-label/USED; do sleep 0.2; done")
	b.run("mkdir -p /run/look; mount -o ro /dev/disk/by-label/USED /run/look")
	node = node_of(b, "USED")
	setting("true")
	refused(node, f"/dev/{node}: not touched: something on its disk is mounted")
	b.run("umount /run/look")
	want(vfat_files(path) == {}, "a stick that was in use has changed")
	b.run(f"systemctl start halo-usb@{node}")
	b.says(f"You may pull the USB stick USED out now: {games} new games")
	b.pull()
	whole(vfat_files(path), games)
	print(f"{b.guest.seconds():7.2f} a fixed disk, no USB disk, one in use: refused in words, not changed")


def hangs(b, games):
	"""A stick that replies once a second: the daemon still replies, and play continues."""
	path = vfat(b.path("hangs"), 32, "HANGS")
	b.plug(path, slow=40)
	b.says("Games go to the USB stick HANGS: 1 of ")
	b.slow("stick", 1)
	answered(b, "HANGS", 100)
	b.move("h7", "h6 p")
	b.says('"last":{"action":"h7h6"')
	answered(b, "HANGS", 100)
	b.pull(slow=True)
	b.says("HANGS was pulled out too early")
	want(len(games_of(mended_files(path))) < games, "it did not hang")
	print(f"{b.guest.seconds():7.2f} 200 answers and a move by hand while a stick hangs")


def answered(b, label, n):
	got = b.run(f"answers {n} {label}").split()[-1]
	want(int(got) == n, f"of {n} answers {got} came while {label} was at work")


def stalled(b):
	"""The disk with the games hangs: edges are still read, and actions are recorded
	when it continues."""
	b.run("fsfreeze -f /var/lib/haloboard")
	for n, (lift, put) in enumerate((("h2", "h3 P"), ("g7", "g6 p"), ("g2", "g3 P")), 3):
		b.move(lift, put)
		b.says(f'"n_actions":{n}')
	b.run("tail -n 1 /run/told | grep '\"recorded\":2,'")
	b.run("fsfreeze -u /var/lib/haloboard")
	b.says('"recorded":5')
	print(f"{b.guest.seconds():7.2f} three moves by hand while the disk stands still, recorded afterwards")


def in_trouble(b, games):
	"""Full, write-protected, invalid, damaged, a name in use."""
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
	b.says("has a file system that is not supported")
	b.pull()

	path = ext4(b.path("damaged"), 16, "BROKEN")
	with open(path, "r+b") as f:
		f.seek(max(2048, block_size(path)))  # the offset of its group descriptors
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
	for n in ("hub1", "hub2"):
		b.release(n)
	hub_yanked(b, games)
	print(f"{b.guest.seconds():7.2f} two sticks behind a hub, one yanked while both are written")


def hub_yanked(b, games):
	stays, goes = (vfat(b.path(n.lower()), 32, n) for n in ("STAYS", "GOES"))
	b.plug(stays, name="hub1", port="2.1", slow=10)
	b.plug(goes, name="hub2", port="2.2", slow=20)
	b.says("Games go to the USB stick GOES: 3 of ")
	b.pull("hub2", slow=True, others=True)
	b.says("GOES was pulled out too early")
	answered(b, "STAYS", 5)
	b.slow("hub1", 100000)
	b.says("You may pull the USB stick STAYS out now")
	b.pull("hub1", slow=True)
	whole(vfat_files(stays), games)
	sound(stays)
	b.plug(goes)
	b.says("You may pull the USB stick GOES out now")
	whole(b.files("GOES"), games)
	b.pull()


def imports(b, games):
	"""Games are imported once; an invalid one is reported with its position."""
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


def long_names(b, games):
	"""
	FAT and exFAT count letters: a name of 200 letters of three bytes is longer than
	readdir's own type allows. Its file must work like any other.
	"""
	for kind, label in ((vfat, "LETTERS"), (exfat, "GLYPHS")):
		path = kind(b.path(label.lower()), 32, label)
		b.plug(path)
		b.says(f"{label} out now: {games} new games")
		b.run(f"long_name {label} {'utf8' if kind is vfat else 'rw'} '1. e9 *' "
		      f"'[White \"{label}\"] {FOOL}'")
		b.pull()
		b.plug(path)
		games += 1
		b.says(f"{label} out now: 1 new game written. 1 game was read from it. import/")
		told = b.run("SYSTEMD_COLORS=0 journalctl --no-pager -b -o cat -u 'halo-usb@*' -n 20")
		want(":1:4: game 1: e9: " in told, "the mistake is not told:\n" + told)
		b.pull()
	print(f"{b.guest.seconds():7.2f} names of 604 bytes are read as others are")
	return games


def evil(b):
	board = board_of(vfat_files(b.path("import")))
	top = evil_tree(os.path.join(b.place, "evil"), board)
	path = ext4(b.path("evil"), 512, "EVIL", top, inodes=120000)
	shutil.rmtree(top)
	before = run(["/sbin/debugfs", "-R", "ls -l /", path])
	sums = b.run("sha256sum /etc/passwd /etc/shadow")
	b.plug(path, slow=200)
	b.says("the USB stick EVIL. Do not pull")
	b.slow("stick", 5)
	answered(b, "EVIL", 50)
	# A move by hand during the work on the stick.
	b.move("e7", "e5 p")
	b.says('"last":{"action":"e7e5"')
	answered(b, "EVIL", 50)
	b.slow("stick", 100000)
	b.says("You may pull the USB stick EVIL out now")
	told = b.run("grep -om1 'You may pull.*read' /run/told; SYSTEMD_COLORS=0 journalctl --no-pager -b -o cat -u 'halo-usb@*' -n 200")
	b.pull(slow=True)
	want("\x1b" not in told and "\\x1b[31m" in told, "a name's control characters were told:\n" + told)
	want("huge.pgn: longer than" in told, "the endless file is not told:\n" + told)
	want(b.run("sha256sum /etc/passwd /etc/shadow") == sums, "files outside were changed")
	b.run("test ! -e /evil")
	after = run(["/sbin/debugfs", "-R", "ls -l /", path])
	want([l.split()[:6] + l.split()[-1:] for l in after.splitlines() if " haloboard" not in l] ==
	     [l.split()[:6] + l.split()[-1:] for l in before.splitlines() if " haloboard" not in l],
	     f"something beside haloboard/ has changed:\n{before}\n{after}")
	listing = run(["/sbin/debugfs", "-R", f"ls /{board}", path])
	want("undated-002-chess.json" in listing and "undated-003-chess.pgn" in listing,
	     "files were not written beside what has the others' names")
	print(f"{b.guest.seconds():7.2f} the evil stick: nothing was run, nothing but haloboard/ written")


def secrets(b):
	"""Running games with secrets: no file on a stick contains them."""
	path = vfat(b.path("secret"), 32, "SECRET")
	screen = {"kind": "screen"}

	def new(game):
		return {"kind": "new", "game": game, "force": True}

	def act(*actions):
		return [{"kind": "act", "action": a} for a in actions]

	def page(seat, action):
		return [{"kind": "handover", "seat": seat}, *act(action), {"kind": "handover"}]

	deeds = {
		"cooperative": act("e2e4"),
		"zombie": [*act("e2e4", "d7d5", "e4d5"), *page("w", "bury:g2")],
		"masquerade": [*page("w", "assign:RKNBQ"), *page("b", "assign:NBRQK"), *act("e2e4")],
	}
	table_sees = {"cooperative": b"hands=#3/#3", "zombie": b"bury:?", "masquerade": b"assign:?"}
	hidden = []
	for game, messages in deeds.items():
		b.ask(screen, new(game), *messages)
		b.plug(path)
		b.says("You may pull the USB stick SECRET out now")
		b.pull()
		files = vfat_files(path)
		for name in ("running.pgn", "running.json"):
			text = files[board_of(files) + name]
			want(table_sees[game] in text, f"{name} lacks the table's view of {game}: {text}")
		secrets_now = revealed(b, game)
		for name, text in files.items():
			for secret in secrets_now:
				want(secret.encode() not in text, f"{name} holds {secret}")
		hidden += secrets_now
	want(len(hidden) == 7, f"{hidden}: not all that was hidden was found")
	print(f"{b.guest.seconds():7.2f} of three running games nothing hidden on a stick: {' '.join(hidden)}")


def revealed(b, game):
	"""Ends and closes the game: only then does the daemon reveal its secrets."""
	b.run(": >/run/told")
	b.ask({"kind": "screen"}, {"kind": "resign", "seat": "w"}, {"kind": "reveal"},
	      {"kind": "press", "button": "ok"})
	b.says('"closed":true')
	b.ask({"kind": "save", "name": game})
	return hidden_in(json.loads(b.run(f"cat /var/lib/haloboard/saved/{game}.json")))


def hidden_in(saved):
	"""Returns the parts of a saved game that its players hide from each other."""
	actions = [a[0] for a in saved["actions"] if a[0].startswith(("bury:", "assign:"))]
	keys = dict(w.split("=") for w in saved["start"].split() if "=" in w)
	cards = [*keys["hands"].split("/"), keys["pile"]] if "hands" in keys else []
	return [*actions, *cards, *([saved["seed"]] if "seed" in saved else [])]


def play(b):
	b.guest.until("GUEST-READY")
	there_before(b)
	b.move("a2", "a3 P")
	b.says('"n_actions":1')
	games = orderly(b)
	kinds(b, games)
	yanked(b, games)
	chains_cut(b, games)
	yanked_too(b, games)
	in_trouble(b, games)
	none_of_ours(b, games)
	hangs(b, games)
	stalled(b)
	hub(b, games)
	games = imports(b, games)
	long_names(b, games)
	evil(b)
	secrets(b)
	b.guest.say("end 0")
	return b.guest.result()


def run_usb(lab, k, build, here):
	path, packages = image_of(lab, k, build, here)
	disk = system(lab, {*packages, "dosfstools", "exfatprogs", "mtools"})
	place = os.path.join(lab.work, "usb")
	shutil.rmtree(place, ignore_errors=True)
	os.makedirs(place)
	devices = ["-drive", f"file={disk},format=raw,if=virtio,snapshot=on",
		   "-drive", f"file={ext4(os.path.join(place, 'games.img'), 64, 'GAMES')},"
			     "format=raw,if=virtio",
		   "-blockdev", "driver=raw,node-name=early,file.driver=file,"
				f"file.filename={early_stick(os.path.join(place, 'early.img'))}",
		   "-device", "qemu-xhci,id=xhci", "-device", "usb-hub,bus=xhci.0,port=2",
		   "-device", "usb-storage,id=early,drive=early,bus=xhci.0,port=3,removable=on"]
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
