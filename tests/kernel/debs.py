"""
Debian packages without installation: apt fetches them into a cache folder, where they
are unpacked. apt keeps separate lists in the cache, with the sources of this machine,
so no root is needed and the machine is unchanged.
"""
import glob
import os
import shutil
import subprocess
import tarfile


class Trouble(Exception):
	"""A sentence that the user can act on."""


def run(argv, **more):
	"""Runs a program; shows its output only on failure."""
	r = subprocess.run(argv, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
			   stdin=subprocess.DEVNULL, check=False, **more)
	if r.returncode != 0:
		raise Trouble(f"{' '.join(map(str, argv))} failed:\n{r.stdout.strip()}")
	return r.stdout


def put(path, text):
	with open(path, "w", encoding="utf-8") as f:
		f.write(text)


def once(folder, fill):
	"""
	Returns the folder, after fill(PATH) if it does not exist yet. An interrupted
	fill leaves nothing that looks complete.
	"""
	if not os.path.isdir(folder):
		half = folder + ".half"
		shutil.rmtree(half, ignore_errors=True)
		os.makedirs(half)
		fill(half)
		os.rename(half, folder)
	return folder


class Apt:
	def __init__(self, cache):
		self.dir = os.path.join(cache, "apt")
		self.updated = False
		self.arch = run(["dpkg", "--print-architecture"]).strip()

	def _env(self):
		return dict(os.environ, APT_CONFIG=os.path.join(self.dir, "apt.conf"), LC_ALL="C")

	@staticmethod
	def suite():
		with open("/etc/os-release", encoding="utf-8") as f:
			words = dict(line.rstrip("\n").split("=", 1) for line in f if "=" in line)
		return words.get("VERSION_CODENAME", "")

	def _sources(self):
		"""This machine's suites, and the backports of its main suite."""
		form = "$(SITE)|$(RELEASE)|$(COMPONENT)"
		lines = run(["apt-get", "indextargets", "--format", form, "Created-By: Packages"])
		rows = sorted(set(tuple(l.split("|")) for l in lines.split()))
		codename = self.suite()
		rows += [(site, release + "-backports", c) for site, release, c in rows
			 if release == codename and c == "main"]
		if not codename or not rows:
			raise Trouble("the kernel tests fetch Debian's packages; "
				      "this machine names no Debian source to apt")
		key = "/usr/share/keyrings/debian-archive-keyring.gpg"
		ours = [r for r in rows if r[1].startswith(codename)]
		return "".join(f"deb [signed-by={key}] {site} {release} {c}\n"
			       for site, release, c in ours)

	def update(self):
		if self.updated:
			return
		for d in ("state/lists/partial", "cache/archives/partial"):
			os.makedirs(os.path.join(self.dir, d), exist_ok=True)
		sources = os.path.join(self.dir, "sources.list")
		put(os.path.join(self.dir, "apt.conf"), f"""
Dir::State "{self.dir}/state";
Dir::State::status "/var/lib/dpkg/status";
Dir::Cache "{self.dir}/cache";
Dir::Etc::sourcelist "{sources}";
Dir::Etc::sourceparts "/dev/null";
APT::Architectures {{ "{self.arch}"; "arm64"; }};
APT::Sandbox::User "";
""")
		put(sources, self._sources())
		try:
			run(["apt-get", "update", "-qq", "--error-on=any"], env=self._env())
		except Trouble as e:
			raise Trouble("Debian's packages cannot be fetched: is there a network? Once here "
				      f"they are kept.\n{e}") from None
		self.updated = True

	def depends(self, package, prefix):
		"""Returns the first dependency of `package` whose name begins so."""
		self.update()
		for line in run(["apt-cache", "depends", package], env=self._env()).splitlines():
			name = line.split()[-1].strip("<>").split(":")[0]
			if "Depends:" in line and name.startswith(prefix):
				return name
		raise Trouble(f"{package} depends on no {prefix}…")

	def unpack(self, packages, into):
		"""Fetches packages and unpacks them into a folder."""
		self.update()
		keep = os.path.join(into, ".debs")
		os.makedirs(keep)
		run(["apt-get", "download", "-q", *packages], env=self._env(), cwd=keep)
		for deb in glob.glob(os.path.join(keep, "*.deb")):
			run(["dpkg-deb", "-x", deb, into])
		shutil.rmtree(keep)

	def kept(self, package):
		"""Returns the folder with the unpacked package, which is kept for later."""
		folder = os.path.join(os.path.dirname(self.dir), "package-" + package.replace(":", "-"))
		return once(folder, lambda half: self.unpack([package], half))


def take_from_tar(path, names, into):
	"""Extracts some files of a large archive, by their names below its first folder."""
	left = set(names)
	with tarfile.open(path, "r|*") as tar:
		for member in tar:
			name = member.name.split("/", 1)[-1]
			if name not in left or not member.isfile():
				continue
			with open(os.path.join(into, os.path.basename(name)), "wb") as f:
				shutil.copyfileobj(tar.extractfile(member), f)
			left.remove(name)
			if not left:
				return
	raise Trouble(f"{path} has no {', '.join(sorted(left))}")
