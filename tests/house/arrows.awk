# Reads docs/architecture.md, then `grep -n` of all includes, with "|" between fields.
# A row says in backticks what its room may include: a room, a folder of daemon/
# that stands above it, or one header. Prints every include that no row allows and
# every name in a row that no include needs; fails if it printed one.

function say(text) {
	print text
	bad = 1
}

# The room of that table which a path lies in, "": none.
function room_of(path, rooms) {
	while (sub(/\/[^\/]*$/, "", path))
		if (path in rooms)
			return path
	return ""
}

# The name in a row as a path: what it stands for.
function meant(name, from) {
	if (kind == "folder" && ("daemon/" name in folders || room_of("daemon/" name, folders) ~ /\//))
		return "daemon/" name
	if (name in rooms || room_of(name, rooms))
		return name
	say("docs/architecture.md: " from " sees `" name "`, which is no room or stands below it")
	return ""
}

function read_row(from, cell,    n, part, i, path) {
	n = split(cell, part, "`")
	for (i = 2; i <= n; i += 2)
		if ((path = meant(part[i], from)) != "")
			sees[kind, from, path] = 1
}

# Is there an arrow? Whoever allows it is noted.
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
	if (split($2, part, "`") > 1) {
		from = (kind == "folder" ? "daemon/" : "") part[2]
		sub(/\/$/, "", from)
	} else if ($2 ~ /itself/) {
		from = "daemon"
	}
	if (kind == "room")
		rooms[from] = 1
	row[++n_rows] = kind SUBSEP from SUBSEP $(NF - 1)
	next
}
file == 1 { next }

# The rows, when all rooms are known; folders become known one by one.
!n_read {
	for (n_read = 1; n_read <= n_rows; n_read++) {
		split(row[n_read], part, SUBSEP)
		kind = part[1]
		read_row(part[2], part[3])
		if (kind == "folder")
			folders[part[2]] = 1
	}
}
{
	split($0, part, ":")
	split($0, quoted, "\"")
	where = part[1] ":" part[2]
	from = room_of(part[1], rooms)
	to = room_of(quoted[2], rooms)
	if (from == "" || to == "")
		say(where ": \"" quoted[2] "\": no row of docs/architecture.md names the room of it")
	else if (!allowed("room", from, to, quoted[2]))
		say(where ": " from " does not see " to)
	if (from != "daemon")
		next
	from = room_of(part[1], folders)
	if (part[1] !~ "^" from "/[^/]*$")
		say(where ": no row of docs/architecture.md names its folder")
	if (to == "daemon")
		to = room_of(quoted[2], folders)
	if (!allowed("folder", from, to, quoted[2]))
		say(where ": " from " does not see " to)
}
END {
	if (n_rows < 20 || !n_read)
		say("docs/architecture.md: where are the tables of rooms and folders?")
	for (arrow in sees)
		if (!(arrow in needed)) {
			split(arrow, part, SUBSEP)
			say("docs/architecture.md: " part[2] " sees " part[3] ", but includes nothing of it")
		}
	exit bad
}
