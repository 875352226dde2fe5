/*
 * What people are asked, what comes next, and what the board wants of the hands.
 *
 * Made of the known position alone: these sentences are on everybody's page.
 */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "daemon/words/say.h"
#include "daemon/words/words.h"

/* Another sentence behind what is said already. */
static void
then(char out[WORDS_LINE], const char *text)
{
	size_t at = strlen(out);
	const char *stop = at == 0 ? "" : strchr(".?", out[at - 1]) ? " " : ". ";

	(void)snprintf(out + at, WORDS_LINE - at, "%s%s", stop, text);
}

/* A further item of a list. */
static void
item(char out[WORDS_LINE], const char *text)
{
	size_t at = strlen(out);

	(void)snprintf(out + at, WORDS_LINE - at, "%s%s", at ? ", " : "", text);
}

/* The text becomes {1} of that sentence. */
static void
wrap(char out[WORDS_LINE], enum say what, const char *second)
{
	char inner[WORDS_LINE];

	memcpy(inner, out, WORDS_LINE);
	*out = '\0';
	if (second)
		say_with(out, WORDS_LINE, what, SAY_ARGS(inner, second));
	else
		say_with(out, WORDS_LINE, what, SAY_ARGS(inner));
}

/* ---- questions ---- */

void
words_menu(const struct game *g, unsigned kind, unsigned seat, bool late, char out[WORDS_LINE])
{
	*out = '\0';
	if (kind == PROMPT_DRAW)
		say_plain(out, WORDS_LINE, SAY_MENU_DRAW);
	else if (kind == PROMPT_RESIGN && rules_partners(g))
		say_plain(out, WORDS_LINE, SAY_MENU_GIVE_UP);
	else if (kind == PROMPT_RESIGN)
		say_with(out, WORDS_LINE, SAY_MENU_RESIGN, SAY_ARGS(words_seat(g, seat)));
	else if (rules_partners(g))
		say_plain(out, WORDS_LINE, SAY_MENU_TOGETHER);
	else
		say_plain(out, WORDS_LINE, late ? SAY_MENU_LATE : SAY_MENU);
}

void
words_choice(char out[WORDS_LINE])
{
	*out = '\0';
	say_plain(out, WORDS_LINE, SAY_CHOICE);
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
	say_with(out, WORDS_LINE,
		 rules_reveals(s->game, s->shown_from) ? SAY_ASK_REVEALS : SAY_ASK_CONFIRM,
		 SAY_ARGS(move));
}

/* Who still has to say yes. */
static void
waited_for(const struct session_state *s, char out[WORDS_LINE])
{
	*out = '\0';
	for (unsigned seat = 0; seat < rules_seats(s->game); seat++)
		if (s->prompt.needs & ~s->prompt.agreed & 1u << seat)
			item(out, words_seat(s->game, seat));
}

static void
ask_takeback(const struct session_state *s, char out[WORDS_LINE])
{
	char n[WORDS_NUMBER], who[WORDS_LINE];
	unsigned moves = s->prompt.moves, all = s->prompt.n;

	/* Rolls, burials, cards: people call them no moves. */
	if (moves == 0)
		say_plain(out, WORDS_LINE, SAY_ASK_TAKEBACK_WORD);
	else if (moves == 1)
		say_plain(out, WORDS_LINE,
			  all == 1 ? SAY_ASK_TAKEBACK_ONE : SAY_ASK_TAKEBACK_ONE_WITH);
	else
		say_with(out, WORDS_LINE, all == moves ? SAY_ASK_TAKEBACK : SAY_ASK_TAKEBACK_WITH,
			 SAY_ARGS(words_number(moves, n)));
	waited_for(s, who);
	if (s->prompt.needs)
		wrap(out, SAY_ASK_ALL, who);
	else
		wrap(out, SAY_ASK_HERE, NULL);
}

/* The first rank from left to right, as the diagram has it: "RNBQKBNR"; "": it is not full. */
static void
first_rank(const struct session_state *s, char out[WORDS_NUMBER])
{
	unsigned n = rules_files(s->game);

	*out = '\0';
	for (unsigned sq = 0; sq < n && n < WORDS_NUMBER; sq++) {
		uint8_t piece = rules_at(s->game, &s->known, sq);
		char name[4];

		if (piece == 0 || piece_colour(piece) != 0) {
			*out = '\0';
			return;
		}
		rules_piece_print(s->game, piece & (uint8_t)~PIECE_MARK, name);
		out[sq] = name[0];
		out[sq + 1] = '\0';
	}
}

