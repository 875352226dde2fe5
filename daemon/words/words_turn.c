/*
 * What people are asked, what comes next, and what the board wants of the hands.
 *
 * Made of the known position alone: these sentences are on everybody's page.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "daemon/words/words.h"

/* Appends; what does not fit is cut. */
__attribute__((format(printf, 2, 3))) static void
add(char out[WORDS_LINE], const char *format, ...)
{
	size_t at = strlen(out);
	va_list args;

	va_start(args, format);
	(void)vsnprintf(out + at, WORDS_LINE - at, format, args);
	va_end(args);
}

static void
capitalise(char *text)
{
	if (*text >= 'a' && *text <= 'z')
		*text = (char)(*text - 'a' + 'A');
}

/* ---- questions ---- */

void
words_menu(const struct game *g, unsigned kind, unsigned seat, bool late, char out[WORDS_LINE])
{
	if (kind == PROMPT_DRAW)
		(void)snprintf(out, WORDS_LINE, "Is it a draw? OK: yes. Back: go on");
	else if (kind == PROMPT_RESIGN && rules_partners(g))
		(void)snprintf(out, WORDS_LINE, "Give the game up? OK: yes. Back: go on");
	else if (kind == PROMPT_RESIGN)
		(void)snprintf(out, WORDS_LINE, "Does %s resign? OK: yes. Back: go on",
			       words_seat(g, seat));
	else if (rules_partners(g))
		(void)snprintf(out, WORDS_LINE, "Hint: give the game up. Back: go on");
	else
		(void)snprintf(out, WORDS_LINE, "%sClock: draw. Hint: resign. Back: go on",
			       late ? "OK: claim on time. " : "");
}

void
words_choice(char out[WORDS_LINE])
{
	(void)snprintf(out, WORDS_LINE, "Put a piece on the light of a game. Back: none of them");
}

static bool
all_bought(const struct prompt *p)
{
	for (unsigned i = 0; i < p->n_options; i++)
		if (p->option[i].kind != ACT_BUY)
			return false;
	return p->n_options > 0;
}

/* What a shown action that waits for a yes is asked as. */
static void
ask_confirm(const struct session_state *s, char out[WORDS_LINE])
{
	char move[WORDS_MOVE] = "";

	if (s->prompt.n_options > 0)
		words_action(s->game, s->shown_from, s->prompt.option[0], move);
	if (rules_reveals(s->game, s->shown_from))
		(void)snprintf(out, WORDS_LINE,
			       "Was it %s, and is the turn over? The clock or OK says yes; then it "
			       "is told what rises",
			       move);
	else
		(void)snprintf(out, WORDS_LINE, "Was it %s? The clock or OK says yes", move);
}

/* Who still has to say yes. */
static void
add_waited_for(const struct session_state *s, char out[WORDS_LINE])
{
	const char *join = " Everybody must agree, on the screen; waiting for ";

	for (unsigned seat = 0; seat < rules_seats(s->game); seat++) {
		if (!(s->prompt.needs & ~s->prompt.agreed & 1u << seat))
			continue;
		add(out, "%s%s", join, words_seat(s->game, seat));
		join = ", ";
	}
}

static void
ask_takeback(const struct session_state *s, char out[WORDS_LINE])
{
	if (s->prompt.n == 1)
		(void)snprintf(out, WORDS_LINE, "Take back the last move?");
	else
		(void)snprintf(out, WORDS_LINE, "Take back %u moves?", s->prompt.n);
	if (s->prompt.needs)
		add_waited_for(s, out);
	else
		add(out, " OK: yes. Back: no");
}

void
words_prompt(const struct session_state *s, char out[WORDS_LINE])
{
	const struct prompt *p = &s->prompt;

	*out = '\0';
	switch ((enum session_prompt)p->kind) {
	case PROMPT_NONE:
		break;
	case PROMPT_WHICH:
		add(out, all_bought(p) ? "Which piece was bought?" : "Which move was it?");
		break;
	case PROMPT_CONFIRM:
		ask_confirm(s, out);
		break;
	case PROMPT_PROMOTION:
		add(out, "Promoted to another piece?");
		break;
	case PROMPT_TAKEBACK:
		ask_takeback(s, out);
		break;
	case PROMPT_NEW_GAME:
		add(out, "Begin a new game of %s? OK: yes. Back: no",
		    rules_title(p->game ? p->game : s->game));
		break;
	case PROMPT_END:
		add(out, "Is the turn of %s over? The clock or OK says yes",
		    words_seat(s->game, p->seat));
		break;
	case PROMPT_PAY:
		add(out, "The king flew: pay for it? OK: yes. Back: no");
		break;
	case PROMPT_DRAW:
	case PROMPT_RESIGN:
	case PROMPT_MENU:
		words_menu(s->game, p->kind, p->seat, false, out);
		break;
	}
}

