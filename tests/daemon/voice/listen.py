#!/usr/bin/env python3
"""listen.py SPOKEN_MOVES COUNT SEED [names]: lets a machine listen to spoken moves.

SPOKEN_MOVES says COUNT random moves of chess as halo-voice does, each into a file. pocketsphinx
recognises each with a grammar of the legal moves' words. Prints what it heard instead of a move, and the
share that it understands. With names of files it fails below 90 %.
"""
import array
import os
import random
import subprocess
import sys
import tempfile
import wave

MODEL = "/usr/share/pocketsphinx/model/en-us/"
RATE = 16000  # of the sounds that the acoustic model was trained with
DIGITS = dict(zip("123456789", "one two three four five six seven eight nine".split()))
# The name of a file as espeak-ng says it; the dictionary has only the Roman's.
CESAR = "cesar(2) S EY Z AA\n"


def words(text):
    """The words of the recogniser's dictionary."""
    return " ".join(DIGITS.get(word, word) for word in text.lower().replace(",", "").split())


def resample(path, out):
    """Writes the sound between two quarters of a second without speech, with a room's faint noise."""
    with wave.open(path) as sound:
        speech = array.array("h", sound.readframes(sound.getnframes()) + bytes(2))
        step = sound.getframerate() / RATE
    quiet = [0] * (RATE // 4)
    places = [i * step for i in range(int((len(speech) - 1) / step))]
    between = [speech[int(p)] + (speech[int(p) + 1] - speech[int(p)]) * (p % 1) for p in places]
    samples = quiet + between + quiet
    noise = random.Random(1).choices(range(-30, 31), k=len(samples))
    with wave.open(out, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(RATE)
        sound.writeframes(array.array("h", [max(-32768, min(32767, int(s) + n)) for s, n in zip(samples, noise)]))


def listen(folder, choices):
    """What the recogniser hears in move.wav: one of the choices, or nothing."""
    with open(folder + "/moves.gram", "w", encoding="ascii") as f:
        f.write("#JSGF V1.0;\ngrammar moves;\npublic <move> = %s;\n" % " | ".join(sorted(set(choices))))
    with open(folder + "/files", "w", encoding="ascii") as f:
        f.write("move\n")
    subprocess.run(["pocketsphinx_batch", "-ctl", folder + "/files", "-cepdir", folder, "-cepext", ".wav",
                    "-adcin", "yes", "-adchdr", "44", "-jsgf", folder + "/moves.gram", "-hyp", folder + "/heard",
                    "-hmm", MODEL + "en-us", "-dict", folder + "/dictionary", "-logfn", os.devnull],
                   check=True, capture_output=True)
    with open(folder + "/heard", encoding="ascii") as f:
        return f.read().split("(")[0].strip()


def main():
    program, count, seed, *names = sys.argv[1:]
    understood = 0
    with tempfile.TemporaryDirectory() as folder:
        with open(MODEL + "cmudict-en-us.dict", encoding="utf-8") as known:
            dictionary = known.read()
        with open(folder + "/dictionary", "w", encoding="utf-8") as f:
            f.write(dictionary + CESAR)
        lines = subprocess.run([program, folder, seed, count, *names], check=True, capture_output=True, text=True).stdout
        for n, line in enumerate(lines.splitlines(), 1):
            move, legal = line.split("\t")
            resample("%s/%04d.wav" % (folder, n), folder + "/move.wav")
            heard = listen(folder, [words(m) for m in legal.split("|")])
            if heard == words(move):
                understood += 1
            else:
                print("%s: heard as '%s'" % (words(move), heard))
    print("%d of %s moves understood" % (understood, count))
    # docs/by-ear.md: names are understood.
    return 1 if names and understood < 0.9 * int(count) else 0


if __name__ == "__main__":
    sys.exit(main())
