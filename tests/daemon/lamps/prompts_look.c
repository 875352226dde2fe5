#include "tests/daemon/lamps/prompts_look.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/lamps/lamps.h"
#include "daemon/lamps/marks.h"

struct prompts_seen prompts_seen;

static struct hints_cache cache;
static struct session_state state;
static uint64_t now_us;
static const char *playing;

void
prompts_look_begin(void)
{
	memset(&cache, 0, sizeof(cache));
}

/* ---- documented lamps ---- */

static struct sqset
kings(const struct game *g, const struct position *p, bool white, bool black)
{
	struct sqset all[2] = { { { 0, 0 } }, { { 0, 0 } } }, left = rules_occupied(g, p);

	while (!sqset_empty(left)) {
		unsigned sq = sqset_pop(&left);
		uint8_t piece = rules_at(g, p, sq);

		if (!(piece_colour(piece) ? black : white))
			continue;
		if (piece_kind(piece) == PIECE_KING)
			sqset_add(&all[0], sq);
		else if (piece_kind(piece) == PIECE_QUEEN)
			sqset_add(&all[1], sq);
	}
	return sqset_empty(all[0]) ? all[1] : all[0];
}

/* Returns the squares in an action's text: "e2e4", "e1g1", "buy:N@e4", "transfer:a2b2". */
static void
add_named(struct sqset *set, struct action a)
{
	char text[RULES_ACTION_TEXT];

	if (a.kind != ACT_MOVE && a.kind != ACT_CASTLE && a.kind != ACT_ATTEMPT &&
	    a.kind != ACT_TRANSFER && a.kind != ACT_BUY)
		return;
	rules_action_print(state.game, &state.known, a, text);
	if (a.kind == ACT_BUY && !strchr(text, '@'))
		return;
	if (a.kind != ACT_BUY)
		sqset_add(set, a.from);
	sqset_add(set, a.to);
}

static struct sqset
about(const struct prompt *p)
{
	struct sqset set = { { 0, 0 } };

	switch ((enum session_prompt)p->kind) {
	case PROMPT_WHICH:
	case PROMPT_CONFIRM:
	case PROMPT_PAY:
		for (unsigned i = 0; i < p->n_options; i++)
			add_named(&set, p->option[i]);
		break;
	case PROMPT_BLUNDER: /* nothing is lost in the traces that have one */
		add_named(&set, p->option[0]);
		break;
	case PROMPT_PROMOTION:
		sqset_add(&set, p->option[0].to);
		break;
	case PROMPT_TAKEBACK:
		if (p->moves > 0)
			set = state.last_squares;
		break;
	case PROMPT_END:
		set = state.last_squares;
		break;
	case PROMPT_NEW_GAME: {
		struct position start;
		struct rules_error err;

		assert_int_equal(rules_parse(p->game, p->position, &start, &err), 0);
		set = kings(p->game, &start, true, true);
		break;
	}
	case PROMPT_DRAW:
	case PROMPT_RESIGN:
	case PROMPT_ARRAY:
		for (unsigned sq = 0; sq < rules_squares(state.game); sq++)
			if (piece_kind(rules_at(state.game, &state.known, sq)) > PIECE_PAWN)
				sqset_add(&set, sq);
		break;
	case PROMPT_REVEAL:
	case PROMPT_MENU: /* the table's own, see tests/daemon/halod/test_table.c */
	case PROMPT_NONE:
		fail_msg("%s: the session opened prompt %u", playing, p->kind);
	}
	return sqset_empty(set) ? kings(state.game, &state.known, true, true) : set;
}

/* ---- shown lamps ---- */

static void
fail_dark(const char *what, unsigned kind, const struct lamps_frame *f)
{
	print_error("%s: %s %u at %llu us, %u actions, guided %d, lifted %u:", playing, what, kind,
		    (unsigned long long)now_us, state.n_actions,
		    state.guidance.kind != GUIDANCE_NONE, sqset_count(state.lifted));
	for (unsigned sq = 0; sq < rules_squares(state.game); sq++)
		if (f->means[sq]) {
			char name[4];

			rules_square_print(state.game, sq, name);
			print_error(" %s:%x", name, f->means[sq]);
		}
	fail_msg(" is not lit");
}

/* Asserts that all are marked, and at least one blinks as asked, with nothing above it. */
static void
require_asked(struct sqset want, const char *what, unsigned kind)
{
	struct lamps_config c = lamps_config_default();
	struct lamps_frame f;
	bool plain = false;

	lamps_compose(&cache, &state, &c, &f);
	if (sqset_empty(want))
		fail_dark(what, kind, &f);
	while (!sqset_empty(want)) {
		unsigned sq = sqset_pop(&want);

		if (!(f.means[sq] & 1u << MEANING_ASKED))
			fail_dark(what, kind, &f);
		plain |= (f.means[sq] & ((1u << MEANING_ASKED) - 1)) == 0;
	}
	if (!plain)
		fail_dark(what, kind, &f);
}

