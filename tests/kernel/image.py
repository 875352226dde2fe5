"""
The guest's root: a folder in memory, written as a cpio archive that the kernel unpacks.
Programs include their shared libraries, modules their dependencies.
"""
import lzma
import os
import re
import stat

from debs import Trouble, run

LIBRARY_FOLDERS = ("lib/{triplet}", "usr/lib/{triplet}", "lib", "usr/lib",
		   "usr/lib/{triplet}/pulseaudio", "lib/systemd", "usr/lib/{triplet}/systemd")


class Image:
	def __init__(self, triplet, roots=("/",)):
		self.entries = {}  # path below the root → (mode, bytes)
		self.folders = [os.path.join(root, f.format(triplet=triplet))
				for root in roots for f in LIBRARY_FOLDERS]

	def _parents(self, path):
		while "/" in path:
			path = path.rsplit("/", 1)[0]
			self.entries.setdefault(path, (stat.S_IFDIR | 0o755, b""))

	def folder(self, path):
		self._parents(path + "/")

	def text(self, path, text, mode=0o644):
		self.data(path, text.encode(), mode)

	def data(self, path, data, mode=0o644):
		self._parents(path)
		self.entries[path] = (stat.S_IFREG | mode, data)

	def link(self, path, target):
		self._parents(path)
		self.entries[path] = (stat.S_IFLNK | 0o777, target.encode())

	def file(self, source, path):
		mode = 0o755 if os.access(source, os.X_OK) else 0o644
		with open(source, "rb") as f:
			self.data(path, f.read(), mode)

	def tree(self, source, path, libraries=True):
		"""Adds a folder with its contents; programs with their libraries."""
		for base, _, files in os.walk(source):
			for name in files:
				full = os.path.join(base, name)
				to = os.path.normpath(os.path.join(path, os.path.relpath(full, source)))
				if os.path.islink(full):
					self.link(to, os.readlink(full))
				elif libraries and is_elf(full):
					self.program(full, to)
				else:
					self.file(full, to)

	def program(self, source, path):
		self.file(source, path)
		for library in self.needed(source):
			to = "usr/lib/" + os.path.basename(library)
			if to not in self.entries:
				self.program(library, to)

	def needed(self, source):
		"""Returns the libraries that a program names, and its interpreter."""
		out = run(["readelf", "-dlW", source])
		interpreter = re.search(r"program interpreter: (/[^\]]+)\]", out)
		if interpreter:
			at = self._find(os.path.basename(interpreter[1]), source)
			self.file(at, interpreter[1].lstrip("/"))
		return [self._find(name, source)
			for name in re.findall(r"\(NEEDED\).*\[([^\]]+)\]", out)]

	def _find(self, name, wanted_by):
		for folder in self.folders:
			if os.path.exists(os.path.join(folder, name)):
				return os.path.join(folder, name)
		raise Trouble(f"{os.path.basename(wanted_by)} needs {name}, which is not here")

	def modules(self, kernel, names):
		"""Adds modules, each with its parameters, their dependencies, and the
		order to load them."""
		base = os.path.join(kernel.root, "lib/modules", kernel.release)
		depends = {}
		with open(os.path.join(base, "modules.dep"), encoding="utf-8") as f:
			for line in f:
				path, rest = line.rstrip("\n").split(":")
				depends[module_name(path)] = (path, rest.split())
		with open(os.path.join(base, "modules.builtin"), encoding="utf-8") as f:
			builtin = {module_name(line.strip()) for line in f}
		order = []
		parameters = {}
		for words in names:
			name, _, rest = words.partition(" ")
			name = name.replace("-", "_")
			parameters[name] = rest
			if name in builtin:
				continue
			if name not in depends:
				raise Trouble(f"the kernel {kernel.release} has no module {name}")
			path, needs = depends[name]
			order += [p for p in [*reversed(needs), path] if p not in order]
		for path in order:
			with open(os.path.join(base, path), "rb") as f:
				data = f.read()
			if path.endswith(".xz"):
				data = lzma.decompress(data)
			self.data("modules/" + module_name(path) + ".ko", data)
		self.text("modules/order", "".join(
			f"{module_name(p)}.ko {parameters.get(module_name(p), '')}\n" for p in order))

	def write(self, path):
		with open(path, "wb") as f:
			for n, name in enumerate(sorted(self.entries), 1):
				mode, data = self.entries[name]
				f.write(cpio_entry(name, n, mode, data))
			f.write(cpio_entry("TRAILER!!!", 0, 0, b""))


def module_name(path):
	return os.path.basename(path).split(".")[0].replace("-", "_")


def is_elf(path):
	with open(path, "rb") as f:
		return f.read(4) == b"\x7fELF"


def cpio_entry(name, number, mode, data):
	"""Returns one file in the "newc" format: thirteen numbers in hexadecimal, name, content."""
	raw = name.encode() + b"\0"
	fields = (number, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(raw), 0)
	head = b"070701" + b"".join(b"%08X" % f for f in fields) + raw
	return head + b"\0" * (-len(head) % 4) + data + b"\0" * (-len(data) % 4)
