/* What the session asks when edges leave more than one reading. */
#include "daemon/session/session_priv.h"

#include <string.h>

void
session_ask_which(struct session *s, unsigned source, const struct infer_answer *a, unsigned log_at,
		  uint64_t t_us)
{
	const struct infer *f = session_source(s, source);
	struct prompt *p = session_ask(s, PROMPT_WHICH, t_us);

	p->seat = (uint8_t)rules_to_act(s->game, &f->position);
	for (unsigned i = 0; i < a->n; i++)
		p->option[p->n_options++] = f->candidate[a->best[i]].action;
	s->offered = *a;
	s->offered_source = (uint8_t)source;
	s->offered_log_at = (uint16_t)log_at;
}

/* Was it what is shown? */
void
session_ask_confirm(struct session *s, uint64_t t_us)
{
	struct prompt *p = session_ask(s, PROMPT_CONFIRM, t_us);

	p->n_options = 1;
	p->option[0] = session_source(s, s->shown.source)->candidate[s->shown.candidate].action;
}

static unsigned
own_edges(struct session *s, unsigned log_at, unsigned c)
{
	return log_at != INFER_NONE ? log_at : session_read_chosen(s, c);
}

/* A sole offer is shown, so that a button can say yes to it; nothing else makes it final. */
void
session_ask_offers(struct session *s, unsigned source, const struct infer_answer *a,
		   unsigned log_at, uint64_t t_us)
{
	if (a->n > 1) {
		session_ask_which(s, source, a, log_at, t_us);
	} else if (a->n == 1) {
		session_show(s, source, a->best[0], t_us);
		s->shown.complete = false;
		s->shown.log_at = (uint16_t)own_edges(s, log_at, a->best[0]);
		session_ask_confirm(s, t_us);
	}
}

/* Instead of the last action another, in the dark, that has been answered already? */
bool
session_ask_answered(struct session *s, uint64_t t_us)
{
	const struct infer *f = session_source(s, s->shown.source);

	if (!s->shown.on || !s->shown.visible || !infer_lands_blind(f, s->shown.candidate) ||
	    !session_reply_explains(s, false))
		return false;
	session_ask_confirm(s, t_us);
	return true;
}

/*
 * Another action stood there instead of the last one, and then the other side's piece was
 * touched, but only straightened: it explains all still, if not alone any more.
 */
bool
session_ask_amended(struct session *s, uint64_t t_us)
{
	struct infer_answer a;

	if (!s->shown.on || !s->shown.visible || s->shown.source != SOURCE_AMENDING)
		return false;
	infer_explain(&s->ctx[s->prev], &a);
	for (unsigned i = 0; i < a.n; i++) {
		if (a.best[i] != s->shown.candidate)
			continue;
		if (a.n == 1)
			session_ask_confirm(s, t_us);
		else
			session_ask_which(s, SOURCE_AMENDING, &a, s->ctx[s->prev].n_log, t_us);
		return true;
	}
	return false;
}

/* Several actions, some of them in the dark: what was the first, and not `not_this`? */
bool
session_ask_in_the_dark(struct session *s, unsigned not_this, uint64_t t_us)
{
	struct infer_answer a, all;

	session_read_offers(s, &all);
	a.n = 0;
	for (unsigned i = 0; i < all.n; i++)
		if (all.best[i] != not_this)
			a.best[a.n++] = all.best[i];
	if (a.n == 0)
		return false;
	session_withdraw(s, t_us);
	session_ask_offers(s, SOURCE_CURRENT, &a, INFER_NONE, t_us);
	return true;
}

/* The candidate was chosen out of those offered. */
bool
session_choose(struct session *s, struct action a, uint64_t t_us)
{
	const struct infer *f = session_source(s, s->offered_source);

	if (s->prompt.kind != PROMPT_WHICH)
		return false;
	for (unsigned i = 0; i < f->n; i++) {
		bool offered = false;

		for (unsigned k = 0; k < s->offered.n; k++)
			offered |= s->offered.best[k] == i ||
				   infer_same_promotion(f, s->offered.best[k], i);
		if (!offered || !rules_action_equal(f->candidate[i].action, a))
			continue;
		session_show(s, s->offered_source, i, t_us);
		s->shown.log_at = (uint16_t)own_edges(s, s->offered_log_at, i);
		session_finalise(s, t_us, BY_CHOICE);
		session_consider(s, t_us);
		s->armed = true;
		return true;
	}
	return false;
}

/* Which piece of the box came first, when the same hand has gone on since? */
bool
session_ask_begun(struct session *s, uint64_t t_us)
{
	struct infer_answer a;
	unsigned log_at;

	if (!session_find_begun(s, &a, &log_at))
		return false;
	session_ask_which(s, SOURCE_CURRENT, &a, log_at, t_us);
	return true;
}

/* ---- unseen captures that the opponent answered ---- */

static unsigned
first_opponent_edge(const struct session *s, const struct infer *f)
{
	for (unsigned i = 0; i < f->n_log; i++) {
		uint8_t piece = rules_at(s->game, &f->position, f->log[i].sq);

		if (!f->log[i].reading.occupied && piece && piece_colour(piece) != f->colour)
			return i;
	}
	return f->n_log;
}

