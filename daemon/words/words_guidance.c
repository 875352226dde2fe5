/* Guidance of the pieces, and what the rules changed on the board. */
#include <string.h>

#include "hw/lang/lang.h"
#include "daemon/words/words_priv.h"

/* Names an action that is half made: "Castling", "En passant", a gift, or the move. */
void
words_name_half(const struct session_state *s, const struct position *from, struct action a,
		char out[WORDS_MOVE])
{
	struct footprint f;
	bool aside = false;
	char to[4];

	rules_footprint(s->game, from, a, &f);
	for (unsigned i = 0; i < f.n; i++)
		aside |= f.change[i].cause == CAUSE_CAPTURED && f.change[i].sq != a.to;
	rules_square_print(s->game, a.to, to);
	if (a.kind == ACT_CASTLE)
		lang_print(out, WORDS_MOVE, tr("Castling"));
	else if (a.kind == ACT_TRANSFER)
		lang_print(out, WORDS_MOVE, tr("A stone for {1}"), to);
	else if (a.kind == ACT_MOVE && aside)
		lang_print(out, WORDS_MOVE, tr("En passant"));
	else
		words_action(s->game, from, a, out);
}

/* Lists pieces: "the black rook off d6, the black queen off c5 and 2 more". */
void
words_list_due(const struct session_state *s, struct sqset set, bool take, char out[WORDS_LINE])
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
		words_item(out, one);
	}
	if (n > NAMED + 1)
		words_wrap(out, tr("{1} and {2} more"), LANG_N(n - NAMED));
}

