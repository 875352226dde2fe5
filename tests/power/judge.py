"""
The required content of a disk after a power cut, from the player's reports before it.

The game on the board has versions: each action and each takeback makes one. An
acknowledgement means that the disk has reached a version; from then on it may hold that
version or a later one, and nothing else. A game that was left keeps its last version as
soon as anything of its successor is acknowledged.
"""
import collections


class Lost(Exception):
	"""Acknowledged data is missing."""


class Broken(Exception):
	"""Data is there that cannot be, or is unreadable."""


# One request of the player can cause more than one action before it is reported.
UNTOLD = 2

# Tolerance if a seat's time at the start of its turn is unknown: more than between two
# requests, plus rounding of microseconds to milliseconds.
CLOCK_MS = 5000
ROUNDED_MS = 1


# Actions that may be hidden: the player has what it sent, the journal what it received.
SECRETS = ("bury:", "assign:")
NOTHING = "-"
DRAW = "draw/"
ARRAY = "array/"
# Games whose end is open until the players have revealed it.
HIDING = ("cooperative", "dice-money", "masquerade", "zombie")


class Version:
	def __init__(self, actions, sight=None, clock=None, wished=False):
		self.actions, self.sight, self.clock = actions, sight, clock
		self.wished = wished  # a takeback that happens if all agree
		self.begun_ms = None  # the time of the seat to move when its turn began


class Play:
	"""A game as it was played since the last look at the disk."""

	def __init__(self, name, actions=(), number=None):
		self.name = name
		self.number = number  # None: not acknowledged yet
		self.now = list(actions)
		self.versions = [Version(self.now)]
		self.start = None   # a hash of everything that it began with
		self.first = None   # a hash of its start alone, which the journal has too
		self.over = False
		self.closing = False  # the players have confirmed its end
		self.closed = False   # and the daemon has reported it closed
		self.settled = False
		self.waiting_ms = {}  # each seat's time when it was last seen waiting
		self.open = {NOTHING}  # what may be asked now
		# Every number of actions with what may have been asked then, since the disk was
		# known to have the question.
		self.asked = [(len(actions), NOTHING)]

	def add(self, actions):
		self.now = actions
		self.versions.append(Version(actions))
		self.open = self.open_after()
		self.asked += [(len(actions), q) for q in self.open]

	def open_after(self):
		"""A draw offer stays open over actions and takebacks, any other question ends."""
		return {q if q.startswith(DRAW) else NOTHING for q in self.open}

	def may_ask(self, n, asked):
		self.open.add(asked)
		self.asked.append((n, asked))

	def asks(self, n, asked, kept):
		self.open = {asked}
		if kept:
			self.asked.clear()
		self.asked.append((n, asked))

	def see_clock(self, clock):
		version = self.versions[-1]
		version.clock = clock
		left = left_of(clock)
		self.waiting_ms.update({s: ms for s, ms in left.items() if s != clock[0]})
		version.begun_ms = self.waiting_ms.get(clock[0])

	def acknowledge(self, number, n):
		self.number = number
		at = max((i for i, v in enumerate(self.versions)
			  if len(v.actions) == n and not v.wished), default=None)
		if at is None:
			raise Broken(f"game {number}: {n} actions are acknowledged, "
				     "so many were never played")
		# Of fewer than all the disk has the first n; a takeback after them may be missing there.
		while n < len(self.now) and at > 0 and self.versions[at - 1].actions[:n] == self.now[:n]:
			at -= 1
		del self.versions[:at]

	def settle(self):
		"""Something of its successor is on the disk, so this game is complete there."""
		self.settled = True
		self.versions = [v for v in self.versions if not v.wished][-1:]

	def version(self, actions):
		"""Returns the version that the disk has reached, or None."""
		for v in reversed(self.versions):
			if v.actions == actions:
				return v
		return None

	def goes_on(self, actions):
		n = len(self.now)
		return actions[:n] == self.now and len(actions) - n <= UNTOLD


