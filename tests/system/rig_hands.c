#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/system/rig.h"

char
rig_piece_at(const char *position, const char *sq)
{
	int rank = 8, file = 0;

	for (const char *p = position; *p && *p != ' '; p++) {
		if (*p == '/') {
			rank--;
			file = 0;
		} else if (isdigit((unsigned char)*p)) {
			file += *p - '0';
		} else {
			if (rank == sq[1] - '0' && file == sq[0] - 'a')
				return *p;
			file++;
		}
	}
	return '.';
}

void
rig_pause(struct rig *r, unsigned ms)
{
	if (r->virtual_time)
		rig_board(r, "advance %u", ms);
	else
		rig_sleep_us(ms * 1000u);
}

static void
castle(struct rig *r, const char *from, const char *to, char king, unsigned pause_ms)
{
	bool king_side = to[0] > from[0];
	char rook = king == 'K' ? 'R' : 'r';

	rig_board(r, "lift %s", from);
	rig_pause(r, pause_ms);
	rig_board(r, "put %c%c %c", king_side ? 'g' : 'c', from[1], king);
	rig_pause(r, pause_ms);
	rig_board(r, "lift %c%c", king_side ? 'h' : 'a', from[1]);
	rig_pause(r, pause_ms);
	rig_board(r, "put %c%c %c", king_side ? 'f' : 'd', from[1], rook);
	rig_pause(r, pause_ms);
}

void
rig_play(struct rig *r, const char *position, const char *action, unsigned pause_ms)
{
	char from[3] = { action[0], action[1], 0 }, to[3] = { action[2], action[3], 0 };
	char piece = rig_piece_at(position, from), victim = rig_piece_at(position, to);

	/* Castling in chess is the king's two steps, or the king onto the rook. */
	if (toupper(piece) == 'K' &&
	    (abs(to[0] - from[0]) == 2 || (victim != '.' && islower(victim) == islower(piece)))) {
		castle(r, from, to, piece, pause_ms);
		return;
	}
	rig_board(r, "lift %s", from);
	rig_pause(r, pause_ms);
	if (action[4])
		piece = (char)(isupper(piece) ? toupper(action[4]) : tolower(action[4]));
	rig_board(r, victim == '.' ? "put %s %c" : "swap %s %c", to, piece);
	rig_pause(r, pause_ms);
	if (toupper(piece) == 'P' && from[0] != to[0] && victim == '.') {
		rig_board(r, "lift %c%c", to[0], from[1]);
		rig_pause(r, pause_ms);
	}
}

bool
rig_follow(struct rig *r, struct rig_client *c)
{
	const json_t *g = json_object_get(rig_state(c), "guidance");
	char lift[8], put[8], piece[4];

	if (!json_is_object(g))
		return false;
	snprintf(lift, sizeof(lift), "%s", rig_text(g, "lift"));
	snprintf(put, sizeof(put), "%s", rig_text(g, "put"));
	snprintf(piece, sizeof(piece), "%s", rig_text(g, "piece"));
	if (*lift) {
		rig_board(r, "lift %s", lift);
		rig_pause(r, 500);
	}
	if (*put) {
		rig_board(r, "put %s %s", put, piece);
		rig_pause(r, 500);
	}
	rig_pause(r, 2000);
	return true;
}
