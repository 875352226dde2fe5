# A board's schematic as SVG, from text:
#
#   awk -f schematic.awk parts.txt BOARD.ini BOARD.sheet >BOARD.svg
#
# A sheet has one thing a line:
#
#   title TEXT
#   size W H
#   part REF KIND X Y [sensor.N]   a box of parts.txt; its channels and address
#                                  come from that section of the description
#   net REF PIN NET                a pin of it is on another net than usual
#   text X Y TEXT
#   wire X1 Y1 X2 Y2 [X3 Y3 …]
#   dot X Y
#   reed|diode|led|resistor|capacitor|ground|supply|sensor X Y TEXT
#
# Nets are told by their names, as in any schematic: what has the same name is
# one wire.

function esc(t) { gsub(/&/, "\\&amp;", t); gsub(/</, "\\&lt;", t); return t }
function text(x, y, t, how) { printf "<text x=\"%d\" y=\"%d\"%s>%s</text>\n", x, y, how, esc(t) }
function line(x1, y1, x2, y2) { printf "<path d=\"M%d %dL%d %d\"/>\n", x1, y1, x2, y2 }
function rest(n,   t, i) { t = $n; for (i = n + 1; i <= NF; i++) t = t " " $i; return t }

# Hexadecimal without its 0x.
function hex(t,   i, n) {
	n = 0
	for (i = 3; i <= length(t); i++)
		n = n * 16 + index("0123456789abcdef", tolower(substr(t, i, 1))) - 1
	return n
}

# What pin p of part r is on.
function net_of(r, p,   s, n, c) {
	if ((r, p) in over)
		return over[r, p]
	n = pin_net[kind[r], p]
	s = section[r]
	if (n ~ /^channel /) {
		c = substr(n, 9)
		return (s, c) in square && square[s, c] != "-" ? square[s, c] : "-"
	}
	if (n ~ /^A[0-2]$/)
		return int(address[s] / 2 ^ substr(n, 2)) % 2 ? "+3V3" : "GND"
	if ((n == "SDA" || n == "SCL") && s in port)
		return n "." port[s]
	if (n == "INT" && s != "" && !(s in interrupt))
		return "-"
	return n
}

function stub(r, p, x, y, right,   n) {
	n = net_of(r, p)
	text(right ? x - 4 : x + 4, y + 4, p, right ? " text-anchor=\"end\"" : "")
	line(x, y, right ? x + 14 : x - 14, y)
	if (n == "-")
		text(right ? x + 17 : x - 17, y + 4, "×", right ? " class=\"net\"" : " class=\"net\" text-anchor=\"end\"")
	else
		text(right ? x + 17 : x - 17, y + 4, n, right ? " class=\"net\"" : " class=\"net\" text-anchor=\"end\"")
}

function box(r,   k, i, l, n, w, h, x, y) {
	k = kind[r]
	x = at_x[r]
	y = at_y[r]
	n = lefts[k] > rights[k] ? lefts[k] : rights[k]
	w = 128
	h = n * 16 + 12
	printf "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n", x, y, w, h
	text(x, y - 5, r " " k (section[r] in addr_text ? " " addr_text[section[r]] : ""), " class=\"name\"")
	for (i = 1; i <= lefts[k]; i++)
		stub(r, left[k, i], x, y + i * 16, 0)
	for (i = 1; i <= rights[k]; i++)
		stub(r, right_[k, i], x + w, y + i * 16, 1)
}

FNR == 1 { file++ }
/^#/ || /^$/ || /^;/ { next }

file == 1 && $1 == "kind" { k = $2; next }
file == 1 && $1 == "left" { left[k, ++lefts[k]] = $2; pin_net[k, $2] = rest(3); next }
file == 1 && $1 == "right" { right_[k, ++rights[k]] = $2; pin_net[k, $2] = rest(3); next }