class Found:
	"""A game as found on the disk."""

	def __init__(self, name, n, digest, end, start):
		self.name, self.n, self.digest, self.end = name, n, digest, end
		self.start = start  # a hash of its text, including hands and pile
		self.actions = []

	def same(self, other):
		return (self.name, self.n, self.digest, self.end, self.start) == \
			(other.name, other.n, other.digest, other.end, other.start)

	def __str__(self):
		return f"{self.name}, {self.n} actions, {self.end}"


class Journal:
	"""One journal on the disk, over many cuts."""

	def __init__(self, forgives=False):
		self.known = {}                # number → Found: those that are no longer played
		self.forgives = forgives        # accept losses that are no action, result or game
		self.plays = []
		self.found = {}
		self.last = None
		self.board = None
		self.began = self.asks = self.ends = None
		self.acks = 0
		self.closed = self.open = 0  # ends that were found unchanged
		self.secrets = 0  # sent and found, of unfinished games
		self.questions = collections.Counter()  # found again, by kind
		self.clocks = 0  # compared
		self.sights = collections.Counter()  # equal views by all seats, by game
		self.played = set()  # games with an acknowledgement
		self.archived = set()  # games with a complete line in the archive at the last look
		self.lines = set()     # those with one now

	def full_from(self):
		"""Returns the number from which on the look must report each action."""
		return max(self.known, default=0) + 1

	# ---- lines of the look ----

	def line_GAME(self, number, name, n, digest, end, start):
		self.last = Found(name, int(n), digest, end, start)
		self.found[int(number)] = self.last

	def line_HAS(self, _, action):
		self.last.actions.append(action)

	def line_UNREADABLE(self, *why):
		raise Broken(f"a game cannot be read: {' '.join(why)}")

	def line_BOARD(self, number, name, n, recorded, *clock):
		self.board = (int(number), name, int(n), int(recorded), clock)

	def line_BEGAN(self, _, start, first):
		self.began = start, first

	def line_ASKS(self, n, asked, _):
		self.asks = int(n), asked

	def line_ENDS(self, phase, end):
		self.ends = phase == "over", end == "closed"

	def line_SIGHT(self, sight):
		self.compare(sight)

	def line_LINE(self, number):
		self.lines.add(int(number))

	def line_LOG(self, *words):
		text = " ".join(words)
		if "damaged" in words:
			raise Broken("the daemon found its journal damaged: " + text)
		if "from the archive" in text and not self.forgives:
			raise Broken("the archive has what the journal lacks: " + text)

	# ---- lines of the play ----

	def line_NEW(self, name):
		self.plays.append(Play(name))

	def line_START(self, _, start, first):
		self.plays[-1].start, self.plays[-1].first = start, first

	def line_MAY(self, n, asked):
		self.plays[-1].may_ask(int(n), asked)

	def line_ASKED(self, n, asked, kept):
		self.plays[-1].asks(int(n), asked, kept == "1")

	def line_DO(self, at, action):
		play = self.plays[-1]
		play.add(play.now[:int(at)] + [action])

	def line_SEEN(self, _, sight, *clock):
		self.plays[-1].versions[-1].sight = sight
		self.plays[-1].see_clock(clock)

	def line_UNDO(self, n):
		play = self.plays[-1]
		# Its seed was revealed at its end: later rolls use another.
		if play.over:
			play.start = None
		play.over = False
		play.waiting_ms = {}
		play.versions.append(Version(play.now[:int(n)], wished=True))

	def line_UNDONE(self, n):
		play = self.plays[-1]
		play.add(play.now[:int(n)])

	def line_RESIGNED(self):
		self.plays[-1].over = True

	def line_CLOSES(self):
		self.plays[-1].closing = True

	def line_CLOSED(self):
		self.plays[-1].closed = True

	def line_ACK(self, number, n):
		self.acks += 1
		self.played.add(self.plays[-1].name)
		for play in self.plays[:-1]:
			play.settle()
		self.plays[-1].acknowledge(int(number), int(n))

	def take(self, word, *rest):
		"""Handles one line; ignores irrelevant ones."""
		method = getattr(self, "line_" + word, None)
		if not method:
			return
		try:
			method(*rest)
		except (TypeError, ValueError, IndexError) as e:
			raise Broken(f"\"{word} {' '.join(rest)}\" makes no sense: {e}") from e

	# ---- the comparison ----

	def compare_archive(self):
		"""A synced line stays, whatever follows it in the file."""
		gone = self.archived - self.lines
		if gone:
			raise Lost(f"games {sorted(gone)} have no line in the archive any more")
		self.archived, self.lines = self.lines, set()

	def compare(self, sight):
		"""Compares after the look: is everything there? This becomes the new state."""
		self.compare_archive()
		for number, was in self.known.items():
			now = self.found.get(number)
			if not now:
				raise Lost(f"game {number} ({was}) is gone")
			if not now.same(was):
				raise Broken(f"game {number} was {was}, and is {now}")
		new = {k: v for k, v in self.found.items() if k not in self.known}
		self.compare_plays(new)
		number, name, n, recorded, _ = self.board
		if n != recorded:
			raise Broken(f"{recorded} of {n} actions of the game on the board are on disk")
		self.compare_board(new, sight)
		self.known = {k: v for k, v in self.found.items() if k != number}
		actions = new[number].actions if number in new else []
		self.plays = [Play(name, actions, number or None)]
		self.plays[0].start, self.plays[0].first = self.began or (None, None)
		self.plays[0].asks(*self.asks, kept=True)
		over, closed = self.ends
		self.plays[0].closing = self.plays[0].closed = over and closed and name in HIDING
		self.began = self.asks = self.ends = None
		self.plays[0].versions[0].sight = sight
		self.found = {}

	def compare_plays(self, new):
		nameless = [p for p in self.plays if p.number is None]
		for play in self.plays:
			if play.number is None:
				continue
			now = new.get(play.number)
			if now:
				self.compare_play(play, now)
			elif all(v.actions for v in play.versions):
				raise Lost(f"game {play.number} is gone; "
					   f"{len(play.versions[0].actions)} of its actions "
					   "were acknowledged")
		numbered = {p.number for p in self.plays}
		for number, now in sorted(new.items()):
			if number in numbered:
				continue
			at = next((i for i, p in enumerate(nameless)
				   if p.name == now.name and (p.version(now.actions) or
				   (p is self.plays[-1] and p.goes_on(now.actions)))), None)
			if at is None and self.plays and len(now.actions) > UNTOLD:
				raise Broken(f"nobody played game {number} ({now})")
			if at is not None:
				nameless[at].number = number
				del nameless[at]

	def compare_play(self, play, now):
		if not play.version(now.actions):
			if play is not self.plays[-1] or not play.goes_on(now.actions):
				raise Lost(f"game {play.number} has {now.n} actions: "
					   f"{' '.join(now.actions)}; the disk had come to "
					   f"{len(play.versions[0].actions)}: "
					   f"{' '.join(play.versions[0].actions)}")
		if play.first and play.first != now.start:
			raise Broken(f"game {play.number} ({now}) began as {now.start}, was told to be "
				     f"{play.name} from {play.first}")
		if now.end == "unfinished":
			self.secrets += sum(a.startswith(SECRETS) for a in now.actions[:len(play.now)])
		if play.settled and play.over and now.end == "unfinished":
			raise Lost(f"game {play.number} was resigned, and is not over")

	def compare_board(self, new, sight):
		if not self.plays:
			return
		number, name, n, _, clock = self.board
		play = next((p for p in self.plays if p.number == number), None)
		reached = [p.number for p in self.plays if p.number]
		if reached and number < max(reached):
			raise (Broken if max(reached) in new else Lost)(
				f"game {number} is on the board, game {max(reached)} was")
		self.compare_end(play, number, name)
		self.compare_asked(play, number, n, number in new and new[number].end != "unfinished")
		if not play or number not in new:
			return
		if self.began and play.start and self.began[0] != play.start:
			raise Broken(f"game {number} ({name}, {n} actions) began with {self.began[0]}, "
				     f"was told to be {play.name} with {play.start}")
		version = play.version(new[number].actions)
		if len(new[number].actions) != n:
			raise Broken(f"the board goes on with {n} actions of {new[number].n}")
		# After a takeback or a resignation the views differ and were not reported; a closed end shows
		# what was hidden.
		if not version or version is not play.versions[-1] or play.over or play.closing:
			return
		if version.sight and version.sight != sight:
			raise Broken(f"game {number} after {n} actions looks otherwise than it did: "
				     + differences(version.sight, sight))
		self.sights[name] += bool(version.sight and n)
		if version.clock:
			self.clocks += bool(left_of(clock))
			compare_clock(number, version, clock)


	def compare_end(self, play, number, name):
		"""A closed end is closed; an open one can be taken back."""
		over, closed = self.ends
		if not play or name not in HIDING or self.forgives:
			return
		if play.closed and not (over and closed):
			raise Lost(f"game {number} ({name}) was closed, and is not")
		if over and closed and not play.closing:
			raise Broken(f"game {number} ({name}) is closed, and nobody closed it")
		self.closed += play.closed
		self.open += over and not closed

	def compare_asked(self, play, number, n, over):
		"""
		The question known to be on the disk is asked, or what may have become
		of it since. A question of another moment or game is not asked. The
		question whether the array is set up stays open over actions, and a game
		may begin with it before any report.
		"""
		_, asked = self.asks
		moments = play.asked if play else []
		may = {q for at, q in moments if at == n or q.startswith(ARRAY)}
		if not any(at == n for at, _ in moments):
			# Actions that were not reported any more.
			may |= play.open_after() if play else {NOTHING}
		if over:
			may.add(NOTHING)
		if n == 0:
			may.add(ARRAY + "0/")
		if asked not in may and not self.forgives:
			raise (Lost if asked == NOTHING else Broken)(
				f"game {number} after {n} actions: asked is {asked}, "
				f"not {' or '.join(sorted(may))}")
		if asked != NOTHING:
			self.questions[asked.split("/")[0]] += 1


