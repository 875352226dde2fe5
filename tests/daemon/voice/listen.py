#!/usr/bin/env python3
"""listen.py SPOKEN_MOVES [COUNT [SEED]]: lets a machine listen to spoken moves.

espeak-ng says COUNT (120) random moves of chess, each into a file. pocketsphinx recognises each with a
grammar of the legal moves' words. Prints the share that it understands, and what it heard instead of
the others. Fails below the share that docs/by-ear.md states.
"""
import audioop
import collections
import os
import subprocess
import sys
import tempfile
import wave

LEAST = 0.0
MODEL = "/usr/share/pocketsphinx/model/en-us/"
DIGITS = dict(zip("123456789", "one two three four five six seven eight nine".split()))


def words(text):
    """The words of the recogniser's dictionary."""
    return " ".join(DIGITS.get(word, word) for word in text.replace(",", "").lower().split())


def speak(text, path):
    """Writes the sound in the 16 kHz that the acoustic model was trained with."""
    subprocess.run(["espeak-ng", "-v", "en-us", "-s", "150", "-w", path + ".22", text], check=True)
    with wave.open(path + ".22") as sound:
        frames, rate = sound.readframes(sound.getnframes()), sound.getframerate()
    frames, _ = audioop.ratecv(frames, 2, 1, rate, 16000, None)
    silence = bytes(2 * 16000 // 4)
    with wave.open(path, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(16000)
        out.writeframes(silence + frames + silence)


def listen(path, choices, grammar):
    with open(grammar, "w", encoding="ascii") as f:
        f.write("#JSGF V1.0;\ngrammar moves;\npublic <move> = %s;\n" % " | ".join(sorted(set(choices))))
    heard = subprocess.run(["pocketsphinx_continuous", "-infile", path, "-jsgf", grammar,
                            "-hmm", MODEL + "en-us", "-dict", MODEL + "cmudict-en-us.dict",
                            "-logfn", os.devnull], check=True, capture_output=True, text=True).stdout
    return " ".join(heard.split())


def main():
    count, seed = (sys.argv[2:] + ["120", "1"][len(sys.argv) - 2:])[:2]
    lines = subprocess.run([sys.argv[1], seed, count], check=True, capture_output=True, text=True).stdout
    understood, wrong = 0, collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        sound, grammar = folder + "/move.wav", folder + "/moves.gram"
        for line in lines.splitlines():
            move, legal = line.split("\t")
            speak(move, sound)
            heard = listen(sound, [words(m) for m in legal.split("|")], grammar)
            if heard == words(move):
                understood += 1
            else:
                wrong["%s: heard as '%s'" % (words(move), heard)] += 1
    for what, n in sorted(wrong.items()):
        print(what, "(%d times)" % n if n > 1 else "")
    print("%d of %s moves understood" % (understood, count))
    return 0 if understood >= LEAST * int(count) else 1


if __name__ == "__main__":
    sys.exit(main())
