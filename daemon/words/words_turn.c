/*
 * Sentences about questions, the next step, and guidance of the pieces. They
 * use only the known position: these sentences are on everybody's page.
 */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "hw/lang/lang.h"
#include "hw/text/text.h"
#include "daemon/words/words.h"

/* Appends another sentence. */
static void
then(char out[WORDS_LINE], const char *text)
{
	size_t at = strlen(out);
	const char *stop = at == 0 ? "" : strchr(".?", out[at - 1]) ? " " : ". ";

	(void)snprintf(out + at, WORDS_LINE - at, "%s%s", stop, text);
}

/* Appends an item to a list. */
static void
item(char out[WORDS_LINE], const char *text)
{
	size_t at = strlen(out);

	(void)snprintf(out + at, WORDS_LINE - at, "%s%s", at ? ", " : "", text);
}

/* Inserts the text as {1} into that sentence. */
static void
wrap(char out[WORDS_LINE], const char *what, const char *second)
{
	char inner[WORDS_LINE];

	memcpy(inner, out, WORDS_LINE);
	if (second)
		lang_print(out, WORDS_LINE, what, inner, second);
	else
		lang_print(out, WORDS_LINE, what, inner);
}

/* ---- questions ---- */

void
words_menu(const struct game *g, unsigned kind, unsigned seat, bool late, char out[WORDS_LINE])
{
	if (kind == PROMPT_DRAW)
		lang_print(out, WORDS_LINE, tr("Is it a draw? OK: yes. Back: go on"));
	else if (kind == PROMPT_REVEAL)
		lang_print(out, WORDS_LINE,
			   tr("Show everything that was hidden? The end can then not be taken "
			      "back. OK: yes. Back: no"));
	else if (kind == PROMPT_RESIGN && rules_partners(g))
		lang_print(out, WORDS_LINE, tr("Give the game up? OK: yes. Back: go on"));
	else if (kind == PROMPT_RESIGN)
		lang_print(out, WORDS_LINE, tr("Does {1} resign? OK: yes. Back: go on"),
			   words_seat(g, seat));
	else if (rules_partners(g))
		lang_print(out, WORDS_LINE, tr("Hint: give the game up. Back: go on"));
	else
		lang_print(out, WORDS_LINE,
			   late ? tr("OK: claim on time. Clock: draw. Hint: resign. Back: go on")
				: tr("Clock: draw. Hint: resign. Back: go on"));
}

static bool
all_bought(const struct prompt *p)
{
	for (unsigned i = 0; i < p->n_options; i++)
		if (p->option[i].kind != ACT_BUY)
			return false;
	return p->n_options > 0;
}

/* Asks whether a shown action is confirmed. */
static void
ask_confirm(const struct session_state *s, char out[WORDS_LINE])
{
	char move[WORDS_MOVE] = "";

	if (s->prompt.n_options > 0)
		words_action(s->game, s->shown_from, s->prompt.option[0], move);
	lang_print(out, WORDS_LINE,
		   rules_reveals(s->game, s->shown_from)
			   ? tr("Was it {1}, and is the turn over? The clock or OK says yes; then "
				"you see what rises")
		   : s->prompt.option[0].kind == ACT_CASTLE
			   ? tr("Was it castling, {1}? The clock or OK says yes")
			   : tr("Was it {1}? The clock or OK says yes"),
		   move);
}

/* Names the piece that the pawn is exchanged for, and offers others. */
static void
ask_kind(const struct session_state *s, char out[WORDS_LINE])
{
	const struct prompt *p = &s->prompt;
	struct action a = p->option[p->chosen < p->n_options ? p->chosen : 0];
	unsigned colour = rules_turn_seat(s->game, s->option_from) & 1;
	char piece[WORDS_MOVE], name[4];

	words_piece(s->game, piece_make(a.arg, colour), piece);
	rules_square_print(s->game, a.to, name);
	lang_print(out, WORDS_LINE, tr("Now the {1} on {2}, or another piece?"), piece, name);
}

