#!/usr/bin/env python3
"""sheet.py HALO FOLDER: checks that score sheets contain every move and the players, and
diagrams, as another program reads them.

FOLDER is write-games'. `halo sheet` makes a PDF of some records of each game, and
pdftotext reads it. The last diagram, painted by pdftoppm, is compared with the `halo
diagram` of the record's end.
"""
import html
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unicodedata

SHEETS_A_GAME = 3
# The position of the sheet's diagrams, in points, and of the board in `halo diagram`, in its
# own units.
COLUMN_X, COLUMN_W = 342, 211
CAPTION_Y, CAPTION_PX, BOARD_Y, SQUARE = 23, 15, 34, 64
ASCENT = 0.928  # fraction of the font's size: from a word's box to its baseline
ZOOM = 2  # pixels a point
BLOCK = 6  # pixels; the mean of a block ignores how edges are smoothed
# Maximum difference, up to 255: two paintings of the same differed by 38 at most, of
# another piece by 170 or more.
BLOCK_MOST = 75
ENDS = {"white": r"(White|Blue)wins.*\(1-0\)", "black": r"(Black|Red)wins.*\(0-1\)",
        "draw": r"Draw.*\(1/2-1/2\)", "lost": "Lost", "score": "Score", "unfinished": "unfinished"}
# Between two rows: a picture with its caption and letters, the foot of a page.
GAP_MOST = 300


class Wrong(Exception):
    """The sheet differs from the record."""


def squeeze(text):
    """Removes white space, because cells wrap anywhere; ligatures become letters."""
    return "".join(unicodedata.normalize("NFKC", text).split())


def sans_of(folder):
    """By the game's number: the moves of chess from its PGN, which chess.js has read."""
    sans = {}
    for name in ("chess.pgn", "chess960.pgn", "queenside.pgn"):
        for game in re.split(r"\n(?=\[Event )", (folder / name).read_text()):
            tags, _, moves = game.partition("\n\n")
            number = re.search(r'\[GameNumber "(\d+)"\]', tags)
            words = re.sub(r"\{[^}]*\}|\d+\.+", " ", moves).split()
            sans[int(number[1])] = words[:-1]
    return sans


def words_of(record, sans):
    """Returns the text of the cells, action by action."""
    actions = record["actions"]
    texts = [action[0] for action in actions]
    if record["game"] in ("chess", "chess960"):
        texts = sans[record["number"]]
        if len(texts) != len(actions):
            raise Wrong("its PGN has another number of moves")
    for text, action in zip(texts, actions):
        if len(action) > 2:
            seconds = action[2] // 1000000
            text += f"({seconds // 60}:{seconds % 60:02})"
        yield squeeze(text)


def find(sheet, at, word):
    """Returns where the next action ends: it follows at once, or begins a row."""
    if sheet.startswith(word, at):
        return at + len(word)
    row = re.compile(r"\d+\." + re.escape(word))
    found = row.search(sheet, at)
    if not found or found.start() - at > GAP_MOST:
        raise Wrong(f"{word} is not behind …{sheet[max(0, at - 40):at]}")
    return found.end()


def compare(record, sheet, sans):
    at = 0
    for name in record["players"].values():
        found = sheet.find(squeeze(name))
        if found < 0:
            raise Wrong(f"{name} is not there")
        at = max(at, found + len(squeeze(name)))
    for word in words_of(record, sans):
        at = find(sheet, at, word)
    result = record["result"]
    end = squeeze(ENDS[result["end"]] + str(result.get("score", "")))
    if not re.search(end, sheet[at:]):
        raise Wrong(f"{end} is not behind the last move")
    if "-" in result.get("reason", "") and result["reason"] in sheet:
        raise Wrong(f"it says {result['reason']}, which is no language")
    if record.get("seed") and squeeze(record["seed"]) not in sheet[at:]:
        raise Wrong("the seed is not there")


def compare_diagrams(told):
    """At least one on each page, with increasing turns; the last one shows the end."""
    captions = re.findall(r"\bafter turn (\d+)\b|\b(the end)\b", told)
    pages = told.count("\f")
    turns = [int(turn) for turn, _ in captions if turn]
    if len(captions) < pages:
        raise Wrong(f"{len(captions)} diagrams on {pages} pages")
    if not captions or not captions[-1][1] or len(turns) != len(captions) - 1:
        raise Wrong("the last diagram is not of the end")
    if turns != sorted(set(turns)):
        raise Wrong(f"diagrams of turns {turns}")


