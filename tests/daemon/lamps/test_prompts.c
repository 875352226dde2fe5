/*
 * A light for every question that is really opened: all golden traces, and games by
 * restless hands, are played through the session, and after each step the lamps must
 * show what docs/lamps.md promises for the prompt that is open, or for the word that
 * is awaited, whatever else is up, shown or guided at that moment. Beside it only the
 * squares of a piece that is up glow; marks and areas show while none is.
 */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/lamps/lamps.h"
#include "daemon/lamps/marks.h"
#include "daemon/record/record.h"
#include "daemon/session/reading.h"
#include "daemon/session/session.h"
#include "daemon/trace/trace.h"

enum {
	AFTER_US = 60000000, /* as a replay goes on after its last line */
	TRACE_MAX = 1 << 20,
	GAMES = 12, /* of each game, by restless hands */
	DEEDS = 80,
};

static const char *folder;
static struct session session;
static struct session_out out;
static struct session_state state;
static struct hints_cache cache;
static struct reading raw[RULES_SQUARES_MAX];
static uint64_t now_us, seed;
static const char *playing; /* for the report */
/* How often each prompt was seen, and how often while a piece was up or the way back was lit. */
static unsigned seen[PROMPT_PAY + 1], seen_up, seen_lost, seen_word, seen_promote;
static unsigned seen_alone, seen_marks, seen_areas;

static unsigned
chance(unsigned n)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(seed >> 33) % n;
}

/* ---- what is promised ---- */

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

/* The squares in an action's text: "e2e4", "e1g1", "buy:N@e4", "transfer:a2b2". */
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
	case PROMPT_PROMOTION:
		sqset_add(&set, p->option[0].to);
		break;
	case PROMPT_TAKEBACK:
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
	case PROMPT_MENU: /* the table's own, see tests/daemon/halod/test_table.c */
	case PROMPT_NONE:
		fail_msg("%s: the session opened prompt %u", playing, p->kind);
	}
	return sqset_empty(set) ? kings(state.game, &state.known, true, true) : set;
}

/* ---- what is seen ---- */

static void
fail_dark(const char *what, unsigned kind, const struct lamps_frame *f)
{
	print_error("%s: %s %u at %llu us, %u actions, guided %d, lifted %u:", playing, what, kind,
		    (unsigned long long)now_us, state.n_actions, state.guidance.on,
		    sqset_count(state.lifted));
	for (unsigned sq = 0; sq < rules_squares(state.game); sq++)
		if (f->means[sq]) {
			char name[4];

			rules_square_print(state.game, sq, name);
			print_error(" %s:%x", name, f->means[sq]);
		}
	fail_msg(" is not lit");
}

/* All of them are marked, and one at least looks like a question: nothing stands over it. */
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