/* Lists the players whose agreement is missing. */
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
	char who[WORDS_LINE];
	unsigned moves = s->prompt.moves, all = s->prompt.n;

	/* Players do not call rolls, burials and cards moves. */
	if (moves == 0)
		lang_print(out, WORDS_LINE, tr("Take back what was chosen last?"));
	else if (moves == 1)
		lang_print(out, WORDS_LINE,
			   all == 1 ? tr("Take back the last move?")
				    : tr("Take back the last move, and what belongs to it?"));
	else
		lang_print(out, WORDS_LINE,
			   all == moves ? tr("Take back {1} moves?")
					: tr("Take back {1} moves, and what belongs to them?"),
			   LANG_N(moves));
	waited_for(s, who);
	if (s->prompt.needs)
		wrap(out, tr("{1} Everybody must agree, on the screen; waiting for {2}"), who);
	else
		wrap(out, tr("{1} OK: yes. Back: no"), NULL);
}

/* Reports whether the rank has a piece on each square, of different kinds. */
static bool
is_array_rank(const struct session_state *s, unsigned rank)
{
	unsigned files = rules_files(s->game), first = rank * files;
	uint8_t kind = (uint8_t)piece_kind(rules_at(s->game, &s->known, first));
	bool differ = false;

	for (unsigned sq = first; sq < first + files; sq++) {
		if (rules_at(s->game, &s->known, sq) == 0)
			return false;
		differ |= piece_kind(rules_at(s->game, &s->known, sq)) != kind;
	}
	return differ;
}

/* Spells the heights of a rank of stacks, from a to h: "4, 2, 3, 6, royal stone …". */
static void
spell_stacks(const struct session_state *s, unsigned rank, char out[WORDS_LINE])
{
	unsigned files = rules_files(s->game);

	*out = '\0';
	for (unsigned file = 0; file < files; file++) {
		uint8_t piece = rules_at(s->game, &s->known, rank * files + file);
		unsigned stones = rules_stones(s->game, piece);

		item(out, stones > 0 ? LANG_N(stones) : tr(rules_piece_name(s->game, piece)));
	}
}

/* Spells a rank from a to h: "rook, knight, bishop … (RNB…)". */
static void
spell_rank(const struct session_state *s, unsigned rank, char out[WORDS_LINE])
{
	unsigned files = rules_files(s->game);
	char letters[LANG_NUMBER] = "", name[4];

	*out = '\0';
	for (unsigned file = 0; file < files && file + 1 < LANG_NUMBER; file++) {
		uint8_t piece = rules_at(s->game, &s->known, rank * files + file);

		item(out, tr(rules_piece_name(s->game, piece)));
		rules_piece_print(s->game, (uint8_t)piece_kind(piece), name);
		letters[file] = name[0];
		letters[file + 1] = '\0';
	}
	wrap(out, tr("{1} ({2})"), letters);
}

/* Writes what to set up: the rank that is next, spelled if its pieces differ. */
static void
setup_words(const struct session_state *s, char out[WORDS_LINE])
{
	unsigned ranks = rules_ranks(s->game);
	unsigned rank = guidance_rank(&s->guidance, rules_files(s->game), ranks);
	bool stacks = rules_stones(s->game, PIECE_PAWN) > 0;
	char pieces[WORDS_LINE];

	if (rank == ranks)
		rank = 0; /* all stand: the first rank, to compare */
	if (stacks && is_array_rank(s, rank)) {
		spell_stacks(s, rank, pieces);
		lang_print(out, WORDS_LINE,
			   tr("Set up as in the picture. Stones on rank {1}: {2}"),
			   LANG_N(rank + 1), pieces);
	} else if (is_array_rank(s, rank)) {
		spell_rank(s, rank, pieces);
		lang_print(out, WORDS_LINE, tr("Set up as in the picture. Rank {1}: {2}"),
			   LANG_N(rank + 1), pieces);
	} else if (s->guidance.kind != GUIDANCE_NONE) {
		lang_print(out, WORDS_LINE, tr("Set up as in the picture. Rank {1} now"),
			   LANG_N(rank + 1));
	} else {
		lang_print(out, WORDS_LINE, tr("Set up as in the picture"));
	}
	if (stacks)
		then(out, tr("Stack draughts, or take chess pieces: the screen counts"));
	if (sqset_empty(s->guidance.missing) && sqset_empty(s->guidance.extra))
		then(out, tr("OK: they stand so"));
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
		lang_print(out, WORDS_LINE,
			   all_bought(p) ? tr("Which piece was bought?")
					 : tr("Which move was it?"));
		break;
	case PROMPT_CONFIRM:
		ask_confirm(s, out);
		break;
	case PROMPT_PROMOTION:
		ask_kind(s, out);
		break;
	case PROMPT_TAKEBACK:
		ask_takeback(s, out);
		break;
	case PROMPT_NEW_GAME:
		lang_print(out, WORDS_LINE,
			   p->n ? tr("Begin a new game of {1}? This one is kept. OK: yes. Back: "
				     "take everything back")
				: tr("Begin a new game of {1}? OK: yes. Back: no"),
			   rules_title(p->game ? p->game : s->game));
		break;
	case PROMPT_END:
		lang_print(out, WORDS_LINE, tr("Is the turn of {1} over? The clock or OK says yes"),
			   words_seat(s->game, p->seat));
		break;
	case PROMPT_PAY:
		lang_print(out, WORDS_LINE, tr("The king flew: pay for it? OK: yes. Back: no"));
		break;
	case PROMPT_ARRAY:
		setup_words(s, out);
		break;
	case PROMPT_DRAW:
	case PROMPT_RESIGN:
	case PROMPT_MENU:
	case PROMPT_REVEAL:
		words_menu(s->game, p->kind, p->seat, false, out);
		break;
	}
}

