#include "tests/daemon/lamps/state.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const char *
text_or(const char *text, const char *otherwise)
{
	return text != NULL ? text : otherwise;
}

/* Copies the next word of *text to out and skips it; returns false at the end. */
static bool
next_word(const char **text, char out[RULES_ACTION_TEXT])
{
	*text += strspn(*text, " ");
	size_t len = strcspn(*text, " ");

	assert_true(len < RULES_ACTION_TEXT);
	memcpy(out, *text, len);
	out[len] = '\0';
	*text += len;
	return len > 0;
}

struct sqset
state_squares(const struct game *g, const char *text)
{
	struct sqset s = { 0 };
	char word[RULES_ACTION_TEXT];

	for (text = text_or(text, ""); next_word(&text, word);) {
		unsigned sq = rules_square_parse(g, word, strlen(word));

		if (sq == RULES_NO_SQ)
			fail_msg("%s is no square", word);
		sqset_add(&s, sq);
	}
	return s;
}

static struct action
action_of(const struct game *g, const struct position *p, const char *text)
{
	struct action a;

	if (rules_action_parse(g, p, text, &a) != 0)
		fail_msg("%s is not legal here", text);
	return a;
}

static uint8_t
step_square(const struct game *g, const char *word)
{
	return word[0] == '-' || word[0] == '\0'
		       ? (uint8_t)RULES_NO_SQ
		       : (uint8_t)rules_square_parse(g, word, strlen(word));
}

static void
make_guidance(struct session_state *s, const struct state_text *t)
{
	const char *step = text_or(t->step, "- -");
	char word[RULES_ACTION_TEXT];

	if (t->missing || t->extra || t->wrong)
		s->guidance.kind = t->due ? GUIDANCE_DUE : GUIDANCE_LEADS;
	s->guidance.missing = state_squares(s->game, t->missing);
	s->guidance.extra = state_squares(s->game, t->extra);
	s->guidance.wrong = state_squares(s->game, t->wrong);
	next_word(&step, word);
	s->guidance.lift_sq = step_square(s->game, word);
	next_word(&step, word);
	s->guidance.put_sq = step_square(s->game, word);
	s->guidance.steps = t->steps;
	s->guidance.put_from_box = t->box;
	s->guidance.put_back = t->back;
	s->guidance.onward = t->onward;
	s->sets_up = t->sets_up;
	if (s->guidance.put_sq != RULES_NO_SQ)
		s->guidance.put_piece = rules_at(s->game, s->shown, s->guidance.put_sq);
}

static void
make_refusal(struct session_state *s, const struct state_text *t)
{
	const char *refused = text_or(t->refused, "- -");
	char word[RULES_ACTION_TEXT];

	next_word(&refused, word);
	s->refused_from = step_square(s->game, word);
	next_word(&refused, word);
	s->refused_to = step_square(s->game, word);
	if (t->refused != NULL)
		rules_refuse(s->game, s->settled, rules_turn_seat(s->game, s->settled),
			     s->refused_from, s->refused_to, &s->refusal);
}

static void
make_prompt(struct session_state *s, const struct state_text *t)
{
	const char *options = text_or(t->options, "");
	char word[RULES_ACTION_TEXT];

	s->prompt.kind = t->prompt;
	s->prompt.seat = t->prompt_seat;
	s->prompt.moves = t->takeback;
	s->prompt.n = (uint16_t)(t->takeback + t->words_with);
	s->prompt.needs = t->needs;
	s->prompt.agreed = t->agreed;
	s->prompt.game = s->game;
	s->prompt.first = s->last;
	rules_print(s->game, s->shown, s->prompt.position);
	while (next_word(&options, word))
		s->prompt.option[s->prompt.n_options++] = action_of(s->game, s->settled, word);
}

static void
make_provisional(struct made_state *m, const char *text)
{
	struct session_state *s = &m->state;

	s->has_provisional = true;
	s->provisional = action_of(s->game, s->shown_from, text);
	/* Secrets stay hidden until the action is final. */
	m->shown = *s->shown_from;
	if (rules_reveals(s->game, s->shown_from))
		rules_public(s->game, s->shown_from, &m->shown);
	rules_apply(s->game, &m->shown, s->provisional);
}

struct sqset
state_last_squares(const struct game *g, const struct position *before,
		   const struct position *after, struct action a)
{
	struct sqset differ = { 0 };

	for (unsigned sq = 0; sq < rules_squares(g); sq++)
		if (rules_at(g, before, sq) != rules_at(g, after, sq))
			sqset_add(&differ, sq);
	if (a.kind == ACT_ATTEMPT)
		differ = sqset_or(differ, sqset_or(sqset_of(a.from), sqset_of(a.to)));
	return differ;
}

