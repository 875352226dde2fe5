"""The disks: ext4, with journals of older layouts to be opened."""
import os
import sqlite3
import tempfile

from debs import run
from judge import Found

SIZE_MB = 48
OLD_JOURNALS = 5
OLD_GAMES = 60

MOVES = ("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8 "
	 "h2h3 c6a5 b3c2 c7c5").split()
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
APPLICATION = 0x48414C4F

# The first layout, and what each later one added.
LAYOUT_1 = """
CREATE TABLE game(number INTEGER PRIMARY KEY AUTOINCREMENT,
 rules TEXT NOT NULL, start TEXT NOT NULL, date TEXT NOT NULL,
 name0 TEXT NOT NULL, name1 TEXT NOT NULL, name2 TEXT NOT NULL, name3 TEXT NOT NULL,
 event TEXT NOT NULL, site TEXT NOT NULL, round TEXT NOT NULL,
 end INTEGER NOT NULL DEFAULT 0, reason TEXT NOT NULL DEFAULT '',
 score INTEGER NOT NULL DEFAULT 0, actions INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE action(game INTEGER NOT NULL, number INTEGER NOT NULL, text TEXT NOT NULL,
 t_us INTEGER, PRIMARY KEY(game, number)) WITHOUT ROWID, STRICT;
CREATE TABLE trace(game INTEGER NOT NULL, part INTEGER NOT NULL, text BLOB NOT NULL,
 PRIMARY KEY(game, part)) WITHOUT ROWID, STRICT;
CREATE TABLE setting(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID, STRICT;
CREATE TABLE running(one INTEGER PRIMARY KEY CHECK(one = 1), game INTEGER) STRICT;
CREATE INDEX game_finished ON game(number) WHERE end <> 0;
"""
ADDED = (
	"ALTER TABLE game ADD COLUMN seeds TEXT NOT NULL DEFAULT '';",
	"ALTER TABLE game ADD COLUMN clock TEXT NOT NULL DEFAULT '';"
	"ALTER TABLE action ADD COLUMN clock_us INTEGER;",
)


def length(number):
	return 1 + number * 7 % len(MOVES)


def digest(text):
	h = 0xCBF29CE484222325
	for byte in text.encode():
		h = (h ^ byte) * 0x100000001B3 & (1 << 64) - 1
	return f"{h:016x}"


def old_games():
	"""What is in a journal of an older layout, by number."""
	return {n: Found("chess", length(n), digest("".join(a + "\n" for a in MOVES[:length(n)])),
			 "white", digest(START + "\0"))
		for n in range(1, OLD_GAMES + 1)}


def write_old(path, layout):
	db = sqlite3.connect(path)
	db.executescript(LAYOUT_1 + "".join(ADDED[:layout - 1]))
	for n in range(1, OLD_GAMES + 1):
		db.execute("INSERT INTO game(rules, start, date, name0, name1, name2, name3, event, "
			   "site, round, end, reason, actions) VALUES('chess', ?, '2026.01.31', "
			   "'Anna', 'Ben', '', '', '', '', '', 1, 'resignation', ?)",
			   (START, length(n)))
		db.executemany("INSERT INTO action(game, number, text, t_us) VALUES(?, ?, ?, ?)",
			       [(n, i, text, i * 1000000)
				for i, text in enumerate(MOVES[:length(n)])])
		db.execute("INSERT INTO trace VALUES(?, 0, ?)", (n, b"+e2 1\n" * 100))
	db.execute(f"PRAGMA application_id = {APPLICATION}")
	db.execute(f"PRAGMA user_version = {layout}")
	db.commit()
	db.close()


def fresh():
	"""A new disk's bytes."""
	with tempfile.TemporaryDirectory(prefix="halo-disk.") as folder:
		root, image = os.path.join(folder, "root"), os.path.join(folder, "image")
		for k in range(OLD_JOURNALS):
			os.makedirs(os.path.join(root, f"old-{k}"))
			write_old(os.path.join(root, f"old-{k}/games.db"), 1 + k % (1 + len(ADDED)))
		run(["truncate", "-s", f"{SIZE_MB}M", image])
		run(["/sbin/mke2fs", "-q", "-t", "ext4", "-d", root, image])
		with open(image, "rb") as f:
			return f.read()


def keep(image, folder):
	"""A disk for whoever looks into a failure; its path."""
	path = os.path.join(folder, "failed.disk")
	with open(path, "wb") as f:
		f.write(image)
	return path