/* ---- half-made actions ---- */

/* Names an action that is half made: "Castling", "En passant", or the move. */
static void
name_half(const struct session_state *s, const struct position *from, struct action a,
	  char out[WORDS_MOVE])
{
	struct footprint f;
	bool aside = false;

	rules_footprint(s->game, from, a, &f);
	for (unsigned i = 0; i < f.n; i++)
		aside |= f.change[i].cause == CAUSE_CAPTURED && f.change[i].sq != a.to;
	if (a.kind == ACT_CASTLE)
		lang_print(out, WORDS_MOVE, tr("Castling"));
	else if (a.kind == ACT_MOVE && aside)
		lang_print(out, WORDS_MOVE, tr("En passant"));
	else
		words_action(s->game, from, a, out);
}

/* Writes what is to be put down next of an action whose pieces are in the hand. */
static bool
begun_half(const struct session_state *s, char out[WORDS_LINE])
{
	char action[WORDS_MOVE], piece[WORDS_MOVE], put[4];
	const struct change *next = NULL;
	struct position before;
	struct footprint f;

	rules_public(s->game, s->half_from, &before);
	rules_footprint(s->game, &before, s->half, &f);
	for (unsigned i = 0; i < f.n; i++) {
		const struct change *c = &f.change[i];

		if (c->after == 0 || c->cause == CAUSE_MARKED || sqset_has(s->present, c->sq))
			continue;
		if (!next || c->sq == s->half.to)
			next = c;
	}
	if (!next)
		return false;
	name_half(s, &before, s->half, action);
	words_piece(s->game, next->after, piece);
	rules_square_print(s->game, next->sq, put);
	lang_print(out, WORDS_LINE, tr("{1}: now the {2} on {3}"), action, piece, put);
	return true;
}

/* ---- guidance, and changes by the rules ---- */

/* Lists pieces: "the black rook off d6, the black queen off c5 and 2 more". */
static void
list_due(const struct session_state *s, struct sqset set, bool take, char out[WORDS_LINE])
{
	enum { NAMED = 2 };
	unsigned n = sqset_count(set);

	*out = '\0';
	for (unsigned i = 0; i < n && (i < NAMED || n == NAMED + 1); i++) {
		unsigned sq = sqset_pop(&set);
		char name[4], piece[WORDS_MOVE], one[WORDS_LINE] = "";

		words_piece(s->game, take ? s->removed[sq] : rules_at(s->game, &s->known, sq),
			    piece);
		rules_square_print(s->game, sq, name);
		lang_print(one, sizeof(one), take ? tr("the {1} off {2}") : tr("the {1} on {2}"),
			   piece, name);
		item(out, one);
	}
	if (n > NAMED + 1)
		wrap(out, tr("{1} and {2} more"), LANG_N(n - NAMED));
}

/* Reports whether one of the squares is straight beside `sq`. */
static bool
is_beside(const struct game *g, struct sqset squares, unsigned sq)
{
	unsigned files = rules_files(g), file = sq % files;

	return (file > 0 && sqset_has(squares, sq - 1)) ||
	       (file + 1 < files && sqset_has(squares, sq + 1)) ||
	       (sq >= files && sqset_has(squares, sq - files)) ||
	       (sq + files < rules_squares(g) && sqset_has(squares, sq + files));
}

/*
 * Adds why the rules removed the pieces in `off`: the piece of the last action stands beside
 * them and removes by its arrival (Accounting's Regulator).
 */
