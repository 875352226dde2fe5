/* Explains why an action is not legal: the part that all games share. */
#include <assert.h>
#include <string.h>

#include "rules/bitboard.h"
#include "rules/game.h"
#include "rules/geometry.h"

/* A request for a reason, with the position as the requesting seat knows it. */
struct question {
	const struct game *g;
	const struct position *p; /* without what the seat may not know */
	unsigned seat;            /* the seat that requests */
	size_t n;
	struct action list[RULES_ACTIONS_MAX]; /* legal as far as the seat knows */
	struct refusal *out;
	struct position known;
};

static void
question_init(struct question *q, const struct game *g, const struct position *p, unsigned seat,
	      struct refusal *out)
{
	q->g = g;
	q->p = p;
	q->seat = seat;
	q->out = out;
	/* Reasons for other seats must not reveal what only the mover knows. */
	if (seat != rules_turn_seat(g, p)) {
		rules_public(g, p, &q->known);
		q->p = &q->known;
	}
	q->n = rules_actions(g, q->p, q->list);
	*out = (struct refusal){ .rule = NULL };
}

static void
refuse_with(struct question *q, const char *rule, const char *text, struct sqset squares)
{
	*q->out = (struct refusal){ .rule = rule, .text = text, .squares = squares };
}

static const struct sqset none;

/*
 * Reports whether the game is over. If hidden state may allow an action, an
 * empty list proves nothing: reasons are then given as if play continued.
 */
static bool
is_over(const struct question *q)
{
	bool knows = q->seat == rules_turn_seat(q->g, q->p) || !q->g->reveals;

	return q->n == 0 && (knows || game_finished(q->g, q->p));
}

static bool
refuse_over(struct question *q)
{
	if (!is_over(q))
		return false;
	refuse_with(q, "game-over", "The game is over.", none);
	return true;
}

static bool
is_own(const struct question *q, unsigned sq)
{
	uint8_t piece = rules_at(q->g, q->p, sq);

	return piece && piece_colour(piece) == (rules_turn_seat(q->g, q->p) & 1);
}

/* Refuses a square without a movable piece, or a move to the same square. */
static bool
refuse_from(struct question *q, unsigned from, unsigned to)
{
	if (rules_at(q->g, q->p, from) == 0)
		refuse_with(q, "empty-square", "There is no piece on that square.", none);
	else if (!is_own(q, from))
		refuse_with(q, "not-your-turn", "It is the other side's turn.", none);
	else if (to == from)
		refuse_with(q, "same-square", "The piece is still on the same square.", none);
	else
		return false;
	return true;
}

/*
 * Reports whether masks, a burial, a promotion or a card must come before any move; then the piece
 * does not matter.
 */
static bool
is_choosing(const struct question *q)
{
	for (size_t i = 0; i < q->n; i++)
		if (q->list[i].kind != ACT_ASSIGN && q->list[i].kind != ACT_BURY &&
		    q->list[i].kind != ACT_PROMOTE && q->list[i].kind != ACT_PLAY)
			return false;
	return q->n > 0;
}

static void
refuse_way(struct question *q, unsigned from, unsigned to)
{
	if (!is_choosing(q) && refuse_from(q, from, to))
		return;
	if (q->g->refuse)
		q->g->refuse(q->p, q->seat, from, to, q->out);
	else
		refuse_with(q, "no-such-move", "This piece does not move like that.", none);
}

/* --- Moves made by hand -------------------------------------------------- */

static bool
is_castling_to(const struct game *g, struct action a, unsigned king_to)
{
	return a.kind == ACT_CASTLE && !game_is_wide(g) &&
	       bitboard_castling_ends(a.from, a.arg).king_to == king_to;
}

/*
 * Reports whether the action matches the squares. A king moved to its castling
 * square also means castling.
 */
static bool
goes(const struct game *g, struct action a, unsigned from, unsigned to)
{
	if (a.from != from || (a.kind != ACT_MOVE && a.kind != ACT_CASTLE &&
			       a.kind != ACT_ATTEMPT && a.kind != ACT_TRANSFER))
		return false;
	return to == RULES_NO_SQ || a.to == to || is_castling_to(g, a, to);
}

void
rules_refuse(const struct game *g, const struct position *p, unsigned seat, unsigned from,
	     unsigned to, struct refusal *out)
{
	struct question q;

	question_init(&q, g, p, seat, out);
	for (size_t i = 0; i < q.n; i++)
		if (goes(g, q.list[i], from, to))
			return;
	if (!refuse_over(&q))
		refuse_way(&q, from, to);
}

/* Reports whether a reason is the safety of the king. */
static bool
is_for_king(const char *rule)
{
	static const char *const rules[] = { "king-attacked", "king-attacked-beyond", "pinned",
					     "in-check" };

	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
		if (strcmp(rule, rules[i]) == 0)
			return true;
	return false;
}

struct sqset
rules_mate_squares(const struct game *g, const struct position *p)
{
	struct sqset squares = none;

	if (g->refuse == NULL || sqset_empty(rules_checked(g, p)))
		return none;
	for (unsigned from = 0; from < rules_squares(g); from++) {
		uint8_t piece = rules_at(g, p, from);

		if (piece == 0 || piece_colour(piece) != (rules_turn_seat(g, p) & 1))
			continue;
		for (unsigned to = 0; to < rules_squares(g); to++) {
			struct refusal why = { .rule = NULL };

			if (to != from)
				g->refuse(p, SEAT_TABLE, from, to, &why);
			if (why.rule != NULL && is_for_king(why.rule))
				squares = sqset_or(squares, why.squares);
		}
	}
	return squares;
}