/* ---- the way back, and what the rules did ---- */

/* "the black rook off d6, the black queen off c5 and 2 more" */
static void
add_due(const struct session_state *s, struct sqset set, bool take, char out[WORDS_LINE])
{
	enum { NAMED = 2 };
	unsigned n = sqset_count(set);

	for (unsigned i = 0; i < n && (i < NAMED || n == NAMED + 1); i++) {
		unsigned sq = sqset_pop(&set);
		char name[4], piece[WORDS_MOVE];

		words_piece(s->game, take ? s->removed[sq] : rules_at(s->game, &s->known, sq),
			    piece);
		rules_square_print(s->game, sq, name);
		add(out, "%sthe %s %s %s", i ? ", " : " ", piece, take ? "off" : "on", name);
	}
	if (n > NAMED + 1)
		add(out, " and %u more", n - NAMED);
}

/* The rules placed or removed pieces, and the board is to follow. */
static void
due_words(const struct session_state *s, char out[WORDS_LINE])
{
	const struct guidance *gu = &s->guidance;
	bool take = !sqset_empty(gu->extra);

	if (take) {
		add(out, "Take");
		add_due(s, gu->extra, true, out);
	}
	if (!sqset_empty(gu->missing)) {
		add(out, take ? "; put" : "Put");
		add_due(s, gu->missing, false, out);
	}
}

static void
way_back(const struct session_state *s, char out[WORDS_LINE])
{
	const struct guidance *gu = &s->guidance;
	char lift[4] = "", put[4] = "", piece[WORDS_MOVE];

	words_piece(s->game, gu->put_piece, piece);
	if (gu->lift_sq != RULES_NO_SQ)
		rules_square_print(s->game, gu->lift_sq, lift);
	if (gu->put_sq != RULES_NO_SQ)
		rules_square_print(s->game, gu->put_sq, put);
	if (*lift && *put)
		add(out, "Put the %s from %s back on %s", piece, lift, put);
	else if (*put)
		add(out, "Put the %s%s on %s", piece, gu->put_from_box ? " from the box" : "", put);
	else if (*lift)
		add(out, "Take the piece off %s", lift);
	else
		add(out, "The board does not show the position");
	if (gu->steps > 1)
		add(out, " (%u steps to go)", gu->steps);
}

void
words_guidance(const struct session_state *s, char out[WORDS_LINE])
{
	*out = '\0';
	if (s->guidance.due)
		due_words(s, out);
	else
		way_back(s, out);
}

/* ---- what comes next ---- */

/* Of who is to move it is "in check"; where the other's king stands so in mid-turn, it is named. */
static void
add_check(const struct session_state *s, char out[WORDS_LINE])
{
	struct sqset checked = rules_checked(s->game, &s->known);
	unsigned turn = rules_turn_seat(s->game, &s->known) & 1;

	while (!sqset_empty(checked)) {
		uint8_t king = rules_at(s->game, &s->known, sqset_pop(&checked));
		const char *name = rules_piece_name(s->game, PIECE_KING);

		if (piece_colour(king) != turn)
			add(out, "; %s's %s is attacked", words_side(s->game, piece_colour(king)),
			    name);
		else if (strcmp(name, "king") == 0)
			add(out, ", in check");
		else
			add(out, ", the %s is attacked", name);
	}
}