static void
wrap_remover(const struct session_state *s, struct sqset off, char out[WORDS_LINE])
{
	unsigned sq = s->has_provisional ? s->provisional.to : s->last.to;
	enum piece_kind kind = rules_removing_kind(s->game);
	char name[4], what[WORDS_LINE];
	uint8_t piece;

	if (kind == PIECE_NONE || (!s->has_provisional && !s->has_last) ||
	    !is_beside(s->game, off, sq))
		return;
	piece = rules_at(s->game, &s->known, sq);
	if (piece_kind(piece) != kind)
		return;
	rules_square_print(s->game, sq, name);
	memcpy(what, out, WORDS_LINE);
	lang_print(out, WORDS_LINE, tr("{1}: indicted by the {2} on {3}"), what,
		   tr(rules_piece_name(s->game, piece)), name);
}

/* Writes the guidance after the rules placed or removed pieces. */
static void
due_words(const struct session_state *s, char out[WORDS_LINE])
{
	char off[WORDS_LINE], on[WORDS_LINE];

	list_due(s, s->guidance.extra, true, off);
	wrap_remover(s, s->guidance.extra, off);
	list_due(s, s->guidance.missing, false, on);
	if (*off && *on)
		lang_print(out, WORDS_LINE, tr("Take {1}; put {2}"), off, on);
	else if (*off)
		lang_print(out, WORDS_LINE, tr("Take {1}"), off);
	else if (*on)
		lang_print(out, WORDS_LINE, tr("Put {1}"), on);
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
		lang_print(out, WORDS_LINE,
			   gu->put_back ? tr("Put the {1} from {2} back on {3}")
					: tr("Put the {1} from {2} on {3}"),
			   piece, lift, put);
	else if (*put)
		lang_print(out, WORDS_LINE,
			   gu->put_from_box ? tr("Put the {1} from the box on {2}")
					    : tr("Put the {1} on {2}"),
			   piece, put);
	else if (*lift)
		lang_print(out, WORDS_LINE, tr("Take the piece off {1}"), lift);
	else
		lang_print(out, WORDS_LINE, tr("The board does not show the position"));
	if (gu->steps > 1)
		wrap(out, tr("{1} ({2} steps to go)"), LANG_N(gu->steps));
}

/* Writes the next carry of a half-made action: "Castling: now the white rook from h1 to f1". */
static void
way_onward(const struct session_state *s, char out[WORDS_LINE])
{
	const struct guidance *gu = &s->guidance;
	char action[WORDS_MOVE], piece[WORDS_MOVE], lift[4] = "", put[4] = "";
	struct position before;
	uint8_t what = gu->put_piece;

	rules_public(s->game, s->shown_from, &before);
	if (gu->put_sq == RULES_NO_SQ && gu->lift_sq != RULES_NO_SQ)
		what = rules_at(s->game, &before, gu->lift_sq);
	words_piece(s->game, what, piece);
	name_half(s, &before, s->provisional, action);
	if (gu->lift_sq != RULES_NO_SQ)
		rules_square_print(s->game, gu->lift_sq, lift);
	if (gu->put_sq != RULES_NO_SQ)
		rules_square_print(s->game, gu->put_sq, put);
	if (*lift && *put)
		lang_print(out, WORDS_LINE, tr("{1}: now the {2} from {3} to {4}"), action, piece,
			   lift, put);
	else if (*put)
		lang_print(out, WORDS_LINE, tr("{1}: now the {2} on {3}"), action, piece, put);
	else
		lang_print(out, WORDS_LINE, tr("{1}: now take the {2} off {3}"), action, piece,
			   lift);
}

void
words_guidance(const struct session_state *s, char out[WORDS_LINE])
{
	*out = '\0';
	if (s->guidance.kind == GUIDANCE_DUE)
		due_words(s, out);
	else if (s->guidance.onward && s->has_provisional)
		way_onward(s, out);
	else if (s->sets_up && s->guidance.steps > GUIDANCE_FEW)
		setup_words(s, out);
	else
		way_back(s, out);
}