/* Captures without an edge after which the rest of the edges is the opponent's action. */
bool
session_ask_unseen_answered(struct session *s, uint64_t t_us)
{
	struct infer *f = session_current(s), *probe = &s->ctx[s->scratch];
	struct infer_answer good = { .n = 0 };
	uint16_t unseen[INFER_BEST_MAX];
	unsigned at = first_opponent_edge(s, f), n;

	if (at == 0 || at == f->n_log || f->log_full)
		return false;
	probe->blind = f->blind;
	infer_start(probe, s->game, &f->position, false);
	for (unsigned i = 0; i < at; i++)
		(void)infer_edge(probe, f->log[i]);
	n = infer_unseen(probe, unseen);
	for (unsigned k = 0; k < n; k++) {
		struct position after;

		session_foresee(s->game, &f->position, f->candidate[unseen[k]].action, &after);
		if (session_edges_fit(s, f, at, &after, false))
			good.best[good.n++] = unseen[k];
	}
	if (good.n)
		session_ask_which(s, SOURCE_CURRENT, &good, at, t_us);
	return good.n > 0;
}

/* ---- actions that nobody sees ---- */

/* It was done from one blind square to another, as far as anybody can tell. */
static bool
in_the_dark(const struct infer *f, unsigned c)
{
	const struct infer_candidate *x = &f->candidate[c];

	if (x->way == WAY_TOUCH)
		return !sqset_empty(sqset_and(x->changed, f->blind));
	return infer_lands_blind(f, c) &&
	       sqset_empty(sqset_minus(x->changed, sqset_or(x->loose, f->blind)));
}

bool
session_ask_dark(struct session *s, uint64_t t_us)
{
	struct infer_answer dark = { .n = 0 };
	const struct infer *f = session_current(s);
	uint16_t unseen[INFER_BEST_MAX];
	unsigned n;

	for (unsigned c = 0; c < f->n; c++) {
		if (!in_the_dark(f, c))
			continue;
		/* Half a list is none: it is chosen on the screen from all there are. */
		if (dark.n == INFER_BEST_MAX)
			return false;
		dark.best[dark.n++] = (uint16_t)c;
	}
	/* From a blind square onto a piece that no edge told of, or was taken to be straightened. */
	n = infer_unseen(f, unseen);
	if (dark.n + n > INFER_BEST_MAX)
		return false;
	for (unsigned i = 0; i < n; i++)
		dark.best[dark.n++] = unseen[i];
	session_ask_offers(s, SOURCE_CURRENT, &dark, f->n_log, t_us);
	return dark.n > 0;
}

/* ---- takeback, new game ---- */

/* Something that was hidden, or chance, or cards, came in with this action. */
static bool
tells_hidden(const struct game *g, const struct position *before, struct action a)
{
	switch ((enum action_kind)a.kind) {
	case ACT_ROLL:
	case ACT_BURY:
	case ACT_ASSIGN:
	case ACT_PLAY:
	case ACT_ATTEMPT:
		return true;
	case ACT_NONE:
	case ACT_MOVE:
	case ACT_CASTLE:
	case ACT_PASS:
	case ACT_END:
	case ACT_BUY:
	case ACT_TRANSFER:
	case ACT_PROMOTE:
		break;
	}
	return session_digs(g, before, a) || (a.kind == ACT_END && rules_draws_cards(g));
}

/* Bits of the seats that must agree to take back the last n actions; 0: nobody need. */
unsigned
session_takeback_needs(const struct session *s, unsigned n)
{
	struct position p = s->first;
	bool hidden = false;

	for (uint32_t i = 0; i < s->n; i++) {
		if (i >= s->n - n)
			hidden |= tells_hidden(s->game, &p, s->ply[i].action);
		rules_apply(s->game, &p, s->ply[i].action);
	}
	return hidden ? (1u << rules_seats(s->game)) - 1 : 0;
}

bool
session_ask_takeback(struct session *s, uint64_t t_us)
{
	unsigned n;

	/* The board is as it should be: that it was so before says nothing. */
	if (!s->stood || infer_all_home(session_current(s)))
		return false;
	n = session_find_earlier(s);
	/* A finished game whose start array stands: a new game is meant, not 60 takebacks. */
	if (n == 0 || (s->phase == SESSION_OVER && n == s->n))
		return false;
	session_ask_undo(s, n, t_us);
	s->prompt.by_board = true;
	return true;
}

/* How many of the last n actions are what people call moves: done by hands. */
static unsigned
count_moves(const struct session *s, unsigned n)
{
	unsigned moves = 0;

	for (uint32_t i = s->n - n; i < s->n; i++)
		moves += infer_by_hands(s->ply[i].action);
	return moves;
}

void
session_ask_undo(struct session *s, unsigned n, uint64_t t_us)
{
	unsigned needs = session_takeback_needs(s, n);
	struct prompt *p = session_ask(s, PROMPT_TAKEBACK, t_us);

	p->n = (uint16_t)n;
	p->moves = (uint16_t)count_moves(s, n);
	p->needs = (uint8_t)needs;
}

bool
session_ask_new_game(struct session *s, uint64_t t_us)
{
	struct prompt *p;

	if (!session_is_start_array(s))
		return false;
	p = session_ask(s, PROMPT_NEW_GAME, t_us);
	p->game = s->game;
	rules_print(s->game, &s->first, p->position);
	return true;
}

/* What the board asks, the board must ask still; the way back was lit for want of the question. */
bool
session_ask_again(struct session *s, const struct event *e)
{
	if (s->prompt.kind != PROMPT_NONE)
		return false;
	if (e->n == 0 && e->yes)
		return session_ask_move(s, e->t_us);
	if (e->n > 0 && !e->yes) {
		if (e->n > s->n || !session_takeback_needs(s, e->n))
			return false;
		session_ask_undo(s, e->n, e->t_us);
		return true;
	}
	if (e->n > 0 && session_find_earlier(s) != e->n)
		return false;
	/* That it was asked says so. */
	s->stood |= e->n > 0;
	if (e->n > 0 ? !session_ask_takeback(s, e->t_us) : !session_ask_new_game(s, e->t_us))
		return false;
	memset(&s->guidance, 0, sizeof(s->guidance));
	return true;
}