/* Rows are tried in their order: all bits of `awaits` may be done, and none of `but`. */
static const struct next_row {
	uint16_t awaits, but;
	const char *text; /* after who it is */
} next_rows[] = {
	{ AWAIT_ASSIGN, 0, "deals the other side's masks, in secret, on the screen" },
	{ AWAIT_BURY, 0, "buries what was captured, in secret, on the screen" },
	{ AWAIT_PROMOTE, 0, "first promotes the pawn that rose on its last rank, on the screen" },
	{ AWAIT_ROLL, 0, "to roll the dice: OK, or type in real ones" },
	{ AWAIT_MOVE | AWAIT_CARD, 0, "to move, or to play a card at once" },
	{ AWAIT_CARD, 0, "to play a card" },
	{ AWAIT_MOVE | AWAIT_BUY, 0, "to move, or to buy something first" },
	{ AWAIT_TRANSFER | AWAIT_END, 0, "may give a stone; press the clock to end the turn" },
	{ AWAIT_MOVE | AWAIT_TRANSFER, 0, "to move a stack, or to give a stone" },
	{ AWAIT_TRANSFER, 0, "to give a stone" },
	{ AWAIT_MOVE | AWAIT_END, 0, "may go on; press the clock to end the turn" },
	{ AWAIT_END, AWAIT_MOVE, "to press the clock: the turn is over" },
};

static const char *
next_text(unsigned awaits)
{
	for (size_t i = 0; i < sizeof(next_rows) / sizeof(next_rows[0]); i++) {
		const struct next_row *row = &next_rows[i];

		if ((awaits & row->awaits) == row->awaits && !(awaits & row->but))
			return row->text;
	}
	return "to move";
}

static void
add_next(const struct session_state *s, char out[WORDS_LINE])
{
	add(out, "%s %s", words_seat(s->game, rules_turn_seat(s->game, &s->known)),
	    next_text(s->awaits));
}

/* An announcement as a sentence says it. */
static void
announced(const struct session_state *s, struct announcement said, char out[WORDS_LINE])
{
	char sq[4] = "", text[RULES_ANNOUNCEMENT_TEXT];

	*out = '\0';
	rules_announcement_print(s->game, said, text);
	if (said.kind == ANNOUNCE_RISEN || said.kind == ANNOUNCE_NO_ZOMBIE)
		rules_square_print(s->game, said.sq, sq);
	if (said.kind == ANNOUNCE_RISEN)
		add(out, "zombie %s rises on %s", rules_piece_name(s->game, said.piece), sq);
	else if (said.kind == ANNOUNCE_NO_ZOMBIE)
		add(out, "no zombie on %s", sq);
	else
		add(out, "%s", text);
}

/* What the last final action brought to light. */
static void
add_announced(const struct session_state *s, char out[WORDS_LINE])
{
	struct announcements said;

	if (!s->has_last)
		return;
	rules_announce(s->game, s->before_last, s->last, &said);
	for (unsigned i = 0; i < said.n && strlen(out) < WORDS_LINE / 2; i++) {
		char text[WORDS_LINE];

		announced(s, said.said[i], text);
		if (i == 0)
			capitalise(text);
		add(out, "%s%s", text, i + 1 < said.n ? ", " : ". ");
	}
}

/* " e4, e5" */
static void
add_squares(const struct session_state *s, struct sqset set, char out[WORDS_LINE])
{
	for (const char *join = " "; !sqset_empty(set); join = ", ") {
		char sq[4];

		rules_square_print(s->game, sqset_pop(&set), sq);
		add(out, "%s%s", join, sq);
	}
}

/* What is laid under marked pieces; NULL where there is nothing to lay. */
static const char *
object_of(const struct game *g)
{
	static const char *const names[][2] = { { "accounting", "halo" },
						{ "zombie", "coin" },
						{ "half-alice", "checker" } };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strcmp(names[i][0], rules_name(g)) == 0)
			return names[i][1];
	return NULL;
}

/* Which objects the last action lays or takes off: told once, and lit where sensors see them. */
static void
add_objects(const struct session_state *s, char out[WORDS_LINE])
{
	const char *what = object_of(s->game);
	struct sqset lay = s->laid, take = s->unlaid;

	if (!s->objects || !what)
		return;
	if (!sqset_empty(take)) {
		add(out, "Take the %s%s off", what, sqset_count(take) > 1 ? "s" : "");
		add_squares(s, take, out);
	}
	if (!sqset_empty(lay)) {
		add(out, "%s a %s on", sqset_empty(take) ? "Lay" : "; lay", what);
		add_squares(s, lay, out);
	}
	if (!sqset_empty(take) || !sqset_empty(lay))
		add(out, ". ");
}