def differences(was, now):
	"""Returns the keys of the state that differ."""
	return ", ".join(a.split("=")[0] for a, b in zip(was.split(","), now.split(",")) if a != b)


def compare_clock(number, version, now):
	"""
	A waiting seat has its time unchanged. The seat to move has at least the time
	last seen, and at most the time at the start of its turn: the disk restores an
	earlier value. If the waiting seat gains what the other uses, that gain is
	subtracted.
	"""
	running, was, now = version.clock[0], left_of(version.clock), left_of(now)
	if was.keys() != now.keys():
		raise Broken(f"game {number}: the clock had {was}, and has {now}")
	if was == now:
		return  # of an hourglass too, whose seats cannot be told from equal times
	hourglass = abs(sum(was.values()) - sum(now.values())) <= len(was)
	for seat, left in was.items():
		most = left
		if seat == running:
			begun = None if hourglass else version.begun_ms
			most = left + CLOCK_MS if begun is None else begun + ROUNDED_MS
		least = left - (CLOCK_MS if hourglass and seat != running else
				ROUNDED_MS if seat == running else 0)
		if not least <= now[seat] <= most:
			raise Broken(f"game {number}: {seat} had {left} ms, and has {now[seat]}, not "
				     f"{least} to {most}; {running} was running")


def left_of(words):
	return {seat: int(left) for seat, left in (w.split("=") for w in words[1:])}