void
words_removed(const struct session_state *s, const struct position *p, struct action a,
	      char out[WORDS_LINE])
{
	enum { NAMED = 3 };
	char list[WORDS_LINE] = "", text[WORDS_LINE] = "", piece[WORDS_MOVE], name[4];
	bool indicts = rules_removing_kind(s->game) != PIECE_NONE;
	struct footprint f;
	unsigned n = 0;

	rules_footprint(s->game, p, a, &f);
	for (unsigned i = 0; i < f.n; i++) {
		char one[WORDS_LINE] = "";

		if (f.change[i].cause != CAUSE_REMOVED || ++n > NAMED)
			continue;
		words_piece(s->game, f.change[i].before, piece);
		rules_square_print(s->game, f.change[i].sq, name);
		lang_print(one, sizeof(one), tr("the {1} on {2}"), piece, name);
		words_item(list, one);
	}
	if (n == 0)
		return;
	if (n > NAMED)
		words_wrap(list, tr("{1} and {2} more"), LANG_N(n - NAMED));
	lang_print(text, sizeof(text),
		   indicts ? tr("It indicts {1}")
			   : tr("Zombies that did not move are destroyed then: {1}"),
		   list);
	words_then(out, text);
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
 * Adds why the rules removed the pieces in `off`: they are zombies that did not move, or the
 * piece of the last action stands beside them and removes by its arrival (Accounting's
 * Regulator).
 */
static void
wrap_remover(const struct session_state *s, struct sqset off, char out[WORDS_LINE])
{
	unsigned sq = s->has_provisional ? s->provisional.to : s->last.to;
	enum piece_kind kind = rules_removing_kind(s->game);
	char name[4], what[WORDS_LINE];
	uint8_t piece;

	if (rules_mark(s->game) == '^' && !sqset_empty(off))
		words_wrap(out, tr("{1}: zombies that do not move are destroyed"), NULL);
	if (kind == PIECE_NONE || (!s->has_provisional && !s->has_last) ||
	    !is_beside(s->game, off, sq))
		return;
	piece = rules_at(s->game, &s->known, sq);
	if (piece_kind(piece) != kind)
		return;
	rules_square_print(s->game, sq, name);
	memcpy(what, out, WORDS_LINE);
	lang_print(out, WORDS_LINE, tr("{1}: crooked, and indicted by the {2} on {3}"), what,
		   tr(rules_piece_name(s->game, piece)), name);
}

/* Writes the guidance after the rules placed or removed pieces. */
void
words_due(const struct session_state *s, char out[WORDS_LINE])
{
	char off[WORDS_LINE], on[WORDS_LINE];

	words_list_due(s, s->guidance.extra, true, off);
	wrap_remover(s, s->guidance.extra, off);
	words_list_due(s, s->guidance.missing, false, on);
	if (*off && *on)
		lang_print(out, WORDS_LINE, tr("Take {1}; put {2}"), off, on);
	else if (*off)
		lang_print(out, WORDS_LINE, tr("Take {1}"), off);
	else if (*on)
		lang_print(out, WORDS_LINE, tr("Put {1}"), on);
}

bool
words_is_idle(const struct session_state *s)
{
	const struct guidance *gu = &s->guidance;
	struct action list[RULES_ACTIONS_MAX];
	unsigned side = rules_turn_seat(s->game, &s->known) & 1;
	size_t n;

	if (gu->kind != GUIDANCE_LEADS || gu->onward || gu->lays || s->sets_up || s->has_plan ||
	    s->has_provisional || gu->steps != 1 || gu->lift_sq != RULES_NO_SQ ||
	    gu->put_sq == RULES_NO_SQ || gu->put_from_box || gu->put_piece == 0 ||
	    piece_colour(gu->put_piece) != side)
		return false;
	n = rules_actions(s->game, &s->known, list);
	for (size_t i = 0; i < n; i++)
		if (list[i].from == gu->put_sq &&
		    (list[i].kind == ACT_MOVE || list[i].kind == ACT_CASTLE ||
		     list[i].kind == ACT_ATTEMPT || list[i].kind == ACT_TRANSFER))
			return false;
	return n > 0;
}

/* Reports whether the lifted piece stood on the seat's own half: e to h of the first two of four. */
static bool
is_on_own_half(const struct session_state *s, unsigned seat)
{
	unsigned files = rules_files(s->game);

	return (s->guidance.put_sq % files >= files / 2) == (seat < 2);
}

/* Writes that a lifted piece has no move, and where it goes: lifting it is no mistake. */
static void
no_move(const struct session_state *s, char out[WORDS_LINE])
{
	struct sqset checked = rules_checked(s->game, &s->known);
	unsigned seat = rules_turn_seat(s->game, &s->known);
	bool in_check = false;
	char piece[WORDS_MOVE], put[4];

	while (!sqset_empty(checked)) {
		uint8_t king = rules_at(s->game, &s->known, sqset_pop(&checked));

		in_check |= piece_colour(king) == (seat & 1) &&
			    strcmp(rules_piece_name(s->game, king), "king") == 0;
	}
	words_piece(s->game, s->guidance.put_piece, piece);
	rules_square_print(s->game, s->guidance.put_sq, put);
	if (in_check)
		lang_print(out, WORDS_LINE,
			   tr("The {1} has no move while the king is in check: put it back on {2}"),
			   piece, put);
	else if (rules_seats(s->game) > 2)
		lang_print(out, WORDS_LINE,
			   is_on_own_half(s, seat)
				   ? tr("{1} has no move with the {2}: put it back on {3}")
				   : tr("{1} moves only from or onto that half. Put the {2} back on "
					"{3}"),
			   words_seat(s->game, seat), piece, put);
	else
		lang_print(out, WORDS_LINE, tr("The {1} has no move now: put it back on {2}"), piece,
			   put);
}

/* Adds which action was taken back, so that the pieces go where they were before it. */
static void
wrap_undone(const struct session_state *s, char out[WORDS_LINE])
{
	char move[WORDS_MOVE];

	if (s->undone.kind == ACT_NONE)
		return;
	words_action(s->game, s->settled, s->undone, move);
	words_wrap(out, tr("Taken back: {2}. {1}"), move);
}

/* Adds the piece that belongs on sq. Returns false if none does. */
static bool
wrap_belongs(const struct session_state *s, unsigned sq, char out[WORDS_LINE])
{
	char one[WORDS_LINE] = "", piece[WORDS_MOVE], name[4];
	uint8_t belongs = rules_at(s->game, &s->known, sq);

	if (belongs == 0)
		return false;
	words_piece(s->game, belongs, piece);
	rules_square_print(s->game, sq, name);
	lang_print(one, sizeof(one), tr("the {1} on {2}"), piece, name);
	words_wrap(out, tr("{1}, then put {2}"), one);
	return true;
}

/* Adds the second of two steps, as after a capture that is taken back, also with its captor in the hand. */
static bool
wrap_second(const struct session_state *s, char out[WORDS_LINE])
{
	const struct guidance *gu = &s->guidance;
	struct sqset others = gu->missing;

	if (gu->steps != 2 || gu->put_sq == RULES_NO_SQ)
		return false;
	if (gu->lift_sq != RULES_NO_SQ)
		return wrap_belongs(s, gu->lift_sq, out);
	sqset_remove(&others, gu->put_sq);
	return sqset_count(others) == 1 && wrap_belongs(s, sqset_pop(&others), out);
}

/* Writes the next step: a piece to put down, or to take off. */
static void
next_step(const struct session_state *s, char out[WORDS_LINE])
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
		lang_print(out, WORDS_LINE,
			   rules_stones(s->game, PIECE_PAWN) ? tr("Clear {1}")
							     : tr("Take the piece off {1}"),
			   lift);
	else
		lang_print(out, WORDS_LINE, tr("The board does not show the position"));
}