/* What everybody is told of the last final action besides what the board shows. */
static void
add_news(const struct session_state *s, char out[WORDS_LINE])
{
	if (s->has_last && s->last.kind == ACT_PASS)
		add(out, "%s passes. ",
		    words_seat(s->game, rules_turn_seat(s->game, s->before_last)));
	else if (s->has_last && s->last.kind == ACT_ROLL)
		add(out, "Dice: %u and %u. ", s->last.arg / 8, s->last.arg % 8);
	add_announced(s, out);
	add_objects(s, out);
}

/* A single stone of who is to move is up, and nothing else. */
static bool
stone_up(const struct session_state *s)
{
	struct sqset up = s->lifted;
	uint8_t piece;

	if (!(s->awaits & AWAIT_TRANSFER) || sqset_count(up) != 1)
		return false;
	piece = rules_at(s->game, &s->known, sqset_pop(&up));
	return rules_stones(s->game, piece) == 1 &&
	       piece_colour(piece) == (rules_turn_seat(s->game, &s->known) & 1);
}

/* What hands have begun, where a word helps them on. */
static bool
add_begun(const struct session_state *s, char out[WORDS_LINE])
{
	struct sqset target = s->attempt;
	char from[4] = "", to[4] = "";

	if (!sqset_empty(s->attempt)) {
		unsigned side = rules_turn_seat(s->game, &s->known) & 1;
		struct sqset own = rules_occupied_by(s->game, &s->known, side), captor;

		captor = sqset_and(target, own);
		target = sqset_minus(target, own);
		if (sqset_empty(captor) || sqset_empty(target))
			return false;
		rules_square_print(s->game, sqset_pop(&captor), from);
		rules_square_print(s->game, sqset_pop(&target), to);
		add(out, "Does %s capture %s? Set it down there to ask", from, to);
		return true;
	}
	if (!sqset_empty(s->buy)) {
		add(out, "Set the bought piece down on a lit square");
		return true;
	}
	if (stone_up(s)) {
		add(out, "Move the stone, or touch the stack that takes it");
		return true;
	}
	return false;
}

/* An action that is shown: what it is, and who is next. */
static void
add_shown(const struct session_state *s, char out[WORDS_LINE])
{
	char move[WORDS_MOVE];

	words_action(s->game, s->shown_from, s->provisional, move);
	add(out, "%s: %s", words_seat(s->game, rules_turn_seat(s->game, s->shown_from)), move);
	if (rules_outcome(s->game, &s->known, NULL).result != RESULT_ONGOING)
		return;
	/* Nobody buries before the turn is over, though nothing else is left to do in it. */
	if (rules_reveals(s->game, s->shown_from) || (s->awaits & AWAIT_BURY)) {
		add(out, ". Press the clock to end the turn");
	} else {
		add(out, ". ");
		add_next(s, out);
	}
}

static void
turn_message(const struct session_state *s, char out[WORDS_LINE])
{
	char due[WORDS_LINE] = "";

	if (!s->has_provisional)
		add_news(s, out);
	if (s->guidance.on)
		due_words(s, due);
	if (*due)
		add(out, "%s. ", due);
	if (add_begun(s, out))
		return;
	if (s->has_provisional) {
		add_shown(s, out);
		return;
	}
	add_next(s, out);
	add_check(s, out);
}

/* The reason as everybody may know it; one that is a seat's secret is not told here. */
static void
refusal_message(const struct session_state *s, char out[WORDS_LINE])
{
	struct position known;
	struct refusal why;

	rules_public(s->game, s->settled, &known);
	rules_refuse(s->game, &known, SEAT_TABLE, s->refused_from, s->refused_to, &why);
	add(out, "%s", why.rule ? why.text : "That does not go; the reason is on the mover's page");
}

void
words_message(const struct session_state *s, char out[WORDS_LINE])
{
	struct words_result result;

	*out = '\0';
	if (s->phase == SESSION_NO_GAME) {
		add(out, "No game yet: set up the pieces or choose a game");
	} else if (s->prompt.kind != PROMPT_NONE && s->prompt.kind != PROMPT_PROMOTION) {
		words_prompt(s, out);
	} else if (s->over) {
		words_result(s, &result);
		add(out, "%s", result.text);
	} else if (s->guidance.on && !s->guidance.due) {
		char way[WORDS_LINE];

		words_guidance(s, way);
		add_announced(s, out);
		add(out, "%s", way);
	} else if (s->refusal.rule) {
		refusal_message(s, out);
	} else {
		turn_message(s, out);
	}
}
