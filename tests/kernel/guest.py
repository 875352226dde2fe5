"""
A guest: a kernel in QEMU that reports on a serial line. It always uses translation
(TCG): /dev/kvm may exist without working.
"""
import json
import os
import queue
import signal
import socket
import subprocess
import tempfile
import threading
import time

from debs import Trouble

# A busy host delays the guest's ticks, and the kernel would consider its timer broken.
X86 = "console=ttyS0 no_timer_check"
MACHINES = {
	"amd64": (["qemu-system-x86_64", "-M", "q35", "-cpu", "qemu64"], X86),
	# Its disks can be added and removed while running.
	"pc": (["qemu-system-x86_64", "-M", "pc", "-cpu", "qemu64"], X86),
	"arm64": (["qemu-system-aarch64", "-M", "virt", "-cpu", "cortex-a53"], "console=ttyAMA0"),
}

# Only for a hanging guest; a busy machine is slow.
PATIENCE_S = 900


class Guest:
	"""Runs until it powers off. Used with `with`: nothing remains afterwards."""

	def __init__(self, kernel, image, arch="amd64", memory=512, words="", devices=(), cpu=None,
		     shell=False, patience=PATIENCE_S):
		"""image: the initial RAM disk; beside it, IMAGE.log grows with the guest's
		output."""
		self.patience = patience
		argv, words_of = MACHINES[arch]
		self.dir = tempfile.TemporaryDirectory(prefix="halo-kernel.")
		self.qmp_path = os.path.join(self.dir.name, "qmp")
		self.begun = time.monotonic()
		self.lines = queue.Queue()
		self.log = []
		self.log_path = image.removesuffix(".img") + ".log"
		self.qmp_file = None
		if cpu:
			argv[argv.index("-cpu") + 1] = cpu
		argv = [*argv, "-accel", "tcg", "-m", str(memory), "-display", "none", "-no-reboot",
			"-nodefaults", "-serial", "stdio", "-kernel", kernel.image, "-initrd", image,
			"-append", f"{words_of} quiet panic=-1 rdinit=/init {words}",
			"-qmp", f"unix:{self.qmp_path},server=on,wait=off", *devices]
		if shell:
			self.process = subprocess.Popen(argv, preexec_fn=_dies_with_us)
			return
		self.process = subprocess.Popen(argv, stdin=subprocess.PIPE, text=True,
						stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
						errors="replace", preexec_fn=_dies_with_us)
		threading.Thread(target=self._read, daemon=True).start()

	def _read(self):
		with open(self.log_path, "w", encoding="utf-8") as log:
			for line in self.process.stdout:
				log.write(line)
				log.flush()
				# A truncated line may have another meaning.
				if line.endswith("\n"):
					self.lines.put(line.rstrip("\r\n"))
		self.lines.put(None)

	def __enter__(self):
		return self

	def __exit__(self, *_):
		if self.process.poll() is None:
			self.process.kill()
		self.process.wait()
		self.dir.cleanup()

	def seconds(self):
		return time.monotonic() - self.begun

	def line(self):
		"""Returns the guest's next line, or None at its end."""
		try:
			line = self.lines.get(timeout=max(1, self.patience - self.seconds()))
		except queue.Empty:
			raise Trouble(f"the guest says nothing more after {self.patience} s") from None
		if line is not None:
			self.log.append(f"{self.seconds():7.2f} {line}")
		return line

	def until(self, word):
		"""Reads up to a line with that word; returns the line."""
		while (line := self.line()) is not None:
			if word in line:
				return line
		raise Trouble(f"the guest ended before it said {word}")

	def say(self, text):
		"""Sends a line to the reader of the serial line in the guest."""
		self.process.stdin.write(text + "\n")
		self.process.stdin.flush()

	def photo(self, path):
		"""Returns its display's picture, as rows of (red, green, blue)."""
		self.qmp("screendump", filename=path)
		with open(path, "rb") as f:
			head, size, _, data = f.read().split(b"\n", 3)
		if head != b"P6":
			raise Trouble("QEMU's photograph is of no known kind")
		width, height = map(int, size.split())
		return [[tuple(data[3 * (y * width + x):][:3]) for x in range(width)]
			for y in range(height)]

	def rest(self):
		while self.line() is not None:
			pass

	def result(self):
		"""Returns the result of the guest's test; ending without a result is a
		failure too."""
		line = self.until("GUEST-RESULT ")
		self.rest()
		return int(line.split("GUEST-RESULT ")[1].split()[0])

	def qmp(self, command, **arguments):
		"""Sends a command to QEMU itself; returns its reply. Skips events in between."""
		if not self.qmp_file:
			s = socket.socket(socket.AF_UNIX)
			while s.connect_ex(self.qmp_path) != 0:
				if self.process.poll() is not None:
					raise Trouble("QEMU does not start")
				time.sleep(0.005)
			self.qmp_file = s.makefile("rw", encoding="utf-8")
			self.qmp_file.readline()
			self.qmp("qmp_capabilities")
		self.qmp_file.write(json.dumps({"execute": command, "arguments": arguments}) + "\n")
		self.qmp_file.flush()
		while True:
			answer = json.loads(self.qmp_file.readline())
			if "error" in answer:
				raise Trouble(f"{command}: {answer['error']['desc']}")
			if "return" in answer:
				return answer["return"]


def _dies_with_us():
	"""An abandoned emulator would occupy a core forever."""
	import ctypes
	ctypes.CDLL(None).prctl(1, signal.SIGKILL)