static void
way_back(const struct session_state *s, char out[WORDS_LINE])
{
	const struct guidance *gu = &s->guidance;

	next_step(s, out);
	if (!wrap_second(s, out) && gu->steps > 1)
		words_wrap(out, tr("{1} ({2} steps to go)"), LANG_N(gu->steps));
	wrap_undone(s, out);
}

/* Writes what to do next while a position is set up, and how many pieces are left. */
static void
way_to_layout(const struct session_state *s, char out[WORDS_LINE])
{
	const struct guidance *gu = &s->guidance;
	bool stones = rules_stones(s->game, PIECE_PAWN) > 0;

	if (gu->put_sq == RULES_NO_SQ && gu->steps > 1 && gu->steps == sqset_count(gu->extra))
		lang_print(out, WORDS_LINE,
			   stones ? tr("Clear the crossed squares")
				  : tr("Take the crossed pieces off the board"));
	else
		next_step(s, out);
	if (gu->put_sq == RULES_NO_SQ)
		(void)wrap_belongs(s, gu->lift_sq, out);
	if (gu->steps > 1)
		words_wrap(out,
			   stones ? tr("{1} ({2} squares to go)") : tr("{1} ({2} pieces to go)"),
			   LANG_N(gu->steps));
	if (gu->put_sq != RULES_NO_SQ && sqset_count(gu->extra) > 2 * GUIDANCE_FEW)
		words_then(out, tr("A cross: take the piece off"));
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
	words_name_half(s, &before, s->provisional, action);
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
		words_due(s, out);
	else if (s->guidance.onward && s->has_provisional)
		way_onward(s, out);
	else if (s->guidance.lays)
		way_to_layout(s, out);
	else if (s->sets_up && s->guidance.steps > GUIDANCE_FEW)
		words_setup(s, out);
	else if (sqset_count(s->guidance.extra) > 2 * GUIDANCE_FEW)
		lang_print(out, WORDS_LINE,
			   tr("Take off the pieces that do not belong here ({1} steps to go)"),
			   LANG_N(s->guidance.steps));
	else if (words_is_idle(s))
		no_move(s, out);
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
		words_wrap(out, tr("Not the move of this game. {1}"), NULL);
		break;
	case WORDS_REPLAY_UNSEEN:
		words_name_half(s, &s->known, s->provisional, action);
		lang_print(out, WORDS_LINE, tr("{1}: no sensor sees this. OK goes on"), action);
		break;
	case WORDS_REPLAY_END:
		if (*end)
			lang_print(out, WORDS_LINE, tr("The end. {1}"), end);
		else
			lang_print(out, WORDS_LINE, tr("The game was left here"));
		break;
	}
}

/* Reports whether the refused move is a player's own last one, backwards. */
static bool
undoes_earlier(const struct session_state *s)
{
	return s->refusal.rule && s->earlier.kind == ACT_MOVE && s->last.kind == ACT_MOVE &&
	       s->earlier.from == s->refused_to && s->earlier.to == s->refused_from;
}

void
words_put_back(const struct session_state *s, char out[WORDS_LINE])
{
	struct sqset squares = { 0 };
	char list[WORDS_LINE];

	*out = '\0';
	if (undoes_earlier(s)) {
		words_action(s->game, s->before_last, s->last, list);
		lang_print(out, WORDS_LINE,
			   tr("To take your move back, undo {1} too, by hand or in the menu."),
			   list);
		return;
	}
	/* A gift is refused while both stacks stand. */
	if (s->guidance.kind != GUIDANCE_NONE || !s->refusal.rule ||
	    s->refused_to >= rules_squares(s->game) || sqset_has(s->present, s->refused_from) ||
	    rules_at(s->game, &s->known, s->refused_to) == 0)
		return;
	sqset_add(&squares, s->refused_from);
	sqset_add(&squares, s->refused_to);
	words_list_due(s, squares, false, list);
	lang_print(out, WORDS_LINE, tr("Put {1}"), list);
}