void
words_replay(const struct session_state *s, enum words_replay stage, const char *end,
	     char out[WORDS_LINE])
{
	char action[WORDS_MOVE];

	switch (stage) {
	case WORDS_REPLAY_SETUP:
	case WORDS_REPLAY_NEXT:
		words_guidance(s, out);
		break;
	case WORDS_REPLAY_ASTRAY:
		words_guidance(s, out);
		wrap(out, tr("Not the move of this game. {1}"), NULL);
		break;
	case WORDS_REPLAY_UNSEEN:
		name_half(s, &s->known, s->provisional, action);
		lang_print(out, WORDS_LINE, tr("{1}: no sensor sees this. OK goes on"), action);
		break;
	case WORDS_REPLAY_END:
		if (*end)
			lang_print(out, WORDS_LINE, tr("The end: {1}"), end);
		else
			lang_print(out, WORDS_LINE, tr("The game was left here"));
		break;
	}
}

/* ---- the next step ---- */

/*
 * Adds "in check" for the player to move. If the other side's king is in check in the middle of
 * a turn, names that side.
 */
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
				wrap(out, tr("{1}, in check"), NULL);
			else
				wrap(out, tr("{1}, the {2} is attacked"), tr(name));
			continue;
		}
		memcpy(inner, out, sizeof(inner));
		lang_print(out, WORDS_LINE, tr("{1}; {2}'s {3} is attacked"), inner,
			   words_side(s->game, piece_colour(king)), tr(name));
	}
}

/* Rows are tried in order. A row matches if `awaits` has all of its bits and none of `but`. */
static const struct next_row {
	uint16_t awaits, but;
	const char *text;
} next_rows[] = {
	{ AWAIT_ASSIGN, 0, N_("{1} deals the other side's masks, in secret, on the screen") },
	{ AWAIT_BURY, 0, N_("{1} buries what was captured, in secret, on the screen") },
	{ AWAIT_PROMOTE, 0, N_("{1} first promotes the pawn that rose, on the screen") },
	{ AWAIT_ROLL, 0, N_("{1} to roll the dice: OK, or type in real ones") },
	{ AWAIT_MOVE | AWAIT_CARD, 0, N_("{1} to move, or to play a card at once") },
	{ AWAIT_CARD, 0, N_("{1} to play a card") },
	{ AWAIT_MOVE | AWAIT_BUY, 0, N_("{1} to move, or to buy something first") },
	{ AWAIT_TRANSFER | AWAIT_END, 0,
	  N_("{1} may give a stone; Done or the clock ends the turn") },
	{ AWAIT_MOVE | AWAIT_TRANSFER, 0, N_("{1} to move a stack, or to give a stone") },
	{ AWAIT_TRANSFER, 0, N_("{1} to give a stone") },
	{ AWAIT_MOVE | AWAIT_END, 0, N_("{1} may go on; Done or the clock ends the turn") },
	{ AWAIT_END, AWAIT_MOVE, N_("{1} to end the turn: Done or the clock") },
};

static const char *
next_text(unsigned awaits)
{
	for (size_t i = 0; i < sizeof(next_rows) / sizeof(next_rows[0]); i++) {
		const struct next_row *row = &next_rows[i];

		if ((awaits & row->awaits) == row->awaits && !(awaits & row->but))
			return tr(row->text);
	}
	return tr("{1} to move");
}

static void
next(const struct session_state *s, char out[WORDS_LINE])
{
	lang_print(out, WORDS_LINE,
		   session_burial_waits(s) ? tr("Then {1} buries") : next_text(s->awaits),
		   words_seat(s->game, rules_turn_seat(s->game, &s->known)));
}

/* Writes an announcement as a sentence; "" if it adds nothing. */
static void
announced(const struct session_state *s, struct announcement said, char out[WORDS_LINE])
{
	char sq[4] = "";
	const char *piece = said.piece ? tr(rules_piece_name(s->game, said.piece)) : "";

	*out = '\0';
	rules_square_print(s->game, said.sq, sq);
	switch ((enum announcement_kind)said.kind) {
	case ANNOUNCE_CAPTURE:
		lang_print(out, WORDS_LINE, tr("Yes: the {1} captures on {2}"), piece, sq);
		break;
	case ANNOUNCE_NO_CAPTURE:
		lang_print(out, WORDS_LINE, tr("No: the {1} does not capture on {2}"), piece, sq);
		break;
	case ANNOUNCE_RISEN:
		lang_print(out, WORDS_LINE, tr("Zombie {1} rises on {2}"), piece, sq);
		break;
	case ANNOUNCE_NO_ZOMBIE:
		lang_print(out, WORDS_LINE, tr("No zombie on {1}"), sq);
		break;
	case ANNOUNCE_NO_ZOMBIES:
		/* If no piece can rise, players know that without an announcement. */
		if (rules_reveals(s->game, s->before_last))
			lang_print(out, WORDS_LINE, tr("Nothing rises"));
		break;
	case ANNOUNCE_CANNOT_BURY:
		lang_print(out, WORDS_LINE,
			   tr("Nothing is free to hide the {1}: it is gone for good"), piece);
		break;
	case ANNOUNCE_SCORE:
		lang_print(out, WORDS_LINE, tr("Score {1}"), LANG_N(said.number));
		break;
	case ANNOUNCE_ONE_ANSWER:
		lang_print(out, WORDS_LINE, tr("Red has one move to answer"));
		break;
	case ANNOUNCE_CROOKED:
		lang_print(out, WORDS_LINE, tr("The {1} on {2} is now crooked"), piece, sq);
		break;
	}
}