/* --- Actions in notation ------------------------------------------------- */

/* Reports whether the action equals the legal one. Castling is written as a move. */
static bool
is_same(struct action legal, struct action a)
{
	if (legal.kind == ACT_CASTLE && a.kind == ACT_MOVE)
		return legal.from == a.from && legal.to == a.to && a.arg == 0;
	return rules_action_equal(legal, a);
}

/* The legal actions between two squares, by the form they must be written in. */
struct forms {
	bool plain, promoting, asking;
	unsigned rook_sq; /* of a castling; RULES_NO_SQ: none */
};

static struct forms
forms_of(const struct question *q, struct action a)
{
	struct forms f = { .rook_sq = RULES_NO_SQ };

	for (size_t i = 0; i < q->n; i++) {
		struct action legal = q->list[i];

		if (legal.from != a.from)
			continue;
		if (is_castling_to(q->g, legal, a.to) ||
		    (legal.kind == ACT_CASTLE && (legal.arg == a.to || legal.to == a.to)))
			f.rook_sq = legal.arg;
		if (legal.to != a.to)
			continue;
		f.plain |= legal.kind == ACT_MOVE && !legal.arg;
		f.promoting |= legal.kind == ACT_MOVE && legal.arg;
		f.asking |= legal.kind == ACT_ATTEMPT;
	}
	return f;
}

static void
refuse_kind(struct question *q, struct action a)
{
	if (q->g->refuse_verb)
		q->g->refuse_verb(q->p, q->seat, a, q->out);
	if (!q->out->rule)
		refuse_with(q, "promotion-kind", "No promotion to that piece is legal here.", none);
}

/* Refuses an action that is legal between these squares only in another form. */
static bool
refuse_form(struct question *q, struct action a)
{
	struct forms f = forms_of(q, a);

	if (f.promoting && !a.arg)
		refuse_with(q, "promotion-choice", "Name the kind of the promotion.",
			    none);
	else if (f.promoting)
		refuse_kind(q, a);
	else if (f.plain || (f.rook_sq != RULES_NO_SQ && a.kind == ACT_MOVE && a.arg))
		refuse_with(q, "no-promotion", "This move takes no choice of promotion.", none);
	else if (f.rook_sq != RULES_NO_SQ && a.to == f.rook_sq)
		refuse_with(q, "castling-form",
			    "This castling is written by the king's two squares.",
			    sqset_of(f.rook_sq));
	else if (f.rook_sq != RULES_NO_SQ)
		refuse_with(q, "castling-form", "This castling is written by king and rook.",
			    sqset_of(f.rook_sq));
	else if (f.asking)
		refuse_with(q, "asking-form",
			    "An attempt to capture is written with an x in between.",
			    sqset_of(a.to));
	else
		return false;
	return true;
}

static void
refuse_move(struct question *q, struct action a)
{
	if (refuse_form(q, a))
		return;
	/*
	 * If the game has transfers, a move onto an own piece is no transfer
	 * and is refused here.
	 */
	if (q->g->verbs >> ACT_TRANSFER & 1 && a.from != a.to && is_own(q, a.from) &&
	    is_own(q, a.to))
		refuse_with(q, "own-piece", "A piece of the same side stands there.",
			    sqset_of(a.to));
	else
		refuse_way(q, a.from, a.to);
}

static void
refuse_verb(struct question *q, struct action a)
{
	bool goes_from = a.kind == ACT_TRANSFER || a.kind == ACT_ATTEMPT;

	if (!(q->g->verbs >> a.kind & 1))
		refuse_with(q, "no-such-action", "This game has no such action.", none);
	else if (!goes_from || !refuse_from(q, a.from, a.to))
		q->g->refuse_verb(q->p, q->seat, a, q->out);
}

void
rules_refuse_action(const struct game *g, const struct position *p, unsigned seat, struct action a,
		    struct refusal *out)
{
	struct question q;

	assert(a.from < rules_squares(g) && a.to < rules_squares(g));
	question_init(&q, g, p, seat, out);
	if (refuse_over(&q))
		return;
	if (seat < g->seats && seat != rules_turn_seat(g, p)) {
		refuse_with(&q, "not-your-turn", "It is another player's turn.", none);
		return;
	}
	for (size_t i = 0; i < q.n; i++)
		if (is_same(q.list[i], a))
			return;
	if (a.kind == ACT_MOVE || a.kind == ACT_CASTLE)
		refuse_move(&q, a);
	else
		refuse_verb(&q, a);
}

void
rules_refuse_text(const struct game *g, const struct position *p, unsigned seat, const char *text,
		  struct refusal *out)
{
	struct action a;

	if (rules_action_read(g, text, &a) == 0)
		rules_refuse_action(g, p, seat, a, out);
	else
		refusal_set(out, "no-such-action", "This game has no action written like this.", 0);
}

void
rules_refusal_print(const struct refusal *r, char out[RULES_REFUSAL_TEXT])
{
	struct text t = text_into(out, RULES_REFUSAL_TEXT);

	assert(r->rule);
	text_add(&t, r->text);
	if (r->costs == 0)
		return;
	text_add(&t, " The price is ");
	text_number(&t, r->costs);
	text_add(&t, ", but only ");
	text_number(&t, r->money);
	text_add(&t, " is available.");
}