static void
fail_glow(const char *what, unsigned sq, unsigned means)
{
	char name[4];

	rules_square_print(state.game, sq, name);
	fail_msg("%s: at %llu us %s means %x, %s", playing, (unsigned long long)now_us, name, means,
		 what);
}

/*
 * Allows what belongs to the lifted piece: its targets, accompanying pieces, and losses; after a
 * refusal the way back; and the pieces behind the mirror.
 */
static void
require_alone(unsigned sq, unsigned means)
{
	const unsigned back = 1u << MEANING_MISSING | 1u << MEANING_EXTRA | 1u << MEANING_CHECK;
	const unsigned its = (state.refusal.rule != NULL ? back : 0) | 1u << MEANING_FROM |
			     1u << MEANING_LEGAL | 1u << MEANING_CAPTURE | 1u << MEANING_UNSAFE |
			     1u << MEANING_HINT | 1u << MEANING_ASKED | 1u << MEANING_MIRROR;
	const unsigned cost = 1u << MEANING_ZOMBIE | 1u << MEANING_UNSAFE;

	if ((means & ~its) && ((means & cost) != cost || (means & ~(its | cost))))
		fail_glow("while a piece is up", sq, means);
}

static void
require_marks(const struct lamps_frame *f)
{
	struct marks m;
	struct sqset all;

	marks_find(state.game, &state.known, false, &m);
	all = sqset_or(sqset_or(m.crooked, m.zombie), sqset_or(m.behind, m.before));
	prompts_seen.marks += !sqset_empty(all);
	prompts_seen.areas += !sqset_empty(m.area);
	for (unsigned sq = 0; sq < rules_squares(state.game); sq++) {
		unsigned means = f->means[sq];

		if (sqset_has(m.crooked, sq) && !(means & 1u << MEANING_CROOKED))
			fail_glow("and is crooked", sq, means);
		if (sqset_has(m.zombie, sq) && !(means & 1u << MEANING_ZOMBIE))
			fail_glow("and is a zombie's", sq, means);
		if (sqset_has(m.behind, sq) && !(means & 1u << MEANING_MIRROR))
			fail_glow("and is behind the mirror", sq, means);
		if (!state.over && sqset_has(sqset_or(m.area, m.before), sq) &&
		    !(means & 1u << MEANING_AREA))
			fail_glow("and is of an area", sq, means);
	}
}

/* Checks the rest of the picture if no guidance is lit. */
static void
look_around(void)
{
	struct lamps_config c = lamps_config_default();
	struct sqset up = state.lifted;
	struct lamps_frame f;

	if (state.guidance.kind == GUIDANCE_LEADS || state.prompt.kind != PROMPT_NONE)
		return;
	if (state.guidance.kind != GUIDANCE_NONE)
		up = sqset_minus(up, state.guidance.missing);
	lamps_compose(&cache, &state, &c, &f);
	if (sqset_empty(up)) {
		if (sqset_empty(state.lifted))
			require_marks(&f);
		return;
	}
	prompts_seen.alone++;
	/* The squares of a computer's move stay lit while hands make it. */
	for (unsigned sq = 0; !state.over && sq < rules_squares(state.game); sq++)
		if (!(f.means[sq] & 1u << MEANING_PLAN))
			require_alone(sq, f.means[sq]);
}

void
prompts_look(const struct session_state *st, uint64_t t_us, const char *what)
{
	const unsigned by_hand = AWAIT_MOVE | AWAIT_TRANSFER | AWAIT_PROMOTE;
	unsigned kind = st->prompt.kind;

	state = *st;
	now_us = t_us;
	playing = what;
	look_around();
	if (kind != PROMPT_NONE) {
		prompts_seen.kind[kind]++;
		prompts_seen.up += !sqset_empty(state.lifted);
		prompts_seen.lost += state.guidance.kind == GUIDANCE_LEADS;
		/* Until the array is set up, guidance lights its squares. */
		if (kind == PROMPT_ARRAY && state.guidance.kind != GUIDANCE_NONE)
			return;
		require_asked(about(&state.prompt), "the question", kind);
		return;
	}
	if (state.over || state.has_provisional || state.awaits == 0 ||
	    state.guidance.kind == GUIDANCE_LEADS)
		return;
	if (session_burial_waits(&state))
		return;
	if (!(state.awaits & by_hand)) {
		bool black = (rules_turn_seat(state.game, &state.known) & 1) != 0;

		prompts_seen.word++;
		require_asked(kings(state.game, &state.known, !black, black), "the word awaited",
			      state.awaits);
	} else if (state.awaits == AWAIT_PROMOTE) {
		struct action list[RULES_ACTIONS_MAX];
		struct sqset pawns = { { 0, 0 } };
		size_t n = rules_actions(state.game, &state.known, list);

		prompts_seen.promote++;
		for (size_t i = 0; i < n; i++)
			if (list[i].kind == ACT_PROMOTE)
				sqset_add(&pawns, list[i].to);
		require_asked(pawns, "the promotion", 0);
	}
}