file == 2 && /^\[/ { s = substr($1, 2, length($1) - 2); in_map = 0; next }
file == 2 && $1 == "address" { address[s] = hex($3); addr_text[s] = $3 (s in port ? ", port " port[s] : ""); in_map = 0; next }
file == 2 && $1 == "interrupt" { interrupt[s] = $3; in_map = 0; next }
file == 2 && $1 == "mux" { split($3, m, "/"); port[s] = m[2]; addr_text["mux"] = m[1]; in_map = 0; next }
file == 2 && $1 == "map" { in_map = s ~ /^sensor/; c = 0; for (i = 3; i <= NF; i++) if (in_map) square[s, c++] = $i; next }
file == 2 && /^[ \t]/ { for (i = 1; i <= NF; i++) if (in_map) square[s, c++] = $i; next }
file == 2 { in_map = 0; next }

$1 == "title" { title = rest(2) }
$1 == "size" {
	printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"11\">\n", $2, $3
	print "<style>rect,path,circle{fill:none;stroke:#222}text{fill:#222}.net{fill:#06c}.name{font-weight:bold}.title{font-size:18px;font-weight:bold}.dot{fill:#222}</style>"
	printf "<path d=\"M0 0H%dV%dH0Z\" style=\"fill:#fff;stroke:none\"/>\n", $2, $3
	text(20, 30, title, " class=\"title\"")
}
$1 == "part" { kind[$2] = $3; at_x[$2] = $4; at_y[$2] = $5; section[$2] = $6; order[++parts] = $2 }
$1 == "net" { over[$2, $3] = $4 }
$1 == "text" { text($2, $3, rest(4), "") }
$1 == "net_label" { text($2, $3, rest(4), " class=\"net\"") }
$1 == "heading" { text($2, $3, rest(4), " class=\"name\"") }
$1 == "wire" { d = "M" $2 " " $3; for (i = 4; i < NF; i += 2) d = d "L" $i " " $(i + 1); printf "<path d=\"%s\"/>\n", d }
$1 == "dot" { printf "<circle cx=\"%d\" cy=\"%d\" r=\"2.5\" class=\"dot\"/>\n", $2, $3 }
# Two-ended symbols lie from left (X) to right (X + 40).
$1 == "reed" {
	line($2, $3, $2 + 10, $3); line($2 + 30, $3, $2 + 40, $3); line($2 + 10, $3, $2 + 28, $3 - 7)
	printf "<path d=\"M%d %dh24a9 9 0 0 1 0 18h-24a9 9 0 0 1 0 -18\"/>\n", $2 + 8, $3 - 10
	text($2 + 2, $3 - 14, rest(4), "")
}
$1 == "diode" {
	line($2, $3, $2 + 14, $3); line($2 + 26, $3, $2 + 40, $3)
	printf "<path d=\"M%d %dv12l12 -6zM%d %dv12\"/>\n", $2 + 14, $3 - 6, $2 + 26, $3 - 6
	text($2 + 8, $3 + 20, rest(4), "")
}
$1 == "led" {
	line($2, $3, $2 + 14, $3); line($2 + 26, $3, $2 + 40, $3)
	printf "<path d=\"M%d %dv12l12 -6zM%d %dv12M%d %dl6 -6m-3 0h3v3M%d %dl6 -6m-3 0h3v3\"/>\n", $2 + 14, $3 - 6, $2 + 26, $3 - 6, $2 + 20, $3 - 7, $2 + 26, $3 - 7
	text($2 + 34, $3 - 5, rest(4), "")
}
$1 == "resistor" {
	line($2, $3, $2 + 8, $3); line($2 + 32, $3, $2 + 40, $3)
	printf "<path d=\"M%d %dh24v10h-24z\"/>\n", $2 + 8, $3 - 5
	text($2 + 4, $3 - 9, rest(4), "")
}
$1 == "capacitor" {
	line($2, $3, $2 + 17, $3); line($2 + 23, $3, $2 + 40, $3)
	printf "<path d=\"M%d %dv14M%d %dv14\"/>\n", $2 + 17, $3 - 7, $2 + 23, $3 - 7
	text($2 + 6, $3 - 11, rest(4), "")
}
$1 == "ground" { printf "<path d=\"M%d %dv6m-8 0h16m-13 3h10m-7 3h4\"/>\n", $2, $3 }
$1 == "supply" { printf "<path d=\"M%d %dv-8m-6 0h12\"/>\n", $2, $3; text($2 - 12, $3 - 12, rest(4), " class=\"net\"") }
$1 == "sensor" {
	printf "<rect x=\"%d\" y=\"%d\" width=\"60\" height=\"52\"/>\n", $2, $3
	text($2 + 4, $3 - 4, rest(4), ""); text($2 + 4, $3 + 14, "VCC", ""); text($2 + 4, $3 + 30, "OUT", ""); text($2 + 4, $3 + 46, "GND", "")
}

END {
	for (i = 1; i <= parts; i++)
		box(order[i])
	print "</svg>"
}
