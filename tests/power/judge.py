"""
What must be on a disk after a power cut, by what the player told before it.

The game on the board went through versions: each action and each takeback makes
one. An acknowledgement says that the disk has come to a version; from then on it
may hold that one or a later one, and nothing else. A game that was left is as it
stood then, as soon as something of its successor is acknowledged.
"""
import collections


class Lost(Exception):
	"""Something that was acknowledged is not there."""


class Broken(Exception):
	"""Something is there that cannot be, or cannot be read."""


# One word of the player can bring on more than one action before he has told it.
UNTOLD = 2

# Where it is not known what a seat began its turn with: longer than from one word to the
# next. And what is lost by telling microseconds as milliseconds.
CLOCK_MS = 5000
ROUNDED_MS = 1


# What may be hidden of a game; the player knows what it gave, the journal what it got.
SECRETS = ("bury:", "assign:")
NOTHING = "-"
DRAW = "draw/"
ARRAY = "array/"


class Version:
	def __init__(self, actions, sight=None, clock=None, wished=False):
		self.actions, self.sight, self.clock = actions, sight, clock
		self.wished = wished  # a takeback that may come to be, if all agree
		self.begun_ms = None  # what the seat that thinks had when its turn began


class Play:
	"""A game as it was played since the disk was looked at last."""

	def __init__(self, name, actions=(), number=None):
		self.name = name
		self.number = number  # None: nobody has acknowledged it
		self.now = list(actions)
		self.versions = [Version(self.now)]
		self.start = None   # a hash of all it began with
		self.first = None   # one of its start alone, as the journal has it too
		self.over = False
		self.settled = False
		self.waiting_ms = {}  # what each seat had when it was seen waiting last
		# What may be asked, and after how many actions, since the disk was known to have it.
		self.asked = [(len(actions), NOTHING)]

	def add(self, actions):
		self.now = actions
		self.versions.append(Version(actions))

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
		del self.versions[:at]

	def settle(self):
		"""Something of its successor is on the disk, so all of this one is."""
		self.settled = True
		self.versions = [v for v in self.versions if not v.wished][-1:]

	def version(self, actions):
		"""The version that the disk has come to, or None."""
		for v in reversed(self.versions):
			if v.actions == actions:
				return v
		return None

	def goes_on(self, actions):
		n = len(self.now)
		return actions[:n] == self.now and len(actions) - n <= UNTOLD


class Found:
	"""A game as the look at the disk brought it to light."""

	def __init__(self, name, n, digest, end, start):
		self.name, self.n, self.digest, self.end = name, n, digest, end
		self.start = start  # a hash of its text, hands and pile included
		self.actions = []

	def same(self, other):
		return (self.name, self.n, self.digest, self.end, self.start) == \
			(other.name, other.n, other.digest, other.end, other.start)

	def __str__(self):
		return f"{self.name}, {self.n} actions, {self.end}"


