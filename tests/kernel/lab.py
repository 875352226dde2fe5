"""What the tests in guests share: the cache of what was fetched, the kernels, the builds."""
import fcntl
import os

import builds
from debs import Apt
from kernels import kernel

# Which package is the newest kernel of a line, by suite.
KERNELS = {
	"bookworm": {"6.1": "linux-image-{}", "6.12": "linux-image-6.12-{}"},
	"trixie": {"6.12": "linux-image-{}"},
}


class Skip(Exception):
	"""Not to be had on this machine."""


class Lab:
	"""What the cases share: the cache, the kernels, the builds."""

	def __init__(self, build):
		self.cache = os.environ.get("HALO_CACHE") or os.path.join(builds.SOURCE,
									  "build/kernel")
		os.makedirs(self.cache, exist_ok=True)
		self.apt = Apt(self.cache)
		self.native = builds.Build(build or os.path.join(builds.SOURCE, "build/release"))

	def kernel(self, case):
		meta = KERNELS.get(self.apt.suite(), {}).get(case.kernel)
		if not meta:
			raise Skip(f"Debian {self.apt.suite()} has no kernel {case.kernel}")
		return kernel(self.apt, self.cache, meta.format(case.arch), case.arch)

	def build(self, case):
		if case.arch != "amd64":
			return builds.arm64(self.cache, self.apt.suite())
		if self.native.lines() == case.lines:
			return self.native
		return builds.gpiod(self.cache, case.lines)

	def locked(self, fetch):
		"""What is fetched while nobody else fetches."""
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
