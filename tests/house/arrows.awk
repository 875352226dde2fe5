# Reads docs/architecture.md, with "|" between fields, then `grep -n` of all includes and
# the commands of the build files in the same form, each on one line.
# A row lists in backticks what its room (or each of its rooms) may include: a room, a
# folder of daemon/ higher in the table, or one header. A library, which a row of daemon/
# also names, may link to the libraries of that list; for a header, to the library with
# its .c.
# Prints every include and link that no row allows, and every name in a row that no include
# needs; fails if it prints one.

function report(text) {
	print text
	bad = 1
}

# Returns the room of the table that contains a path; "": none.
function room_of(path, rooms) {
	while (sub(/\/[^\/]*$/, "", path))
		if (path in rooms)
			return path
	return ""
}

# Returns the path for a name in a row.
function meant(name, from) {
	if (kind == "folder" && ("daemon/" name in folders || room_of("daemon/" name, folders) ~ /\//))
		return "daemon/" name
	if (name in rooms || room_of(name, rooms))
		return name
	report("docs/architecture.md: " from " sees `" name "`, which is no room or stands below it")
	return ""
}

function read_row(from, libraries, cell,    n, part, i, m, lib, k, path) {
	m = kind == "folder" ? split(libraries, lib, "`") : 0
	for (k = 2; k <= m; k += 2)
		named[lib[k], from] = 1
	n = split(cell, part, "`")
	for (i = 2; i <= n; i += 2) {
		if ((path = meant(part[i], from)) == "")
			continue
		sees[kind, from, path] = 1
		for (k = 2; k <= m; k += 2)
			links[lib[k], path] = 1
	}
}

# ---- links ----

function folder_of(path) {
	sub(/\/[^\/]*$/, "", path)
	return path
}

# A target of the build file: `of[target, path]` for its sources and their folders.
function read_target(target, sources, n, first, where,    i, path) {
	for (i = first; i <= n; i++) {
		path = folder_of(where) "/" sources[i]
		of[target, path] = of[target, folder_of(path)] = 1
	}
}

function read_command(where, command,    n, word, i) {
	n = split(command, word, /[() \t]+/)
	while (n && word[n] == "")
		n--
	i = 3 + (word[3] == "STATIC" || word[3] == "PRIVATE")
	if (word[1] == "add_library" && where ~ /^daemon\//)
		library[word[2]] = where
	if (word[1] ~ /^add_(library|executable)$/)
		home[word[2]] = folder_of(folder_of(where) "/" word[i])
	if (word[1] ~ /^(add_library|add_executable|target_sources)$/)
		read_target(word[2], word, n, i, where)
	if (word[1] == "target_link_libraries")
		for (i = 3; i <= n; i++)
			if (word[i] ~ /^halo/ && word[i] != "halo_flags")
				link[++n_links] = where SUBSEP word[2] SUBSEP word[i]
}

function opens(path, to) {
	if ((to, path) in of)
		return 1
	return sub(/\.h$/, ".c", path) && ((to, path) in of)
}

# Reports whether the row of `from` allows the link.
function reaches(rows, a, b, to,    arrow, part, n) {
	for (arrow in rows) {
		n = split(arrow, part, SUBSEP)
		if ((n == 2 ? part[1] == a : part[1] == a && part[2] == b) && opens(part[n], to))
			return 1
	}
	return 0
}

function judge_link(where, target, to,    from, room) {
	if (!(to in home)) {
		report(where ": " target ": no room has a library " to)
		return
	}
	from = home[target]
	room = room_of(from "/", rooms)
	if (room != room_of(home[to] "/", rooms) && !reaches(sees, "room", room, to))
		report(where ": " target " of " room " does not see " to)
	if (room != "daemon" || ((to, from) in of))
		return
	# A program that no row names may use what its folder may.
	if (!((target, from) in named ? reaches(links, target, "", to) : reaches(sees, "folder", from, to)))
		report(where ": " target " of " from " does not see " to)
}

function judge_links(    i, part, name) {
	for (i = 1; i <= n_links; i++) {
		split(link[i], part, SUBSEP)
		judge_link(part[1], part[2], part[3])
	}
	for (name in named) {
		split(name, part, SUBSEP)
		if (!((part[1], part[2]) in of))
			report("docs/architecture.md: " part[2] " has nothing in a library " part[1])
	}
	for (name in library)
		if (!((name, home[name]) in named))
			report(library[name] ": no row of docs/architecture.md names " name)
	if (n_links < 50)
		report("where are the links of the build files?")
}

# ---- includes ----

# Reports whether there is an arrow, and notes the row that allows it.
function allowed(kind, from, to, file) {
	if (from == to)
		return 1
	if ((kind, from, to) in sees)
		return needed[kind, from, to] = 1
	if ((kind, from, file) in sees)
		return needed[kind, from, file] = 1
	return 0
}

FNR == 1 { file++ }
file == 1 && /^\| (room|folder) \|/ {
	kind = $2 ~ /room/ ? "room" : "folder"
	next
}
file == 1 && kind != "" && !/^\|/ { kind = "" }
file == 1 && kind != "" && !/^\|-/ {
	n = split($2, names, "`")
	if (n > 1 || $2 ~ /itself/)
		from = ""
	for (i = 2; i <= n; i += 2) {
		name = (kind == "folder" ? "daemon/" : "") names[i]
		sub(/\/$/, "", name)
		from = from (from == "" ? "" : " ") name
	}
	if (from == "")
		from = "daemon"
	n = split(from, names, " ")
	for (i = 1; i <= n; i++) {
		if (kind == "room")
			rooms[names[i]] = 1
		row[++n_rows] = kind SUBSEP names[i] SUBSEP $3 SUBSEP $(NF - 1)
	}
	next
}
file == 1 { next }

# Reads the rows once all rooms are known; folders are added one by one.
!n_read {
	for (n_read = 1; n_read <= n_rows; n_read++) {
		split(row[n_read], part, SUBSEP)
		kind = part[1]
		read_row(part[2], part[3], part[4])
		if (kind == "folder")
			folders[part[2]] = 1
	}
}
/^[^:]*CMakeLists\.txt:/ {
	split($0, part, ":")
	read_command(part[1] ":" part[2], substr($0, length(part[1] part[2]) + 3))
	next
}
{
	split($0, part, ":")
	split($0, quoted, "\"")
	where = part[1] ":" part[2]
	from = room_of(part[1], rooms)
	to = room_of(quoted[2], rooms)
	if (from == "" || to == "")
		report(where ": \"" quoted[2] "\": no row of docs/architecture.md names the room of it")
	else if (!allowed("room", from, to, quoted[2]))
		report(where ": " from " does not see " to)
	if (from != "daemon")
		next
	from = room_of(part[1], folders)
	if (part[1] !~ "^" from "/(games/)?[^/]*$") # games/ belongs to its folder
		report(where ": no row of docs/architecture.md names its folder")
	if (to == "daemon")
		to = room_of(quoted[2], folders)
	if (!allowed("folder", from, to, quoted[2]))
		report(where ": " from " does not see " to)
}
END {
	if (n_rows < 20 || !n_read)
		report("docs/architecture.md: where are the tables of rooms and folders?")
	judge_links()
	for (arrow in sees)
		if (!(arrow in needed)) {
			split(arrow, part, SUBSEP)
			report("docs/architecture.md: " part[2] " sees " part[3] ", but includes nothing of it")
		}
	exit bad
}
