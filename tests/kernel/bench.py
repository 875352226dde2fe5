"""A guest with USB sockets: QEMU inserts and pulls devices; the guest reports the effects."""
import base64
import io
import json
import os
import tarfile
import time

from debs import Trouble
from sticks import want


class Bench:
	def __init__(self, guest, place):
		self.guest = guest
		self.place = place

	def path(self, name):
		return os.path.join(self.place, name + ".img")

	def do(self, word, line):
		self.guest.say(f"{word} {line}")
		out = []
		while (text := self.guest.line()) is not None:
			if text.startswith("GUEST-RAN "):
				return int(text.split()[1]), "\n".join(out)
			out.append(text)
		raise Trouble(f"the guest ended at: {line}")

	def run(self, line):
		result, out = self.do("run", line)
		if result != 0:
			raise Trouble(f"{line}: {result}\n{out}")
		return out

	def says(self, text):
		result, out = self.do("await", f"says '{text}'")
		if result != 0:
			raise Trouble(f"the daemon never says: {text}\n{out}")

	def move(self, lift, put):
		"""By hand, on the virtual board."""
		for command in (f"lift {lift}", f"put {put}"):
			self.run(f"echo {command} | socat -t 5 - UNIX-CONNECT:/run/board/control")

	def slow(self, name, limit):
		"""Limits inputs and outputs a second from now on."""
		self.guest.qmp("qom-set", path=f"/objects/{name}-slow", property="limits",
			       value={"iops-total": limit})

	def plug(self, path, name="stick", port="1", slow=None, removable=True, **more):
		self.run(": >/run/told")
		file = {"driver": "file", "filename": path}
		if slow:
			self.guest.qmp("object-add", **{"qom-type": "throttle-group", "id": name + "-slow",
							"limits": {"iops-total": slow}})
			file = {"driver": "throttle", "throttle-group": name + "-slow", "file": file}
		self.guest.qmp("blockdev-add", driver="raw", file=file, **{"node-name": name}, **more)
		self.guest.qmp("device_add", driver="usb-storage", id=name, drive=name, bus="xhci.0",
			       port=port, removable=removable, serial=name)

	def pull(self, name="stick", slow=False, others=False):
		"""others: sticks that are still in use."""
		self.guest.qmp("device_del", id=name)
		self.release(name)
		if slow:
			self.guest.qmp("object-del", id=name + "-slow")
		if others:
			return
		# The service of a removed stick ends.
		result, out = self.do("await", "! systemctl is-active -q 'halo-usb@*'")
		if result != 0:
			raise Trouble("halo-usb stays\n" + out)


	def release(self, name):
		"""The file of a stick whose device is removed."""
		for _ in range(600):
			try:
				self.guest.qmp("blockdev-del", **{"node-name": name})
				return
			except Trouble:
				time.sleep(0.1)
		raise Trouble(f"QEMU does not let go of {name}")

	def files(self, label):
		"""Returns the files of a stick that only the kernel can read: name → bytes."""
		self.run(f"mkdir -p /run/look && mount -o ro /dev/disk/by-label/{label} /run/look")
		text = self.run("tar -C /run/look -cz haloboard | base64")
		self.run("umount /run/look")
		with tarfile.open(fileobj=io.BytesIO(base64.b64decode(text))) as tar:
			return {m.name: tar.extractfile(m).read() for m in tar if m.isfile()}

	def ask(self, *messages):
		"""Returns the daemon's replies to messages of one client."""
		words = " ".join(f"'{json.dumps(m)}'" for m in messages)
		answers = [json.loads(line) for line in self.run("ask " + words).splitlines()
			   if line.startswith("{")]
		for message, answer in zip(messages, answers, strict=True):
			want(answer["kind"] == "ok", f"{message}: {answer}")
		return answers