static void
ask_array(const struct session_state *s, char out[WORDS_LINE])
{
	char rank[WORDS_NUMBER];

	first_rank(s, rank);
	if (*rank)
		say_with(out, WORDS_LINE, SAY_ASK_ARRAY_RANK, SAY_ARGS(rank));
	else
		say_plain(out, WORDS_LINE, SAY_ASK_ARRAY);
	wrap(out, s->guidance.on ? SAY_ASK_ARRAY_LACKS : SAY_ASK_ARRAY_OK, NULL);
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
		say_plain(out, WORDS_LINE, all_bought(p) ? SAY_ASK_BOUGHT : SAY_ASK_WHICH);
		break;
	case PROMPT_CONFIRM:
		ask_confirm(s, out);
		break;
	case PROMPT_PROMOTION:
		say_plain(out, WORDS_LINE, SAY_ASK_PROMOTION);
		break;
	case PROMPT_TAKEBACK:
		ask_takeback(s, out);
		break;
	case PROMPT_NEW_GAME:
		say_with(out, WORDS_LINE, SAY_ASK_NEW_GAME,
			 SAY_ARGS(rules_title(p->game ? p->game : s->game)));
		break;
	case PROMPT_END:
		say_with(out, WORDS_LINE, SAY_ASK_END, SAY_ARGS(words_seat(s->game, p->seat)));
		break;
	case PROMPT_PAY:
		say_plain(out, WORDS_LINE, SAY_ASK_PAY);
		break;
	case PROMPT_ARRAY:
		ask_array(s, out);
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
list_due(const struct session_state *s, struct sqset set, bool take, char out[WORDS_LINE])
{
	enum { NAMED = 2 };
	unsigned n = sqset_count(set);
	char more[WORDS_NUMBER];

	*out = '\0';
	for (unsigned i = 0; i < n && (i < NAMED || n == NAMED + 1); i++) {
		unsigned sq = sqset_pop(&set);
		char name[4], piece[WORDS_MOVE], one[WORDS_LINE] = "";

		words_piece(s->game, take ? s->removed[sq] : rules_at(s->game, &s->known, sq),
			    piece);
		rules_square_print(s->game, sq, name);
		say_with(one, sizeof(one), take ? SAY_DUE_OFF : SAY_DUE_ON, SAY_ARGS(piece, name));
		item(out, one);
	}
	if (n > NAMED + 1)
		wrap(out, SAY_DUE_MORE, words_number(n - NAMED, more));
}

/* The rules placed or removed pieces, and the board is to follow. */
static void
due_words(const struct session_state *s, char out[WORDS_LINE])
{
	char off[WORDS_LINE], on[WORDS_LINE];

	list_due(s, s->guidance.extra, true, off);
	list_due(s, s->guidance.missing, false, on);
	if (*off && *on)
		say_with(out, WORDS_LINE, SAY_DUE_BOTH, SAY_ARGS(off, on));
	else if (*off)
		say_with(out, WORDS_LINE, SAY_DUE_TAKE, SAY_ARGS(off));
	else if (*on)
		say_with(out, WORDS_LINE, SAY_DUE_PUT, SAY_ARGS(on));
}

static void
way_back(const struct session_state *s, char out[WORDS_LINE])
{
	const struct guidance *gu = &s->guidance;
	char lift[4] = "", put[4] = "", piece[WORDS_MOVE], steps[WORDS_NUMBER];

	words_piece(s->game, gu->put_piece, piece);
	if (gu->lift_sq != RULES_NO_SQ)
		rules_square_print(s->game, gu->lift_sq, lift);
	if (gu->put_sq != RULES_NO_SQ)
		rules_square_print(s->game, gu->put_sq, put);
	if (*lift && *put)
		say_with(out, WORDS_LINE, SAY_BACK_FROM, SAY_ARGS(piece, lift, put));
	else if (*put)
		say_with(out, WORDS_LINE, gu->put_from_box ? SAY_BACK_BOX : SAY_BACK_PUT,
			 SAY_ARGS(piece, put));
	else if (*lift)
		say_with(out, WORDS_LINE, SAY_BACK_TAKE, SAY_ARGS(lift));
	else
		say_plain(out, WORDS_LINE, SAY_BACK_UNLIKE);
	if (gu->steps > 1)
		wrap(out, SAY_BACK_STEPS, words_number(gu->steps, steps));
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
wrap_check(const struct session_state *s, char out[WORDS_LINE])
{
	struct sqset checked = rules_checked(s->game, &s->known);
	unsigned turn = rules_turn_seat(s->game, &s->known) & 1;

	while (!sqset_empty(checked)) {
		uint8_t king = rules_at(s->game, &s->known, sqset_pop(&checked));
		const char *name = rules_piece_name(s->game, king);
		char inner[WORDS_LINE];

		if (piece_colour(king) == turn) {
			if (strcmp(name, "king") == 0)
				wrap(out, SAY_CHECK, NULL);
			else
				wrap(out, SAY_CHECK_NAMED, say_name(name));
			continue;
		}
		memcpy(inner, out, sizeof(inner));
		*out = '\0';
		say_with(out, WORDS_LINE, SAY_CHECK_OTHER,
			 SAY_ARGS(inner, words_side(s->game, piece_colour(king)), say_name(name)));
	}
}

/* Rows are tried in their order: all bits of `awaits` may be done, and none of `but`. */
static const struct next_row {
	uint16_t awaits, but;
	enum say text;
} next_rows[] = {
	{ AWAIT_ASSIGN, 0, SAY_NEXT_ASSIGN },
	{ AWAIT_BURY, 0, SAY_NEXT_BURY },
	{ AWAIT_PROMOTE, 0, SAY_NEXT_PROMOTE },
	{ AWAIT_ROLL, 0, SAY_NEXT_ROLL },
	{ AWAIT_MOVE | AWAIT_CARD, 0, SAY_NEXT_MOVE_OR_CARD },
	{ AWAIT_CARD, 0, SAY_NEXT_CARD },
	{ AWAIT_MOVE | AWAIT_BUY, 0, SAY_NEXT_MOVE_OR_BUY },
	{ AWAIT_TRANSFER | AWAIT_END, 0, SAY_NEXT_STONE_OR_END },
	{ AWAIT_MOVE | AWAIT_TRANSFER, 0, SAY_NEXT_STACK_OR_STONE },
	{ AWAIT_TRANSFER, 0, SAY_NEXT_STONE },
	{ AWAIT_MOVE | AWAIT_END, 0, SAY_NEXT_GO_ON },
	{ AWAIT_END, AWAIT_MOVE, SAY_NEXT_CLOCK },
};

static enum say
next_text(unsigned awaits)
{
	for (size_t i = 0; i < sizeof(next_rows) / sizeof(next_rows[0]); i++) {
		const struct next_row *row = &next_rows[i];

		if ((awaits & row->awaits) == row->awaits && !(awaits & row->but))
			return row->text;
	}
	return SAY_NEXT_MOVE;
}

static void
next(const struct session_state *s, char out[WORDS_LINE])
{
	*out = '\0';
	say_with(out, WORDS_LINE,
		 session_burial_waits(s) ? SAY_NEXT_BURY_AFTER : next_text(s->awaits),
		 SAY_ARGS(words_seat(s->game, rules_turn_seat(s->game, &s->known))));
}

/* An announcement as a sentence says it; "" where it tells nothing new. */
static void
announced(const struct session_state *s, struct announcement said, char out[WORDS_LINE])
{
	char sq[4] = "", score[WORDS_NUMBER];
	const char *piece = said.piece ? say_name(rules_piece_name(s->game, said.piece)) : "";

	*out = '\0';
	rules_square_print(s->game, said.sq, sq);
	switch ((enum announcement_kind)said.kind) {
	case ANNOUNCE_CAPTURE:
		say_with(out, WORDS_LINE, SAY_TOLD_CAPTURE, SAY_ARGS(piece, sq));
		break;
	case ANNOUNCE_NO_CAPTURE:
		say_with(out, WORDS_LINE, SAY_TOLD_NO_CAPTURE, SAY_ARGS(piece, sq));
		break;
	case ANNOUNCE_RISEN:
		say_with(out, WORDS_LINE, SAY_TOLD_RISEN, SAY_ARGS(piece, sq));
		break;
	case ANNOUNCE_NO_ZOMBIE:
		say_with(out, WORDS_LINE, SAY_TOLD_NO_ZOMBIE, SAY_ARGS(sq));
		break;
	case ANNOUNCE_NO_ZOMBIES:
		/* While nothing is buried everybody knows it. */
		if (rules_reveals(s->game, s->before_last))
			say_plain(out, WORDS_LINE, SAY_TOLD_NO_ZOMBIES);
		break;
	case ANNOUNCE_CANNOT_BURY:
		say_with(out, WORDS_LINE, SAY_TOLD_CANNOT_BURY, SAY_ARGS(piece));
		break;
	case ANNOUNCE_SCORE:
		say_with(out, WORDS_LINE, SAY_TOLD_SCORE,
			 SAY_ARGS(words_number(said.number, score)));
		break;
	case ANNOUNCE_ONE_ANSWER:
		say_plain(out, WORDS_LINE, SAY_TOLD_ONE_ANSWER);
		break;
	}
}

/* What the last final action brought to light. answers: what was asked by it alone. */
static void
tell_announced(const struct session_state *s, bool answers, char out[WORDS_LINE])
{
	struct announcements said;

	if (!s->has_last || (answers && s->last.kind != ACT_ATTEMPT))
		return;
	rules_announce(s->game, s->before_last, s->last, &said);
	for (unsigned i = 0; i < said.n && strlen(out) < WORDS_LINE / 2; i++) {
		char text[WORDS_LINE];

		announced(s, said.said[i], text);
		if (*text)
			then(out, text);
	}
}

/* "e4, e5" */
static void
list_squares(const struct session_state *s, struct sqset set, char out[WORDS_LINE])
{
	*out = '\0';
	while (!sqset_empty(set)) {
		char sq[4];

		rules_square_print(s->game, sqset_pop(&set), sq);
		item(out, sq);
	}
}

/* What is laid under marked pieces, one and several; NULL where there is nothing to lay. */
static const enum say *
object_of(const struct game *g)
{
	static const struct {
		const char *game;
		enum say name[2];
	} objects[] = { { "accounting", { SAY_HALO, SAY_HALOS } },
			{ "zombie", { SAY_COIN, SAY_COINS } },
			{ "half-alice", { SAY_CHECKER, SAY_CHECKERS } } };

	for (size_t i = 0; i < sizeof(objects) / sizeof(objects[0]); i++)
		if (strcmp(objects[i].game, rules_name(g)) == 0)
			return objects[i].name;
	return NULL;
}

static void
tell_object(enum say what, enum say object, const char *squares, char out[WORDS_LINE])
{
	char text[WORDS_LINE] = "";

	say_with(text, sizeof(text), what, SAY_ARGS(say_text(object), squares));
	then(out, text);
}

/* Which objects the last action lays or takes off: told once, and lit where sensors see them. */
static void
tell_objects(const struct session_state *s, char out[WORDS_LINE])
{
	const enum say *object = object_of(s->game);
	char squares[WORDS_LINE];

	if (!s->objects || !object)
		return;
	list_squares(s, s->unlaid, squares);
	if (sqset_count(s->unlaid) > 1)
		tell_object(SAY_OBJECT_TAKE, object[1], squares, out);
	else if (*squares)
		tell_object(SAY_OBJECT_TAKE_ONE, object[0], squares, out);
	list_squares(s, s->laid, squares);
	if (*squares)
		tell_object(SAY_OBJECT_LAY, object[0], squares, out);
}

/* What everybody is told of the last final action besides what the board shows. */
static void
tell_news(const struct session_state *s, char out[WORDS_LINE])
{
	char low[WORDS_NUMBER], high[WORDS_NUMBER];

	if (s->has_last && s->last.kind == ACT_PASS)
		say_with(out, WORDS_LINE, SAY_TOLD_PASS,
			 SAY_ARGS(words_seat(s->game, rules_turn_seat(s->game, s->before_last))));
	else if (s->has_last && s->last.kind == ACT_ROLL)
		say_with(out, WORDS_LINE, SAY_TOLD_DICE,
			 SAY_ARGS(words_number(s->last.arg / 8, low),
				  words_number(s->last.arg % 8, high)));
	tell_announced(s, false, out);
	tell_objects(s, out);
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

/* An own piece is up and what it may capture, by a question. */
static bool
begun_attempt(const struct session_state *s, char out[WORDS_LINE])
{
	unsigned side = rules_turn_seat(s->game, &s->known) & 1;
	struct sqset own = rules_occupied_by(s->game, &s->known, side);
	struct sqset captor = sqset_and(s->attempt, own), target = sqset_minus(s->attempt, own);
	char from[4], to[4];

	if (sqset_empty(captor) || sqset_empty(target))
		return false;
	rules_square_print(s->game, sqset_pop(&captor), from);
	rules_square_print(s->game, sqset_pop(&target), to);
	say_with(out, WORDS_LINE, SAY_BEGUN_ATTEMPT, SAY_ARGS(from, to));
	return true;
}

/* What hands have begun, where a word helps them on. */
static bool
begun(const struct session_state *s, char out[WORDS_LINE])
{
	*out = '\0';
	if (!sqset_empty(s->attempt))
		return begun_attempt(s, out);
	if (!sqset_empty(s->buy)) {
		say_plain(out, WORDS_LINE, SAY_BEGUN_BUY);
		return true;
	}
	if (stone_up(s)) {
		say_plain(out, WORDS_LINE, SAY_BEGUN_STONE);
		return true;
	}
	return false;
}

/* An action that is shown: what it is, and who is next. */
static void
tell_shown(const struct session_state *s, char out[WORDS_LINE])
{
	char move[WORDS_MOVE], text[WORDS_LINE] = "";

	words_action(s->game, s->shown_from, s->provisional, move);
	say_with(text, sizeof(text), SAY_SHOWN,
		 SAY_ARGS(words_seat(s->game, rules_turn_seat(s->game, s->shown_from)), move));
	then(out, text);
	if (rules_outcome(s->game, &s->known, NULL).result != RESULT_ONGOING)
		return;
	/* Nobody buries before the turn is over, though nothing else is left to do in it. */
	if (rules_reveals(s->game, s->shown_from) || (s->awaits & AWAIT_BURY)) {
		then(out, say_text(SAY_SHOWN_CLOCK));
	} else {
		next(s, text);
		then(out, text);
	}
}

static void
turn_message(const struct session_state *s, char out[WORDS_LINE])
{
	char text[WORDS_LINE] = "";

	if (!s->has_provisional)
		tell_news(s, out);
	if (s->guidance.on)
		due_words(s, text);
	if (*text)
		then(out, text);
	if (begun(s, text)) {
		then(out, text);
	} else if (s->has_provisional) {
		tell_shown(s, out);
	} else {
		next(s, text);
		wrap_check(s, text);
		then(out, text);
	}
}

/* The reason as everybody may know it; one that is a seat's secret is not told here. */
static void
refusal_message(const struct session_state *s, char out[WORDS_LINE])
{
	struct position known;
	struct refusal why;

	rules_public(s->game, s->settled, &known);
	rules_refuse(s->game, &known, SEAT_TABLE, s->refused_from, s->refused_to, &why);
	then(out, why.rule ? why.text : say_text(SAY_SECRET));
}

void
words_message(const struct session_state *s, char out[WORDS_LINE])
{
	struct words_result result;

	*out = '\0';
	if (s->phase == SESSION_NO_GAME) {
		say_plain(out, WORDS_LINE, SAY_NO_GAME);
	} else if (s->prompt.kind != PROMPT_NONE && s->prompt.kind != PROMPT_PROMOTION) {
		words_prompt(s, out);
	} else if (s->over) {
		words_result(s, &result);
		then(out, result.text);
	} else if (guidance_leads(&s->guidance)) {
		char way[WORDS_LINE];

		words_guidance(s, way);
		tell_announced(s, true, out);
		then(out, way);
	} else if (s->refusal.rule) {
		refusal_message(s, out);
	} else {
		turn_message(s, out);
	}
}

/* ---- refusals ---- */

void
words_refused(const struct told *told, char *out, size_t size)
{
	static const enum say text[] = {
		[REFUSED_FOR_ALL] = SAY_NOT_FOR_ALL, [REFUSED_ONE_OF] = SAY_NOT_ONE_OF,
		[REFUSED_NOT_ASKED] = SAY_NOT_ASKED, [REFUSED_SEAT] = SAY_NOT_THAT_SEAT,
		[REFUSED_NAME] = SAY_NOT_SO_NAMED,   [REFUSED_OVER] = SAY_NOT_GAME_OVER,
		[REFUSED_CLAIM] = SAY_NOT_CLAIMED,   [REFUSED_TOO_MANY] = SAY_NOT_SO_MANY,
		[REFUSED_TOO_LONG] = SAY_NOT_KEPT,   [REFUSED_TOUCHED] = SAY_NOT_AFTER_TOUCH,
		[REFUSED_ARRAY] = SAY_NOT_SET_UP,    [REFUSED_LACKING] = SAY_NOT_SET_UP_YET,
	};
	char rule[RULES_REFUSAL_TEXT];

	if (told->refused == REFUSED_RULE) {
		rules_refusal_print(&told->rule, rule);
		(void)snprintf(out, size, "%s", rule);
		return;
	}
	assert(told->refused < sizeof(text) / sizeof(text[0]));
	(void)snprintf(out, size, "%s", say_text(text[told->refused]));
}