/*
 * Appends the announcements of the last final action. answers: only if that
 * action was a question (ACT_ATTEMPT).
 */
static void
write_announced(const struct session_state *s, bool answers, char out[WORDS_LINE])
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

/* Lists squares: "e4, e5". */
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

/* Returns the object placed under marked pieces, singular and plural; NULL: the game has none. */
static const char *const *
object_of(const struct game *g)
{
	static const struct {
		char mark;
		const char *name[2];
	} objects[] = { { '*', { N_("halo"), N_("halos") } },
			{ '^', { N_("coin"), N_("coins") } },
			{ '@', { N_("checker"), N_("checkers") } } };

	for (size_t i = 0; i < sizeof(objects) / sizeof(objects[0]); i++)
		if (objects[i].mark == rules_mark(g))
			return objects[i].name;
	return NULL;
}

static void
write_object(const char *what, const char *object, const char *squares, char out[WORDS_LINE])
{
	char text[WORDS_LINE] = "";

	lang_print(text, sizeof(text), what, tr(object), squares);
	then(out, text);
}

/*
 * Appends the objects that the last action adds or removes. They are mentioned once, and lit if
 * the sensors see them.
 */
static void
write_objects(const struct session_state *s, char out[WORDS_LINE])
{
	const char *const *object = object_of(s->game);
	char squares[WORDS_LINE];

	if (!s->objects || !object)
		return;
	list_squares(s, s->unlaid, squares);
	if (sqset_count(s->unlaid) > 1)
		write_object(tr("Take the {1} off {2}"), object[1], squares, out);
	else if (*squares)
		write_object(tr("Take the {1} off {2}"), object[0], squares, out);
	list_squares(s, s->laid, squares);
	if (*squares)
		write_object(tr("Lay a {1} on {2}"), object[0], squares, out);
}

/* Appends public results of the last final action that the board does not show. */
static void
append_results(const struct session_state *s, char out[WORDS_LINE])
{
	if (s->has_last && s->last.kind == ACT_PASS)
		lang_print(out, WORDS_LINE, tr("{1} passes"),
			   words_seat(s->game, rules_turn_seat(s->game, s->before_last)));
	else if (s->has_last && s->last.kind == ACT_ROLL)
		lang_print(out, WORDS_LINE, tr("Dice: {1} and {2}"), LANG_N(s->last.arg / 8),
			   LANG_N(s->last.arg % 8));
	write_announced(s, false, out);
	write_objects(s, out);
}

/* Reports whether exactly one piece is lifted: a single stone of the side to move. */
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

/*
 * Writes which stack is to be set down again: one is up that may take a stone from a touched or
 * lifted one.
 */
static bool
taker_up(const struct session_state *s, char out[WORDS_LINE])
{
	struct sqset near = sqset_or(s->lifted, s->adjusted);
	struct action list[RULES_ACTIONS_MAX], give = { 0 };
	size_t n = s->awaits & AWAIT_TRANSFER ? rules_actions(s->game, &s->known, list) : 0;
	unsigned fits = 0;
	char from[4], to[4];

	for (size_t i = 0; i < n && sqset_count(near) == 2; i++) {
		if (list[i].kind != ACT_TRANSFER || !sqset_has(near, list[i].from) ||
		    !sqset_has(near, list[i].to) || !sqset_has(s->lifted, list[i].to))
			continue;
		give = list[i];
		fits++;
	}
	if (fits == 0)
		return false;
	rules_square_print(s->game, give.from, from);
	rules_square_print(s->game, give.to, to);
	if (fits == 1)
		lang_print(out, WORDS_LINE,
			   tr("A stone from {1}: set the stack on {2} down again to give it"), from,
			   to);
	else
		lang_print(out, WORDS_LINE, tr("Set the stack that takes a stone down again"));
	return true;
}

