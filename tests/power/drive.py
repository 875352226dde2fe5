"""
A drive with a volatile write cache, as QEMU meets it: an NBD server on a Unix
socket. Reads see every write; a write is kept only once a flush has come after
it. When the power goes, of what was not flushed some pieces are on the platter
and some are not, by chance.

What it does not model: drives that damage what they have kept already, or that
lie about a flush.
"""
import socket
import struct
import threading

UNIT = 4096  # what a drive writes whole, or not at all
LOG = b"\x37\x7f\x06"  # as SQLite's log begins, in either order of bytes

MAGIC, OPTION, REPLY = 0x4E42444D41474943, 0x49484156454F5054, 0x3E889045565A9
REQUEST, ANSWER = 0x25609513, 0x67446698
OPT_EXPORT_NAME, OPT_ABORT, OPT_INFO, OPT_GO = 1, 2, 6, 7
REP_ACK, REP_INFO, REP_UNSUPPORTED = 1, 3, 0x80000001
READ, WRITE, DISCONNECT, FLUSH = range(4)
FIXED_NO_ZEROES = 3
HAS_FLAGS_FLUSH = 1 | 4
INVALID = 22


class Drive:
	"""With `with`; `image` is what is on the platter at first, and after a cut again."""

	def __init__(self, path, image):
		self.path = path
		self.platter = bytearray(image)
		self.seen = bytearray(image)  # what reads see
		self.waiting = []             # (offset, bytes) since the last flush
		self.writes = self.flushes = 0
		self.lock = threading.Lock()
		self.left = None              # writes until the power goes
		self.after_log = None         # so many, from where a log begins
		self.dead = threading.Event()
		self.listener = socket.socket(socket.AF_UNIX)
		self.listener.bind(path)
		self.listener.listen(1)
		self.thread = threading.Thread(target=self._serve, daemon=True)
		self.thread.start()

	def __enter__(self):
		return self

	def __exit__(self, *_):
		self.listener.close()

	def arm(self, writes):
		"""The power goes with that many writes from now on."""
		with self.lock:
			self.left = writes

	def arm_log(self, writes):
		"""The same, counted from the write that begins a log of SQLite's."""
		with self.lock:
			self.after_log = writes

	def log_waits(self):
		"""A log was begun, and its beginning not flushed yet."""
		with self.lock:
			return any(self._begins_log(data) for _, data in self.waiting)

	@staticmethod
	def _begins_log(data):
		return any(data.startswith(LOG, i) for i in range(0, len(data), UNIT))

	def stop(self):
		"""The power goes now: whatever is asked from here on is not answered."""
		self.dead.set()

	@staticmethod
	def _silent(s):
		"""
		A drive without power answers nothing, no error either: what a machine says that
		is told of one never happened. Until QEMU is killed.
		"""
		while s.recv(1 << 16):
			pass

	def cut(self, chance):
		"""What is on the platter after it; (pieces that waited, pieces kept)."""
		with self.lock:
			self.dead.set()
			pieces = [(at + i, data[i:i + UNIT]) for at, data in self.waiting
				  for i in range(0, len(data), UNIT)]
			keep = chance.choice((0.1, 0.5, 0.9))
			kept = [p for p in pieces if chance.random() < keep]
			for at, data in kept:
				self.platter[at:at + len(data)] = data
			return len(pieces), len(kept)

	# ---- the protocol ----

	def _serve(self):
		try:
			s, _ = self.listener.accept()
			with s, s.makefile("rb") as f:
				if self._greet(s, f):
					while self._request(s, f):
						pass
					if self.dead.is_set():
						self._silent(s)
		except (OSError, EOFError, ValueError):
			pass  # QEMU was killed: that is what these tests are about
		self.dead.set()

	@staticmethod
	def _read(f, n):
		data = f.read(n)
		if len(data) < n:
			raise EOFError
		return data

	def _greet(self, s, f):
		s.sendall(struct.pack(">QQH", MAGIC, OPTION, FIXED_NO_ZEROES))
		self._read(f, 4)
		export = struct.pack(">QH", len(self.seen), HAS_FLAGS_FLUSH)
		while True:
			_, option, length = struct.unpack(">QII", self._read(f, 16))
			self._read(f, length)

			def reply(kind, data=b"", option=option):
				s.sendall(struct.pack(">QIII", REPLY, option, kind, len(data))
					  + data)

			if option == OPT_EXPORT_NAME:
				s.sendall(export)
				return True
			if option in (OPT_INFO, OPT_GO):
				reply(REP_INFO, struct.pack(">H", 0) + export)
				reply(REP_ACK)
				if option == OPT_GO:
					return True
			elif option == OPT_ABORT:
				reply(REP_ACK)
				return False
			else:
				reply(REP_UNSUPPORTED)

	def _request(self, s, f):
		_, _, kind, handle, at, length = struct.unpack(">IHHQQI", self._read(f, 28))
		data = self._read(f, length) if kind == WRITE else b""
		with self.lock:
			if self.dead.is_set() or kind == DISCONNECT:
				return False
			error = INVALID if at + length > len(self.seen) else 0
			out = b""
			if kind == READ and not error:
				out = bytes(self.seen[at:at + length])
			elif kind == WRITE and not error:
				self._write(at, data)
			elif kind == FLUSH:
				self._flush()
			elif not error:
				error = INVALID
			# The last write is in the cache, and nobody hears of it.
			if self.dead.is_set():
				return False
		s.sendall(struct.pack(">IIQ", ANSWER, error, handle) + out)
		return True

	def _write(self, at, data):
		self.writes += 1
		self.seen[at:at + len(data)] = data
		self.waiting.append((at, data))
		if self.after_log is not None and self._begins_log(data):
			self.left, self.after_log = self.after_log, None
		if self.left is not None:
			self.left -= 1
			if self.left <= 0:
				self.dead.set()

	def _flush(self):
		self.flushes += 1
		for at, data in self.waiting:
			self.platter[at:at + len(data)] = data
		self.waiting.clear()
