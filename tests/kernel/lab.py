"""The shared parts of the tests in guests: the cache of fetched files, the kernels, the builds."""
import fcntl
import os

import builds
from debs import Apt, Trouble
from kernels import kernel

# The package of the newest kernel of a line, by suite. Debian 13 has one line.
KERNELS = {
	"bookworm": {"6.1": "linux-image-{}", "6.12": "linux-image-6.12-{}"},
	"trixie": {"6.1": "linux-image-{}", "6.12": "linux-image-{}"},
}


class Lab:
	"""The shared cache, kernels and builds."""

	def __init__(self, build):
		self.cache = builds.shell("halo_cache")  # what is fetched, for all checkouts
		self.work = os.path.join(builds.SOURCE, "build/kernel")  # what is built of this one
		os.makedirs(self.work, exist_ok=True)
		self.apt = Apt(self.cache)
		self.native = builds.Build(build or os.path.join(builds.SOURCE, "build/release"))

	def kernel(self, case):
		meta = KERNELS.get(self.apt.suite(), {}).get(case.kernel)
		if not meta:
			raise Trouble(f"Debian {self.apt.suite()} has no kernel {case.kernel}")
		return kernel(self.apt, self.cache, meta.format(case.arch), case.arch)

	def build(self, case):
		if case.arch != "amd64":
			return builds.arm64()
		if self.native.lines() == case.lines:
			return self.native
		return builds.gpiod(self.work, case.lines)

	def locked(self, fetch):
		"""Fetches under a lock, one process at a time."""
		with open(os.path.join(self.cache, "lock"), "w", encoding="utf-8") as lock:
			fcntl.flock(lock, fcntl.LOCK_EX)
			return fetch()

	def prepared(self, case):
		def fetch():
			k, b = self.kernel(case), self.build(case)
			b.make(*builds.PROGRAMS, *(["halo-screen"] if case.screen else []))
			return k, b

		return self.locked(fetch)


def busybox(lab, arch):
	if arch == lab.apt.arch:
		return "/bin/busybox"
	return os.path.join(lab.apt.kept(f"busybox-static:{arch}"), "bin/busybox")
