#!/usr/bin/env python3
"""play_recording.py HALO FILE.board FILE.expect

Plays a recording through `halo replay --live`, and helps where the board asks. It
chooses the intended option, answers a question, or enters the intended move on the
screen during guidance if the pieces are already in place. One help is given without a
question: a capture whose victim's square never read empty, which occupancy sensors
cannot show. Prints how many plies needed no help, each help with its ply, and the lost
plies. Exits 0 if all plies are as intended, else 1.

FILE.expect has one move a line, such as `e2e4`; the NAME.want of tests/traces work too.
"""
import json
import subprocess
import sys

HELPS_MAX = 4  # before one line of the recording
QUIET_S = 1.0  # delay after which a player would notice that no move is shown


class Board:
    """A running `halo replay --live`; `final` holds the actions that became final."""

    def __init__(self, halo):
        self.run = subprocess.Popen([halo, "replay", "--live"], stdin=subprocess.PIPE,
                                    stdout=subprocess.PIPE, text=True)
        self.final = []
        self.state = {}

    def take(self, line):
        words = line.split()[1:]
        if words[0] == "takeback":
            del self.final[-int(words[1]):]
        elif words[0] != "result":
            self.final.append(words[0])

    def read(self):
        for line in self.run.stdout:
            if line.startswith("{"):
                self.state = json.loads(line)
                return
            self.take(line)

    def send(self, line):
        self.run.stdin.write(line + "\n")
        self.run.stdin.flush()
        self.read()

    def end(self):
        self.run.stdin.close()
        self.read()
        self.run.wait()


def is_unseen_capture(state, action, line):
    """Reports whether a capture ended before `line` on a square that read occupied throughout."""
    rows = state["settled"].split()[0].split("/")
    row = "".join("." * int(c) if c.isdigit() else c for c in rows[8 - int(action[3])])
    return (row["abcdefgh".index(action[2])] != "." and state["lifted"] == [action[:2]] and
            line[:1] in ("+", "-") and line[1:3] not in (action[:2], action[2:4]))


def choose_help(state, meant, line):
    """Returns the help before the next event `line`, "" if too soon or none, or None."""
    action = meant[state["n_actions"]] if state["n_actions"] < len(meant) else None
    prompt = state["prompt"]
    shown = state["provisional"]
    if prompt:
        options = [o["action"] for o in prompt["options"]]
        for wanted in (action, meant[state["n_actions"] - 1] if state["n_actions"] else None):
            if wanted in options:
                chosen = prompt["chosen"]
                done = chosen is not None and options[chosen] == wanted
                return None if done else "act " + wanted
        if prompt["kind"] == "promotion":
            return None
        return "answer yes" if prompt["kind"] in ("array", "end", "pay") else "answer no"
    if not action or action not in state["actions"] or shown:
        return None
    stands = action[:2] not in state["present"] and action[2:4] in state["present"]
    if stands and (state["guidance"] or is_unseen_capture(state, action, line)):
        return "act " + action
    return None


def play(halo, lines, meant):
    board = Board(halo)
    helped = []
    late = 0.0
    before = 0.0  # time of the previous line
    for line in lines:
        head, _, event = line.partition(" ")
        timed = head.replace(".", "", 1).isdigit()
        if timed and board.state.get("phase") == "playing":
            late = max(late, float(head) - 0.001)
            quiet = late - before >= QUIET_S
            board.send(f"{late:.3f}")
            for _ in range(HELPS_MAX):
                wanted = choose_help(board.state, meant, event if quiet else "")
                if not wanted:
                    break
                helped.append((board.state["n_actions"] + 1, late, wanted))
                board.send(f"{late:.3f} {wanted}")
        board.send(line)
        before = float(head) if timed else before
    if board.state.get("phase") == "playing":
        late = board.state["time"] + 5
        board.send(f"{late:.3f}")
        wanted = choose_help(board.state, meant, "")
        if wanted:
            helped.append((board.state["n_actions"] + 1, late, wanted))
            board.send(f"{late:.3f} {wanted}")
    board.end()
    return board.final, helped


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    halo, trace, expect = sys.argv[1:]
    with open(trace, encoding="ascii") as f:
        lines = f.read().splitlines()
    with open(expect, encoding="ascii") as f:
        meant = [line.split()[-1] for line in f if line.strip() and "result" not in line]
    final, helped = play(halo, lines, meant)
    same = 0
    while same < min(len(final), len(meant)) and final[same] == meant[same]:
        same += 1
    plies = {ply for ply, _, _ in helped if ply <= same}
    print(f"{trace}: {same} of {len(meant)} plies as meant, {same - len(plies)} without help")
    for ply, time, what in helped:
        print(f"  ply {ply}, {time:.3f} s: {what}")
    if final != meant:
        print(f"  from ply {same + 1} on: meant {' '.join(meant[same:])}, "
              f"final {' '.join(final[same:]) or 'nothing'}")
    return final != meant


if __name__ == "__main__":
    sys.exit(main())