def run(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout


def read_sheet(halo, path, work):
    run(halo, "sheet", path, "-o", work / "sheet.pdf")
    return run("pdftotext", "-raw", "-enc", "UTF-8", work / "sheet.pdf", "-").decode()


class Picture:
    """Grey pixels of a PGM."""

    def __init__(self, data):
        head = re.match(rb"P5\s+(\d+)\s+(\d+)\s+255\s", data)
        self.width, self.pixels = int(head[1]), data[head.end():]

    def means(self, x, y, width, height):
        """For each block of this large part."""
        for top in range(round(y), round(y) + height - BLOCK, BLOCK):
            for left in range(round(x), round(x) + width - BLOCK, BLOCK):
                rows = [row * self.width + left for row in range(top, top + BLOCK)]
                yield sum(sum(self.pixels[at:at + BLOCK]) for at in rows) / BLOCK**2


def last_caption(pdf):
    """Returns the page, from 1, and the upper edge of the words "the end"."""
    boxes = run("pdftotext", "-bbox", pdf, "-").decode()
    last = list(re.finditer(r'yMin="([\d.]+)"[^>]*>the</word>\s*<word [^>]*>end</word>', boxes))[-1]
    return boxes.count("<page ", 0, last.start()), float(last[1])


def compare_end(halo, path, sheet, work):
    """Checks the last diagram's pieces, and the text about pieces outside the board."""
    pdf, svg, png = work / "sheet.pdf", work / "end.svg", work / "end.png"
    run(halo, "diagram", path, "-o", svg)
    run(halo, "diagram", path, "-o", png)
    drawn = svg.read_text()
    scale = COLUMN_W / int(re.search(r'<svg [^>]*?width="(\d+)"', drawn)[1])
    edges = re.findall(rf'<rect x="\d+" y="(\d+)" width="{SQUARE}"', drawn)
    bottom = max(int(y) for y in edges) + SQUARE

    page, top = last_caption(pdf)
    board = top + (ASCENT * CAPTION_PX + BOARD_Y - CAPTION_Y) * scale
    size = (COLUMN_W * ZOOM, int((bottom - BOARD_Y) * scale * ZOOM))
    there = Picture(run("pdftoppm", "-r", str(72 * ZOOM), "-gray", "-f", str(page), "-l", str(page), pdf))
    wanted = Picture(run("convert", png, "-resize", f"{size[0]}x", "-colorspace", "Gray", "-depth", "8", "pgm:-"))
    apart = max(abs(a - b) for a, b in zip(
        there.means(COLUMN_X * ZOOM, board * ZOOM, *size),
        wanted.means(0, BOARD_Y * scale * ZOOM, *size), strict=True))
    if apart > BLOCK_MOST:
        raise Wrong(f"the last diagram is not the end's: {apart:.0f} of 255 apart somewhere")

    below = re.findall(r'<text x="\d+" y="(\d+)"[^>]*>([^<]*)', drawn)
    words = [html.unescape(line) for y, line in below if int(y) > bottom + CAPTION_PX + 3]
    at = sheet.rindex("theend")
    for line in words[1:]:  # the first gives the side to move
        if squeeze(line) not in sheet[at:]:
            raise Wrong(f"it does not say: {line}")
    return len(words) - 1


def main(halo, folder):
    folder = pathlib.Path(folder)
    sans, done, wrong, lines = sans_of(folder), {}, 0, 0
    with tempfile.TemporaryDirectory() as work:
        for path in sorted((folder / "native").iterdir(), key=lambda p: int(p.stem)):
            record = json.loads(path.read_text())
            if done.get(record["game"], 0) == SHEETS_A_GAME:
                continue
            done[record["game"]] = done.get(record["game"], 0) + 1
            try:
                told = read_sheet(halo, path, pathlib.Path(work))
                compare(record, squeeze(told), sans)
                compare_diagrams(told)
                lines += compare_end(halo, path, squeeze(told), pathlib.Path(work))
            except Wrong as why:
                wrong += 1
                print(f"{path.name}, {record['game']}: {why}", file=sys.stderr)
    print(f"pdftotext, pdftoppm: {sum(done.values())} sheets of {len(done)} games, {lines} lines beside the board")
    return 1 if wrong or len(done) != 11 or not lines else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
