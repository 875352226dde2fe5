"""
A drive with a volatile write cache for QEMU: an NBD server on a Unix socket. Reads see
every write; a write is kept only after a later flush. At a power cut some of the
unflushed writes reach the platter and some do not, at random.

Not modelled: drives that damage data they have kept, and drives that ignore a flush.
"""
import socket
import struct
import threading

UNIT = 4096  # a drive writes this much completely or not at all

MAGIC, OPTION, REPLY = 0x4E42444D41474943, 0x49484156454F5054, 0x3E889045565A9
REQUEST, ANSWER = 0x25609513, 0x67446698
OPT_EXPORT_NAME, OPT_ABORT, OPT_INFO, OPT_GO = 1, 2, 6, 7
REP_ACK, REP_INFO, REP_UNSUPPORTED = 1, 3, 0x80000001
READ, WRITE, DISCONNECT, FLUSH = range(4)
FIXED_NO_ZEROES = 3
HAS_FLAGS_FLUSH = 1 | 4
INVALID = 22


class Drive:
	"""Used with `with`; `image` is the platter's content, at first and again after a cut."""

	def __init__(self, path, image):
		self.path = path
		self.platter = bytearray(image)
		self.seen = bytearray(image)  # the content that reads return
		self.waiting = []             # (offset, bytes) since the last flush
		self.writes = self.flushes = 0
		self.lock = threading.Lock()
		self.left = None              # writes until the power goes
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
		"""Cuts power with that many writes from now on."""
		with self.lock:
			self.left = writes

	def stop(self):
		"""Cuts power now: later requests get no reply."""
		self.dead.set()

	@staticmethod
	def _silent(s):
		"""
		A drive without power sends no reply, not even an error, which QEMU
		would report to the guest. Waits until QEMU is killed.
		"""
		while s.recv(1 << 16):
			pass

	def cut(self, chance):
		"""Returns the platter's content after the cut, and (unflushed pieces, kept
		pieces)."""
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
			pass  # QEMU was killed, which these tests do on purpose
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
			# The last write is in the cache and gets no reply.
			if self.dead.is_set():
				return False
		s.sendall(struct.pack(">IIQ", ANSWER, error, handle) + out)
		return True

	def _write(self, at, data):
		self.writes += 1
		self.seen[at:at + len(data)] = data
		self.waiting.append((at, data))
		if self.left is not None:
			self.left -= 1
			if self.left <= 0:
				self.dead.set()

	def _flush(self):
		self.flushes += 1
		for at, data in self.waiting:
			self.platter[at:at + len(data)] = data
		self.waiting.clear()