/* Reports whether some action takes the piece of that square, or tries to. */
static bool
is_takeable(const struct session_state *s, unsigned sq)
{
	struct action list[RULES_ACTIONS_MAX];
	size_t n = rules_actions(s->game, &s->known, list);

	for (size_t i = 0; i < n; i++) {
		struct footprint f;

		if (list[i].kind == ACT_ATTEMPT && list[i].to == sq)
			return true;
		if (list[i].kind != ACT_MOVE)
			continue;
		rules_footprint(s->game, &s->known, list[i], &f);
		for (unsigned k = 0; k < f.n; k++)
			if (f.change[k].sq == sq && f.change[k].cause == CAUSE_CAPTURED)
				return true;
	}
	return false;
}

/*
 * Writes what to do with a piece that alone is up and may not move: of the other side, or before
 * the dice, a card or a burial.
 */
static bool
idle_up(const struct session_state *s, char out[WORDS_LINE])
{
	bool moves = s->awaits & (AWAIT_MOVE | AWAIT_TRANSFER);
	struct sqset up = s->lifted;
	char name[4], piece[WORDS_MOVE];
	uint8_t what;
	unsigned sq;

	if (s->guidance.kind != GUIDANCE_NONE || sqset_count(up) != 1)
		return false;
	sq = sqset_pop(&up);
	what = rules_at(s->game, &s->known, sq);
	if (moves && piece_colour(what) == (rules_turn_seat(s->game, &s->known) & 1))
		return false;
	words_piece(s->game, what, piece);
	rules_square_print(s->game, sq, name);
	lang_print(out, WORDS_LINE,
		   !moves               ? tr("Until then the {1} stays on {2}")
		   : is_takeable(s, sq) ? tr("Capture the {1} from {2}, or put it back")
					: tr("Nothing captures the {1}: put it back on {2}"),
		   piece, name);
	return true;
}

/* Writes the question of an attempt, once an own piece and its possible victim are lifted. */
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
	lang_print(out, WORDS_LINE, tr("Does {1} capture {2}? Set it down there to ask"), from, to);
	return true;
}

/* Writes a hint about a move in progress, if there is one. */
static bool
begun(const struct session_state *s, char out[WORDS_LINE])
{
	*out = '\0';
	if (!sqset_empty(s->attempt))
		return begun_attempt(s, out);
	if (s->half_made)
		return begun_half(s, out);
	if (!sqset_empty(s->buy)) {
		lang_print(out, WORDS_LINE, tr("Set the bought piece down on a lit square"));
		return true;
	}
	if (taker_up(s, out))
		return true;
	if (stone_up(s)) {
		lang_print(out, WORDS_LINE, tr("Move the stone, or touch the stack that takes it"));
		return true;
	}
	if (!sqset_empty(s->takers)) {
		struct sqset giver = s->transfer;
		char name[4];

		rules_square_print(s->game, sqset_pop(&giver), name);
		lang_print(out, WORDS_LINE,
			   tr("A stone from {1}: touch the stack that takes it. Back: none"), name);
		return true;
	}
	return false;
}

/* Writes a shown action, and who is next. */
static void
write_shown(const struct session_state *s, char out[WORDS_LINE])
{
	char move[WORDS_MOVE], text[WORDS_LINE] = "";

	words_action(s->game, s->shown_from, s->provisional, move);
	lang_print(text, sizeof(text), tr("{1}: {2}"),
		   words_seat(s->game, rules_turn_seat(s->game, s->shown_from)), move);
	then(out, text);
	if (rules_outcome(s->game, &s->known, NULL).result != RESULT_ONGOING)
		return;
	/*
	 * Burials follow the end of the turn, so the clock must be pressed although no other
	 * action is left.
	 */
	if (rules_reveals(s->game, s->shown_from) || (s->awaits & AWAIT_BURY)) {
		then(out, tr("Done or the clock ends the turn"));
	} else {
		next(s, text);
		then(out, text);
	}
}

