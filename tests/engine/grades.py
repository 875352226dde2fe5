#!/usr/bin/env python3
"""grades.py ENGINE POSITIONS SEED [NODES]: compares halo-engine's grades of all moves with Stockfish.

Positions of chess come from games in which each move is one of the engine's five best at depth 2.
halo-engine scores all moves in NODES nodes (750000: three seconds at a quarter of a desktop's
speed), Stockfish, in PATH or /usr/games, in a million. Both scores get classes by the thresholds of
daemon/advice/advice.c. The script prints how many classes agree, and each move that is shown as best or
good though it loses 250 centipawns by Stockfish.
"""
import os
import random
import re
import subprocess
import sys
from pathlib import Path

NAMES = ["best", "good", "playable", "mistake", "blunder"]
SOURCE = (Path(__file__).parents[2] / "daemon/advice/advice.c").read_text()
LOSSES = [int(n) for n in re.findall(r"\[ADVICE_\w+\] = (\d+),", SOURCE)]
CHANCES = int(re.search(r"CHANCES = (\d+)", SOURCE)[1])


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


def chances(score):
    """Returns the chances that a score gives, as daemon/advice/advice.c does."""
    s, whole = max(-3 * CHANCES, min(3 * CHANCES, score)), 27 * CHANCES ** 2
    return int(s * (whole + s * s) / (whole + 9 * s * s))


def class_of(score, best):
    """Returns the class, as advice_class_of in daemon/advice/advice.c does."""
    loss = chances(best) - chances(score)
    found = next((i for i, most in enumerate(LOSSES) if loss <= most), len(LOSSES))
    return 1 if found == 0 and best - score > LOSSES[0] else found


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


def compare(found, truth, moves, sums):
    """Adds the comparison of one position, and prints moves that are shown as better than they are."""
    for move, score in found.items():
        mine = class_of(score, max(found.values()))
        real = class_of(truth[move], max(truth.values()))
        sums["total"] += 1
        sums["equal"] += mine == real
        sums["near"] += abs(mine - real) <= 1
        sums["shown"] += mine <= 1
        if mine <= 1 and real == len(LOSSES):
            sums["lost"] += 1
            loss = max(truth.values()) - truth[move]
            print(f"{NAMES[mine]} loses {loss}: {move} after {' '.join(moves)}", flush=True)


def report(positions, sums):
    """Prints the sums."""
    print(f"{positions} positions, {sums['total']} moves: class equal "
          f"{100 * sums['equal'] / sums['total']:.1f} %, within one "
          f"{100 * sums['near'] / sums['total']:.1f} %; of {sums['shown']} shown as best or good "
          f"{sums['lost']} ({100 * sums['lost'] / max(sums['shown'], 1):.2f} %) lose 250 or more",
          flush=True)


def main():
    """Compares and prints."""
    program, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    nodes = int(sys.argv[4]) if len(sys.argv) > 4 else 750000
    os.environ["PATH"] += ":/usr/games"
    draw = random.Random(seed)
    ours = Uci(program, {"MultiPV": 2450, "Hash": 8})
    theirs = Uci("stockfish", {"MultiPV": 500, "Hash": 64, "Threads": 1})
    sums = dict.fromkeys(["total", "equal", "near", "shown", "lost"], 0)
    positions = 0
    while positions < count:
        moves = random_position(ours, draw)
        truth = theirs.scores(moves, "nodes 1000000")
        found = ours.scores(moves, f"nodes {nodes}")
        if len(found) < 2 or found.keys() != truth.keys():
            continue
        positions += 1
        compare(found, truth, moves, sums)
        if positions % 10 == 0 or positions == count:
            report(positions, sums)


main()
