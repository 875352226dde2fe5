/* Why an action is not to be had: what every game has in common. */
#include <assert.h>

#include "rules/bitboard.h"
#include "rules/game.h"
#include "rules/geometry.h"

/* What is asked, and what the asker knows of the position. */
struct question {
	const struct game *g;
	const struct position *p; /* without what the asker may not know */
	unsigned seat;            /* who asks */
	size_t n;
	struct action list[RULES_ACTIONS_MAX]; /* legal as far as the asker knows */
	struct refusal *out;
	struct position known;
};

static void
ask(struct question *q, const struct game *g, const struct position *p, unsigned seat,
    struct refusal *out)
{
	q->g = g;
	q->p = p;
	q->seat = seat;
	q->out = out;
	/* What the mover alone knows is no reason for others. */
	if (seat != rules_turn_seat(g, p)) {
		rules_public(g, p, &q->known);
		q->p = &q->known;
	}
	q->n = rules_actions(g, q->p, q->list);
	*out = (struct refusal){ .rule = NULL };
}

static void
tell(struct question *q, const char *rule, const char *text, struct sqset squares)
{
	*q->out = (struct refusal){ .rule = rule, .text = text, .squares = squares };
}

static const struct sqset none;

/*
 * That nothing is left to do is no proof where the mover may know better (a
 * zombie that would rise); then a reason is told as if the game went on.
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
	tell(q, "game-over", "The game is over.", none);
	return true;
}

static bool
is_own(const struct question *q, unsigned sq)
{
	uint8_t piece = rules_at(q->g, q->p, sq);

	return piece && piece_colour(piece) == (rules_turn_seat(q->g, q->p) & 1);
}

/* No piece that may be moved at all stands there, or it goes nowhere. */
static bool
refuse_from(struct question *q, unsigned from, unsigned to)
{
	if (rules_at(q->g, q->p, from) == 0)
		tell(q, "empty-square", "There is no piece on that square.", none);
	else if (!is_own(q, from))
		tell(q, "not-your-turn", "It is the other side's turn.", none);
	else if (to == from)
		tell(q, "same-square", "A piece that stays has not moved.", none);
	else
		return false;
	return true;
}

static void
refuse_way(struct question *q, unsigned from, unsigned to)
{
	if (refuse_from(q, from, to))
		return;
	if (q->g->refuse)
		q->g->refuse(q->p, q->seat, from, to, q->out);
	else
		tell(q, "no-such-move", "This piece does not move like that.", none);
}

/* --- What hands ask ------------------------------------------------------ */

static bool
is_castling_to(const struct game *g, struct action a, unsigned king_to)
{
	return a.kind == ACT_CASTLE && !game_is_wide(g) &&
	       bitboard_castling_ends(a.from, a.arg).king_to == king_to;
}

/* Castling is also meant when the king goes to where it would end. */
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

	ask(&q, g, p, seat, out);
	for (size_t i = 0; i < q.n; i++)
		if (goes(g, q.list[i], from, to))
			return;
	if (!refuse_over(&q))
		refuse_way(&q, from, to);
}

/* --- An action ----------------------------------------------------------- */

/* Is it that legal action? Castling is written as a move. */
static bool
is_same(struct action legal, struct action a)
{
	if (legal.kind == ACT_CASTLE && a.kind == ACT_MOVE)
		return legal.from == a.from && legal.to == a.to && a.arg == 0;
	return rules_action_equal(legal, a);
}

/* What could be done from that square to that one, were it put otherwise. */
struct forms {
	bool plain, promoting, asking;
	unsigned rook_sq; /* of a castling; RULES_NO_SQ: there is none */
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
		tell(q, "promotion-kind", "A pawn does not become such a piece.", none);
}

/* Something goes from there to there, but is said in another way. */
static bool
refuse_form(struct question *q, struct action a)
{
	struct forms f = forms_of(q, a);

	if (f.promoting && !a.arg)
		tell(q, "promotion-choice", "The pawn promotes: what to is to be said.", none);
	else if (f.promoting)
		refuse_kind(q, a);
	else if (f.plain || (f.rook_sq != RULES_NO_SQ && a.kind == ACT_MOVE && a.arg))
		tell(q, "no-promotion", "This move promotes to nothing of one's choice.", none);
	else if (f.rook_sq != RULES_NO_SQ && a.to == f.rook_sq)
		tell(q, "castling-form", "This castling is written by the king's two squares.",
		     sqset_of(f.rook_sq));
	else if (f.rook_sq != RULES_NO_SQ)
		tell(q, "castling-form", "This castling is written by king and rook.",
		     sqset_of(f.rook_sq));
	else if (f.asking)
		tell(q, "asking-form", "A capture by mask is asked for, with an x in between.",
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
	/* Where stones are transferred, the way to a friend is asked about by another word. */
	if (q->g->verbs >> ACT_TRANSFER & 1 && a.from != a.to && is_own(q, a.from) &&
	    is_own(q, a.to))
		tell(q, "own-piece", "A piece of the same side stands there.", sqset_of(a.to));
	else
		refuse_way(q, a.from, a.to);
}

static void
refuse_verb(struct question *q, struct action a)
{
	bool goes_from = a.kind == ACT_TRANSFER || a.kind == ACT_ATTEMPT;

	if (!(q->g->verbs >> a.kind & 1))
		tell(q, "no-such-action", "This game has no such action.", none);
	else if (!goes_from || !refuse_from(q, a.from, a.to))
		q->g->refuse_verb(q->p, q->seat, a, q->out);
}

void
rules_refuse_action(const struct game *g, const struct position *p, unsigned seat, struct action a,
		    struct refusal *out)
{
	struct question q;

	assert(a.from < rules_squares(g) && a.to < rules_squares(g));
	ask(&q, g, p, seat, out);
	if (refuse_over(&q))
		return;
	if (seat < g->seats && seat != rules_turn_seat(g, p)) {
		tell(&q, "not-your-turn", "Somebody else is to act.", none);
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
		refusal_tell(out, "no-such-action", "This game has no action that is written so.",
			     0);
}

void
rules_refusal_print(const struct refusal *r, char out[RULES_REFUSAL_TEXT])
{
	struct text t = text_into(out, RULES_REFUSAL_TEXT);

	assert(r->rule);
	if (r->costs == 0) {
		text_put(&t, r->text);
		return;
	}
	text_put(&t, "That costs ");
	text_number(&t, r->costs);
	text_put(&t, ", and there is ");
	text_number(&t, r->money);
	text_put(&t, " to pay with.");
}