class Journal:
	"""One store on the disk, over many cuts."""

	def __init__(self, known=None, forgives=False):
		self.known = dict(known or {})  # number → Found: those that nobody plays any more
		self.forgives = forgives        # what is no action, result or game
		self.plays = []
		self.found = {}
		self.last = None
		self.board = None
		self.began = self.asks = None
		self.acks = 0
		self.secrets = 0  # that were given and found, of games that had not ended
		self.questions = collections.Counter()  # that were found again, by kind
		self.clocks = 0  # that were compared
		self.sights = collections.Counter()  # positions by all eyes, the same, by game
		self.played = set()  # games of which something was acknowledged

	def full_from(self):
		"""From which number on the look has to tell each action."""
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

	def line_SIGHT(self, sight):
		self.compare(sight)

	def line_LOG(self, *words):
		if "damaged" in words:
			raise Broken("the daemon found its journal damaged: " + " ".join(words))

	# ---- lines of the play ----

	def line_NEW(self, name):
		self.plays.append(Play(name))

	def line_START(self, _, start, first):
		self.plays[-1].start, self.plays[-1].first = start, first

	def line_MAY(self, n, asked):
		self.plays[-1].asked.append((int(n), asked))

	def line_ASKED(self, n, asked, kept):
		play = self.plays[-1]
		if kept == "1":
			play.asked.clear()
		play.asked.append((int(n), asked))

	def line_DO(self, at, action):
		play = self.plays[-1]
		play.add(play.now[:int(at)] + [action])

	def line_SEEN(self, _, sight, *clock):
		self.plays[-1].versions[-1].sight = sight
		self.plays[-1].see_clock(clock)

	def line_UNDO(self, n):
		play = self.plays[-1]
		# Its seed was told as it ended: from the next roll on there is another.
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

	def line_ACK(self, number, n):
		self.acks += 1
		self.played.add(self.plays[-1].name)
		for play in self.plays[:-1]:
			play.settle()
		self.plays[-1].acknowledge(int(number), int(n))

	def take(self, word, *rest):
		"""One line; those that stand for nothing here are passed over."""
		method = getattr(self, "line_" + word, None)
		if not method:
			return
		try:
			method(*rest)
		except (TypeError, ValueError, IndexError) as e:
			raise Broken(f"\"{word} {' '.join(rest)}\" makes no sense: {e}") from e

	# ---- the judgement ----

	def compare(self, sight):
		"""The look is done: is everything there? From now on this is what there is."""
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
		self.plays[0].asked = [self.asks]
		self.began = self.asks = None
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
			raise Broken(f"game {number} is on the board, game {max(reached)} was")
		self.compare_asked(play, number, n, number in new and new[number].end != "unfinished")
		if not play or number not in new:
			return
		if self.began and play.start and self.began[0] != play.start:
			raise Broken(f"game {number} ({name}, {n} actions) began with {self.began[0]}, "
				     f"was told to be {play.name} with {play.start}")
		version = play.version(new[number].actions)
		if len(new[number].actions) != n:
			raise Broken(f"the board goes on with {n} actions of {new[number].n}")
		# What came after a takeback or a resignation is seen otherwise, and was not told.
		if not version or version is not play.versions[-1] or play.over:
			return
		if version.sight and version.sight != sight:
			raise Broken(f"game {number} after {n} actions looks otherwise than it did")
		self.sights[name] += bool(version.sight and n)
		if version.clock:
			self.clocks += bool(left_of(clock))
			compare_clock(number, version, clock)


	def compare_asked(self, play, number, n, over):
		"""
		What the disk was known to have is asked, or what may have become of it since. A
		question of another moment of the game, or of another game, is not asked; a draw is
		asked on beneath actions, until the game is over, and so is whether the array
		stands, which a game may begin with before anybody is told.
		"""
		_, asked = self.asks
		told = play.asked if play else []
		may = {q for i, (at, q) in enumerate(told) if at == n or q.startswith(DRAW) and
		       not any(q == NOTHING and at < n for at, q in told[i:])}
		may |= {q for _, q in told if q.startswith(ARRAY)}
		if not may or over or any(at != n and not q.startswith(DRAW) for at, q in told):
			may.add(NOTHING)
		if n == 0:
			may.add(ARRAY + "0/")
		if asked not in may and not self.forgives:
			raise (Lost if asked == NOTHING else Broken)(
				f"game {number} after {n} actions: asked is {asked}, "
				f"not {' or '.join(sorted(may))}")
		if asked != NOTHING:
			self.questions[asked.split("/")[0]] += 1


def compare_clock(number, version, now):
	"""
	A seat that was waiting has what it had. Who was thinking has no less than was seen last,
	and no more than its turn began with: it is given what it had when the disk heard of it.
	Where the waiting seat's time grows by what the other uses, that is taken from it again.
	"""
	running, was, now = version.clock[0], left_of(version.clock), left_of(now)
	if was.keys() != now.keys():
		raise Broken(f"game {number}: the clock had {was}, and has {now}")
	hourglass = was != now and abs(sum(was.values()) - sum(now.values())) <= len(was)
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
