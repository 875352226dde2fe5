#!/bin/sh
# symbols.sh NM RULES ARCHIVE…: of the rule library the screen's objects call only what reads,
# prints and measures; the help pages may apply actions too. Exit 1 and a line for each offence.
set -eu
nm=$1 rules=$2
shift 2

reads='rules_game rules_games rules_name rules_title rules_files rules_ranks rules_squares
rules_seats rules_seat_name rules_seat_parse rules_square_print rules_square_parse
rules_piece_print rules_piece_parse rules_piece_name rules_stones rules_levels rules_mark rules_is_blue_and_red rules_partners rules_has_san
rules_parse
rules_board_parse
rules_print rules_at rules_occupied rules_occupied_by rules_to_act rules_turn_seat rules_turn
rules_action_print rules_action_read rules_announcement_print rules_announcement_parse
rules_reason_name rules_reason_words rules_area'
applies='rules_start rules_actions rules_action_parse rules_legal rules_apply rules_effect'

core=$("$nm" -P -g --defined-only "$rules" 2>/dev/null | awk 'NF > 2 { print $1 }')
[ -n "$core" ] || { echo "no symbols in $rules"; exit 1; }
"$nm" -A -P -u "$@" 2>/dev/null | awk -v core="$core" -v reads="$reads" -v applies="$applies" '
	BEGIN {
		n = split(core, word)
		for (i = 1; i <= n; i++)
			of_core[word[i]] = 1
		n = split(reads, word)
		for (i = 1; i <= n; i++)
			may[word[i]] = 1
		n = split(applies, word)
		for (i = 1; i <= n; i++)
			help_may[word[i]] = 1
	}
	$2 in of_core {
		calls++
		if (!($2 in may) && !($1 ~ /\[(page_)?help[_a-z]*[.]/ && $2 in help_may)) {
			print $1 " calls " $2
			bad = 1
		}
	}
	END {
		if (!calls)
			print "nothing in these objects calls the rules"
		exit bad || !calls
	}'