void
words_put_back(const struct session_state *s, char out[WORDS_LINE])
{
	struct sqset squares = { 0 };
	char list[WORDS_LINE];

	*out = '\0';
	if (s->guidance.kind != GUIDANCE_NONE || !s->refusal.rule ||
	    s->refused_to >= rules_squares(s->game) ||
	    rules_at(s->game, &s->known, s->refused_to) == 0)
		return;
	sqset_add(&squares, s->refused_from);
	sqset_add(&squares, s->refused_to);
	list_due(s, squares, false, list);
	lang_print(out, WORDS_LINE, tr("Put {1}"), list);
}

static void
turn_message(const struct session_state *s, char out[WORDS_LINE])
{
	char text[WORDS_LINE] = "";

	if (!s->has_provisional)
		append_results(s, out);
	if (s->guidance.kind != GUIDANCE_NONE)
		due_words(s, text);
	if (*text)
		then(out, text);
	if (words_plan(s, text) || begun(s, text)) {
		then(out, text);
	} else if (s->has_provisional) {
		write_shown(s, out);
	} else {
		next(s, text);
		wrap_check(s, text);
		then(out, text);
		if (idle_up(s, text))
			then(out, text);
	}
}

/* Writes the public reason of a refusal; a reason that is a seat's secret is omitted. */
static void
refusal_message(const struct session_state *s, char out[WORDS_LINE])
{
	char reason[WORDS_LINE];
	struct position known;
	struct refusal why;

	rules_public(s->game, s->settled, &known);
	rules_refuse(s->game, &known, SEAT_TABLE, s->refused_from, s->refused_to, &why);
	if (why.rule)
		words_refusal(&why, reason);
	then(out, why.rule ? reason : tr("That does not go; the reason is on the mover's page"));
	words_put_back(s, reason);
	if (*reason)
		then(out, reason);
}

void
words_message(const struct session_state *s, char out[WORDS_LINE])
{
	struct words_result result;

	*out = '\0';
	if (s->phase == SESSION_NO_GAME) {
		lang_print(out, WORDS_LINE, tr("No game yet: set up the pieces or choose a game"));
	} else if (s->prompt.kind != PROMPT_NONE && s->prompt.kind != PROMPT_PROMOTION) {
		words_prompt(s, out);
	} else if (s->over) {
		words_result(s, &result);
		then(out, result.text);
	} else if (s->guidance.kind == GUIDANCE_LEADS) {
		char way[WORDS_LINE];

		words_guidance(s, way);
		write_announced(s, true, out);
		then(out, way);
		if (words_plan(s, way))
			then(out, way);
	} else if (s->refusal.rule && !s->has_plan) {
		refusal_message(s, out);
	} else {
		turn_message(s, out);
	}
}

/* ---- refusals ---- */

void
words_refused(const struct session_note *note, char *out, size_t size)
{
	static const char *const text[] = {
		[REFUSED_FOR_ALL] = N_("every seat answers that for itself, on the screen"),
		[REFUSED_ONE_OF] = N_("several actions are offered: choose one, or answer no"),
		[REFUSED_NOT_ASKED] = N_("nothing is asked that yes or no would answer"),
		[REFUSED_SEAT] = N_("it is not that seat's turn"),
		[REFUSED_NAME] = N_("no legal action is named so"),
		[REFUSED_OVER] = N_("the game is over"),
		[REFUSED_CLAIM] = N_("no draw can be claimed now"),
		[REFUSED_TOO_MANY] = N_("the game has not so many actions"),
		[REFUSED_TOO_LONG] =
			N_("the game is too long to be kept; no further action is taken"),
		[REFUSED_TOUCHED] =
			N_("too late: the opponent has touched a piece; take the move back first"),
		[REFUSED_CLOSED] =
			N_("the end of this game is permanent: what was hidden has been shown"),
		[REFUSED_GOES_ON] = N_("the game is not over"),
		[REFUSED_ARRAY] = N_("the pieces are being set up: first OK says that they stand"),
		[REFUSED_LACKING] = N_("the pieces do not stand so yet: the lamps show where"),
		[REFUSED_PLANNED] = N_("the computer has chosen another move"),
		[REFUSED_BEGUN] = N_("too late: a hand has begun the move"),
	};
	char rule[WORDS_LINE];

	if (note->refused == REFUSED_RULE) {
		words_refusal(&note->rule, rule);
		text_copy(out, size, rule);
		return;
	}
	assert(note->refused < sizeof(text) / sizeof(text[0]));
	(void)snprintf(out, size, "%s", tr(text[note->refused]));
}
