#!/usr/bin/env bash
# The drawn state machines agree with their texts, and name every prompt and everything
# that a session may await.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
bad=0

# Print the lines of all labels of a text, and of a drawing.
lines_of_text() {
	grep -oE 'label="[^"]*"' "$1" | sed -E 's/^label="(.*)"$/\1/; s/\\n/\n/g' | sort -u
}
lines_of_drawing() {
	sed -nE 's/.*<text [^>]*>([^<]*)<\/text>.*/\1/p' "$1" |
		sed -E 's/&#45;/-/g; s/&#39;/'"'"'/g; s/&gt;/>/g; s/&lt;/</g; s/&#160;/ /g; s/&amp;/\&/g' |
		sort -u
}

for text in docs/machines/*.dot; do
	drawing=${text%.dot}.svg
	if [ ! -f "$drawing" ]; then
		echo "$text is not drawn: dot -Tsvg $text -o $drawing"
		bad=1
	elif ! diff <(lines_of_text "$text") <(lines_of_drawing "$drawing"); then
		echo "$drawing is not what $text says: dot -Tsvg $text -o $drawing"
		bad=1
	fi
done

drawn=$(for text in docs/machines/*.dot; do lines_of_text "$text"; done)
while read -r name; do
	if ! grep -qw "$name" <<<"$drawn"; then
		echo "no picture in docs/machines/ has $name"
		bad=1
	fi
done < <(grep -oE '\b(PROMPT|AWAIT)_[A-Z_]+' daemon/session/session.h | grep -vx PROMPT_NONE | sort -u)
exit $bad