struct session_state *
state_make(struct made_state *m, const struct state_text *t)
{
	struct session_state *s = &m->state;
	struct rules_error err;
	int r;

	memset(m, 0, sizeof(*m));
	s->game = rules_game(text_or(t->game, "chess"));
	assert_non_null(s->game);
	r = t->position == NULL ? rules_start(s->game, "", &m->settled, &err)
				: rules_parse(s->game, t->position, &m->settled, &err);
	if (r != 0)
		fail_msg("%s: %s", text_or(t->position, "start"), err.why);
	s->settled = s->shown_from = &m->settled;
	s->shown = &m->shown;
	s->before_last = &m->before_last;
	s->removed = m->removed;
	if (t->last != NULL) {
		s->has_last = true;
		m->before_last = m->settled;
		s->last = action_of(s->game, &m->settled, t->last);
		rules_apply(s->game, &m->settled, s->last);
		s->last_squares =
			state_last_squares(s->game, &m->before_last, &m->settled, s->last);
	}
	for (unsigned sq = 0; t->due && sq < rules_squares(s->game); sq++)
		if (rules_at(s->game, &m->settled, sq) == 0)
			m->removed[sq] = rules_at(s->game, &m->before_last, sq);
	m->shown = m->settled;
	if (t->amends != NULL)
		s->shown_from = &m->before_last;
	if (t->provisional != NULL || t->amends != NULL)
		make_provisional(m, t->amends != NULL ? t->amends : t->provisional);
	s->over = t->over;
	s->phase = t->over ? SESSION_OVER : SESSION_PLAYING;
	s->to_act = (uint8_t)rules_to_act(s->game, &m->settled);
	s->lifted = state_squares(s->game, t->lifted);
	s->present = sqset_minus(rules_occupied(s->game, &m->shown), s->lifted);
	s->attempt = state_squares(s->game, t->attempt);
	s->transfer = state_squares(s->game, t->transfer);
	s->takers = state_squares(s->game, t->takers);
	s->lone_stone = RULES_NO_SQ;
	s->buy = state_squares(s->game, t->buy);
	s->lay = state_squares(s->game, t->lay);
	s->unlay = state_squares(s->game, t->unlay);
	s->awaits = t->awaits;
	s->has_plan = t->plan != NULL;
	if (t->plan != NULL)
		s->plan = action_of(s->game, &m->settled, t->plan);
	s->hint_asked = t->hint_asked;
	rules_public(s->game, s->shown, &s->known);
	make_refusal(s, t);
	make_guidance(s, t);
	make_prompt(s, t);
	return s;
}

void
state_frame_print(const struct game *g, const struct lamps_frame *f, char *out, size_t size)
{
	size_t at = 0;

	out[0] = '\0';
	for (unsigned sq = 0; sq < rules_squares(g); sq++) {
		char name[4];
		char join = ':';

		if (f->means[sq] == 0)
			continue;
		rules_square_print(g, sq, name);
		at += (size_t)snprintf(out + at, size - at, "%s%s", at > 0 ? " " : "", name);
		for (unsigned m = 0; m < MEANINGS; m++) {
			if ((f->means[sq] >> m & 1) == 0)
				continue;
			at += (size_t)snprintf(out + at, size - at, "%c%s", join,
					       lamps_meaning_name(m));
			join = '+';
		}
		if (sqset_has(f->step, sq))
			at += (size_t)snprintf(out + at, size - at, "!");
		assert_true(at < size);
	}
}

void
state_light(const struct state_text *t, const struct lamps_config *c, struct hints_cache *cache,
	    char *out, size_t size)
{
	struct made_state made;
	struct lamps_frame frame;

	state_make(&made, t);
	lamps_compose(cache, &made.state, c, &frame);
	state_frame_print(made.state.game, &frame, out, size);
}

/* SplitMix64 */
uint64_t
state_draw(uint64_t *random)
{
	uint64_t z = *random += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

struct action
state_lively(const struct game *g, const struct position *p, uint64_t *random)
{
	static struct action list[RULES_ACTIONS_MAX];
	size_t n = rules_actions(g, p, list), begin;

	if (n == 0)
		return (struct action){ 0 };
	begin = (size_t)(state_draw(random) % n);
	for (size_t i = 0; state_draw(random) % 2 && i < n; i++) {
		struct action a = list[(begin + i) % n];

		if (a.from != a.to && rules_at(g, p, a.to) != 0)
			return a;
	}
	return list[begin];
}
