#!/usr/bin/env python3
"""sheet.py HALO FOLDER: do score sheets say every move and who played, and show diagrams, as another program reads them?

FOLDER is write-games'. `halo sheet` makes a PDF of some records of each game, pdftotext reads it.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unicodedata

SHEETS_A_GAME = 3
ENDS = {"white": "1-0", "black": "0-1", "draw": "1/2-1/2", "lost": "lost", "score": "score"}
# Between two rows: a picture with its caption and letters, the foot of a page.
GAP_MOST = 300


class Wrong(Exception):
    """The sheet says something else than the record."""


def squeeze(text):
    """Cells wrap where they like; ligatures are letters."""
    return "".join(unicodedata.normalize("NFKC", text).split())


def sans_of(folder):
    """By the game's number: the moves of chess as its PGN has them, which chess.js has read."""
    sans = {}
    for name in ("chess.pgn", "chess960.pgn", "queenside.pgn"):
        for game in re.split(r"\n(?=\[Event )", (folder / name).read_text()):
            tags, _, moves = game.partition("\n\n")
            number = re.search(r'\[GameNumber "(\d+)"\]', tags)
            words = re.sub(r"\{[^}]*\}|\d+\.+", " ", moves).split()
            sans[int(number[1])] = words[:-1]
    return sans


def words_of(record, sans):
    """What stands in the cells, action by action."""
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
    """Where the next action ends: it follows at once, or begins a row."""
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
    if result["end"] != "unfinished":
        end = squeeze(ENDS[result["end"]] + str(result.get("score", "")) + result.get("reason", ""))
    else:
        end = "unfinished"
    if sheet.find(end, at) < 0:
        raise Wrong(f"{end} is not behind the last move")
    if record.get("seed") and squeeze(record["seed"]) not in sheet[at:]:
        raise Wrong("the seed is not there")


def compare_diagrams(told):
    """One on each page at least, of later turns as it goes on; the last is of the end."""
    captions = re.findall(r"\bafter turn (\d+)\b|\b(the end)\b", told)
    pages = told.count("\f")
    turns = [int(turn) for turn, _ in captions if turn]
    if len(captions) < pages:
        raise Wrong(f"{len(captions)} diagrams on {pages} pages")
    if not captions or not captions[-1][1] or len(turns) != len(captions) - 1:
        raise Wrong("the last diagram is not of the end")
    if turns != sorted(set(turns)):
        raise Wrong(f"diagrams of turns {turns}")


def read_sheet(halo, path, work):
    pdf, text = work / "sheet.pdf", work / "sheet.txt"
    subprocess.run([halo, "sheet", path, "-o", pdf], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["pdftotext", "-raw", "-enc", "UTF-8", pdf, text], check=True)
    return text.read_text()


def main(halo, folder):
    folder = pathlib.Path(folder)
    sans, done, wrong = sans_of(folder), {}, 0
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
            except Wrong as why:
                wrong += 1
                print(f"{path.name}, {record['game']}: {why}", file=sys.stderr)
    print(f"pdftotext: {sum(done.values())} sheets of {len(done)} games")
    return 1 if wrong or len(done) != 11 else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
