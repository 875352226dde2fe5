#!/usr/bin/env python3
"""grades.py ENGINE POSITIONS SEED [NODES [HALO GAMES.pgn]]: compares halo-engine's grades with Stockfish.

Positions of chess come from games in which each move is one of the engine's five best at depth 2, or,
one of each game, from a file of games, which the program HALO reads.
halo-engine scores all moves in NODES nodes (750000: three seconds at a quarter of a desktop's
speed), Stockfish, in PATH or /usr/games, in a million. Scores get classes by the thresholds of
daemon/advice/advice.c, those of Stockfish by 1.4 times as much, because it counts that much more. The script
prints how many classes agree, each move that is shown as best or good though it is a blunder or loses
250 centipawns by Stockfish, and at the end the moves by Stockfish's class (rows) and by halo-engine's.
"""
import collections
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

NAMES = ["best", "good", "playable", "mistake", "blunder"]
SOURCE = (Path(__file__).parents[2] / "daemon/advice/advice.c").read_text()
# The chances at which scores end, and the largest loss of each class but the last.
OURS = (int(re.search(r"CHANCES = (\d+)", SOURCE)[1]),
        [int(n) for n in re.findall(r"\[ADVICE_\w+\] = (\d+),", SOURCE)])
THEIRS = (600, [10, 50, 120, 250])


class Uci:
    """A UCI program as a child process."""

    def __init__(self, program, options):
        self.child = subprocess.Popen(["nice", "-n", "19", program], stdin=subprocess.PIPE,
                                      stdout=subprocess.PIPE, text=True)
        for name, value in options.items():
            self.send(f"setoption name {name} value {value}")

    def send(self, line):
        self.child.stdin.write(line + "\n")
        self.child.stdin.flush()

    def scores(self, moves, limit):
        """Returns the scores by move of the last whole iteration."""
        self.send("ucinewgame")
        self.send("position startpos" + (" moves " + " ".join(moves) if moves else ""))
        self.send("go " + limit)
        by_depth = {}
        for line in self.child.stdout:
            if line.startswith("bestmove"):
                break
            m = re.match(r"info depth (\d+) .*score (cp|mate) (-?\d+)\b.* pv (\S+)", line)
            if m:
                n = int(m[3])
                score = n if m[2] == "cp" else (30000 - n if n > 0 else -30000 - n)
                by_depth.setdefault(int(m[1]), {})[m[4]] = score
        whole = [d for d in by_depth if len(by_depth[d]) == len(by_depth[min(by_depth)])]
        return by_depth[max(whole)] if whole else {}


def chances(score, most):
    """Returns the chances that a score gives, as daemon/advice/advice.c does."""
    s, whole = max(-3 * most, min(3 * most, score)), 27 * most ** 2
    return int(s * (whole + s * s) / (whole + 9 * s * s))


def class_of(score, best, scale):
    """Returns the class, as advice_class_of in daemon/advice/advice.c does."""
    most, losses = scale
    loss = chances(best, most) - chances(score, most)
    found = next((i for i, most in enumerate(losses) if loss <= most), len(losses))
    if found < 2 and best - score > losses[3]:
        return 2
    return 1 if found == 0 and best - score > losses[0] else found


def random_position(engine, draw):
    """Returns the moves of a random game."""
    moves = []
    for _ in range(draw.randrange(8, 70)):
        scores = engine.scores(moves, "depth 2")
        if not scores:
            return random_position(engine, draw)
        ranked = sorted(scores, key=scores.get, reverse=True)
        moves.append(draw.choice(ranked[:5]))
    return moves


def game_positions(halo, path, draw):
    """Yields the moves until a random moment of each game of the file, in random order."""
    games = ["[Event " + text for text in Path(path).read_text().split("[Event ")[1:]]
    draw.shuffle(games)
    for text in games:
        with tempfile.NamedTemporaryFile("w", suffix=".pgn") as one:
            one.write(text)
            one.flush()
            record = subprocess.run([halo, "record", one.name], capture_output=True, check=False)
        moves = [a[0] for a in json.loads(record.stdout)["actions"]] if record.returncode == 0 else []
        if len(moves) >= 12:
            yield moves[:draw.randrange(8, len(moves))]


def compare(found, truth, moves, sums):
    """Adds the comparison of one position, and prints moves that are shown as better than they are."""
    for move, score in found.items():
        mine = class_of(score, max(found.values()), OURS)
        real = class_of(truth[move], max(truth.values()), THEIRS)
        loss = max(truth.values()) - truth[move]
        sums[mine, real] += 1
        if mine <= 1 and (real == 4 or loss >= 250):
            sums["blunders"] += real == 4
            sums["lose"] += loss >= 250
            print(f"{NAMES[mine]} loses {loss}, {NAMES[real]}: {move} after {' '.join(moves)}", flush=True)


def report(positions, sums):
    """Prints the sums."""
    n = {pair: k for pair, k in sums.items() if isinstance(pair, tuple)}
    total, shown = sum(n.values()), sum(k for pair, k in n.items() if pair[0] <= 1)
    equal, near = (sum(k for (a, b), k in n.items() if abs(a - b) <= most) for most in (0, 1))
    print(f"{positions} positions, {total} moves: class equal {100 * equal / total:.1f} %, within one "
          f"{100 * near / total:.1f} %; of {shown} shown as best or good {sums['blunders']} are blunders and "
          f"{sums['lose']} ({100 * sums['lose'] / max(shown, 1):.2f} %) lose 250 or more", flush=True)


def main():
    """Compares and prints."""
    program, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    nodes = int(sys.argv[4]) if len(sys.argv) > 4 else 750000
    os.environ["PATH"] += ":/usr/games"
    draw = random.Random(seed)
    ours = Uci(program, {"MultiPV": 2450, "Hash": 8})
    theirs = Uci("stockfish", {"MultiPV": 500, "Hash": 64, "Threads": 1})
    played = game_positions(sys.argv[5], sys.argv[6], draw) if len(sys.argv) > 6 else None
    sums = collections.Counter()
    positions = 0
    while positions < count:
        moves = next(played) if played else random_position(ours, draw)
        truth = theirs.scores(moves, "nodes 1000000")
        found = ours.scores(moves, f"nodes {nodes}")
        if len(found) < 2 or found.keys() != truth.keys():
            continue
        positions += 1
        compare(found, truth, moves, sums)
        if positions % 10 == 0 or positions == count:
            report(positions, sums)
    for real, name in enumerate(NAMES):
        print(f"{name:9}" + "".join(f"{sums[mine, real]:6}" for mine in range(len(NAMES))))


main()