/* What belongs to the piece that is up: where it may go, who goes with it, what it would cost. */
static void
require_alone(unsigned sq, unsigned means)
{
	const unsigned its = 1u << MEANING_FROM | 1u << MEANING_LEGAL | 1u << MEANING_CAPTURE |
			     1u << MEANING_UNSAFE | 1u << MEANING_HINT | 1u << MEANING_ASKED;
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
	seen_marks += !sqset_empty(all);
	seen_areas += !sqset_empty(m.area);
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

/* The rest of the picture, where no way back is lit. */
static void
look_around(void)
{
	struct lamps_config c = lamps_config_default();
	struct sqset up = state.lifted;
	struct lamps_frame f;

	if ((state.guidance.on && !state.guidance.due) || state.prompt.kind != PROMPT_NONE)
		return;
	if (state.guidance.on)
		up = sqset_minus(up, state.guidance.missing);
	lamps_compose(&cache, &state, &c, &f);
	if (sqset_empty(up)) {
		if (sqset_empty(state.lifted))
			require_marks(&f);
		return;
	}
	seen_alone++;
	for (unsigned sq = 0; !state.over && sq < rules_squares(state.game); sq++)
		require_alone(sq, f.means[sq]);
}

static void
look(void)
{
	const unsigned by_hand = AWAIT_MOVE | AWAIT_TRANSFER | AWAIT_PROMOTE;
	unsigned kind = state.prompt.kind;

	look_around();
	if (kind != PROMPT_NONE) {
		seen[kind]++;
		seen_up += !sqset_empty(state.lifted);
		seen_lost += state.guidance.on && !state.guidance.due;
		require_asked(about(&state.prompt), "the question", kind);
		return;
	}
	if (state.over || state.has_provisional || state.awaits == 0 ||
	    (state.guidance.on && !state.guidance.due))
		return;
	if (session_burial_waits(&state))
		return;
	if (!(state.awaits & by_hand)) {
		bool black = (rules_turn_seat(state.game, &state.known) & 1) != 0;

		seen_word++;
		require_asked(kings(state.game, &state.known, !black, black), "the word awaited",
			      state.awaits);
	} else if (state.awaits == AWAIT_PROMOTE) {
		struct action list[RULES_ACTIONS_MAX];
		struct sqset pawns = { { 0, 0 } };
		size_t n = rules_actions(state.game, &state.known, list);

		seen_promote++;
		for (size_t i = 0; i < n; i++)
			if (list[i].kind == ACT_PROMOTE)
				sqset_add(&pawns, list[i].to);
		require_asked(pawns, "the promotion", 0);
	}
}

/* ---- playing ---- */

static void
begin(const struct game *g, const char *position, const char *options,
      const struct session_config *c)
{
	struct rules_error err;

	if (session_start(&session, c, g, position, options, NULL, 0, &err) != 0)
		fail_msg("%s: %s", playing, err.why);
	memset(&cache, 0, sizeof(cache));
	now_us = 0;
}

static void
step(struct event e, const struct session_config *c)
{
	struct prompt was = state.prompt;

	e.t_us = now_us;
	(void)session_step(&session, &e, &out);
	for (unsigned i = 0; i < out.n; i++)
		if (out.told[i].kind == TOLD_NEW_GAME && was.kind == PROMPT_NEW_GAME) {
			uint64_t now = now_us;

			begin(was.game, was.position, "", c);
			now_us = now;
		}
	session_state(&session, &state);
	look();
}

static void
advance(uint64_t t_us, const struct session_config *c)
{
	uint64_t d;

	while ((d = session_deadline(&session)) <= t_us) {
		now_us = d > now_us ? d : now_us;
		step((struct event){ .kind = EVENT_TIME, .seat = SEAT_NONE }, c);
	}
	now_us = t_us;
}

static void
read_board(const struct trace_header *h)
{
	session_state(&session, &state);
	for (unsigned sq = 0; sq < rules_squares(state.game); sq++)
		raw[sq] = h->has_board ? h->board[sq]
				       : reading_of_piece(state.game, h->config.senses,
							  rules_at(state.game, state.settled, sq));
	session_board(&session, raw, 0, &out);
	session_state(&session, &state);
	look();
}

/* False: the text is no sound trace, and there to be refused. */
static bool
play_trace(const char *text, size_t len)
{
	struct trace_reader r;
	struct trace_error err;
	struct trace_played it = { 0 };
	struct event e;

	if (trace_open(&r, text, len, &err) < 0)
		return false;
	begin(r.header.game, r.header.position[0] ? r.header.position : NULL, r.header.options,
	      &r.header.config);
	while (trace_played_next(&r, &it))
		if (session_play(&session, it.action, 0) < 0)
			return false;
	read_board(&r.header);
	while (trace_next(&r, &e, &err) > 0) {
		advance(e.t_us, &r.header.config);
		step(e, &r.header.config);
	}
	advance(now_us + AFTER_US, &r.header.config);
	return true;
}

static int
is_trace(const struct dirent *d)
{
	size_t n = strlen(d->d_name);

	return n > 6 && strcmp(d->d_name + n - 6, ".board") == 0;
}

static void
test_traces(void **unused)
{
	struct dirent **found;
	int n = scandir(folder, &found, is_trace, alphasort), played = 0;

	(void)unused;
	assert_true(n > 0);
	for (int i = 0; i < n; i++) {
		char path[4096], *text = NULL;
		size_t len = 0;

		(void)snprintf(path, sizeof(path), "%s/%s", folder, found[i]->d_name);
		playing = found[i]->d_name;
		assert_int_equal(record_file_read(path, TRACE_MAX, &text, &len), 0);
		played += play_trace(text, len);
		free(text);
		free(found[i]);
	}
	free(found);
	print_message("%d traces: %u questions with a piece up, %u in guidance, %u words\n", played,
		      seen_up, seen_lost, seen_word);
	assert_true(played > n * 8 / 10);
	/* Every question that the session puts has been looked at. */
	for (unsigned kind = PROMPT_WHICH; kind <= PROMPT_PAY; kind++)
		if (kind != PROMPT_DRAW && kind != PROMPT_RESIGN && kind != PROMPT_MENU &&
		    seen[kind] == 0)
			fail_msg("no trace opens prompt %u", kind);
	assert_true(seen_up > 0 && seen_word > 0 && seen_promote > 0);
	assert_true(seen_alone > 1000 && seen_marks > 100 && seen_areas > 100);
}

/* ---- restless hands ---- */

static struct session_config restless;

static void
edge(unsigned sq, uint8_t piece)
{
	struct reading r = reading_of_piece(state.game, restless.senses, piece);

	if (r.occupied == raw[sq].occupied)
		return;
	raw[sq] = r;
	step(
		(struct event){
			.kind = EVENT_EDGE, .seat = SEAT_NONE, .sq = (uint8_t)sq, .reading = r },
		&restless);
	advance(now_us + 20000 + chance(3) * 200000, &restless);
}

/* An action by hand, or told where no hand does it; the rest of the move may be forgotten. */
static void
act(void)
{
	static struct action list[RULES_ACTIONS_MAX];
	const struct position *p = chance(3) ? state.settled : state.shown;
	size_t n = state.over ? 0 : rules_actions(state.game, p, list);
	struct event said = { .kind = EVENT_ACT, .seat = SEAT_NONE };
	struct footprint fp;
	struct action a;

	if (n == 0)
		return;
	a = list[chance((unsigned)n)];
	if ((a.kind != ACT_MOVE && a.kind != ACT_CASTLE && a.kind != ACT_ATTEMPT) || !chance(12)) {
		rules_action_print(state.game, p, a, said.text);
		step(said, &restless);
		return;
	}
	rules_footprint(state.game, p, a, &fp);
	for (unsigned i = 0; i < fp.n; i++)
		if (fp.change[i].before && fp.change[i].cause != CAUSE_MARKED && chance(20))
			edge(fp.change[i].sq, 0);
	for (unsigned i = 0; i < fp.n; i++)
		if (fp.change[i].after && fp.change[i].cause != CAUSE_MARKED && chance(20))
			edge(fp.change[i].sq, fp.change[i].after);
}

/* Everything stands as the game has it. */
static void
put_right(void)
{
	for (unsigned sq = 0; sq < rules_squares(state.game); sq++)
		if (rules_at(state.game, state.settled, sq) == 0)
			edge(sq, 0);
	for (unsigned sq = 0; sq < rules_squares(state.game); sq++)
		if (rules_at(state.game, state.settled, sq) != 0)
			edge(sq, rules_at(state.game, state.settled, sq));
}

static void
deed(void)
{
	struct event press = { .kind = EVENT_PRESS,
			       .seat = SEAT_NONE,
			       .button = (uint8_t)chance(BUTTONS) };
	struct event undo = { .kind = EVENT_UNDO, .seat = SEAT_NONE, .n = 1 };
	struct event answer = { .kind = EVENT_ANSWER, .seat = SEAT_NONE, .yes = chance(4) == 0 };
	unsigned sq = chance(rules_squares(state.game));

	switch (chance(16)) {
	case 0: /* a piece taken up, or one set down where none belongs */
		edge(sq, raw[sq].occupied ? 0 : PIECE_ROOK);
		break;
	case 1:
	case 2:
		step(press, &restless);
		break;
	case 3:
		step(undo, &restless);
		break;
	default:
		act();
		break;
	}
	advance(now_us + chance(4) * 500000, &restless);
	if (state.prompt.kind != PROMPT_NONE && chance(2))
		step(answer, &restless);
	if (state.guidance.on && chance(4))
		put_right();
}

static void
test_restless_hands(void **unused)
{
	size_t n;
	const struct game *const *games = rules_games(&n);

	(void)unused;
	memset(seen, 0, sizeof(seen));
	seen_up = seen_lost = seen_word = 0;
	restless = session_config_default();
	seed = 3;
	for (size_t g = 0; g < n; g++)
		for (unsigned i = 0; i < GAMES; i++) {
			struct trace_header none = { .game = games[g] };

			playing = rules_name(games[g]);
			restless.senses = (uint8_t)(i % 3);
			none.config = restless;
			begin(games[g], NULL, "", &restless);
			read_board(&none);
			for (unsigned k = 0; k < DEEDS; k++)
				deed();
		}
	print_message("questions:");
	for (unsigned kind = 1; kind <= PROMPT_PAY; kind++)
		print_message(" %u", seen[kind]);
	print_message("; %u with a piece up, %u in guidance, %u words\n", seen_up, seen_lost,
		      seen_word);
	assert_true(seen_up > 0 && seen_lost > 0);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_traces),
		cmocka_unit_test(test_restless_hands),
	};

	if (argc != 2)
		return 2;
	folder = argv[1];
	return cmocka_run_group_tests(tests, NULL, NULL);
}
