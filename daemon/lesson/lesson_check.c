/* The walk through a lesson by the rule core, and the check of its texts. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "daemon/lesson/lesson.h"
#include "hw/text/text.h"

struct walk {
	const struct lesson *l;
	const struct lesson_step *s;
	struct lesson_error *err;
	struct position before, after; /* the step's position, and the one after its goal */
	struct action list[RULES_ACTIONS_MAX];
	size_t n;
};

__attribute__((format(printf, 3, 4))) static int
fail(struct walk *w, unsigned line, const char *fmt, ...)
{
	va_list ap;

	w->err->line = line;
	va_start(ap, fmt);
	text_vprint(w->err->why, sizeof(w->err->why), fmt, ap);
	va_end(ap);
	return -1;
}

/* ---- texts ---- */

/* Returns the square that is named at `s`, or RULES_NO_SQ: "d4" and no part of a longer word. */
static unsigned
square_at(const struct game *g, const char *text, const char *s)
{
	if (s > text && isalnum((unsigned char)s[-1]))
		return RULES_NO_SQ;
	if (!isalpha((unsigned char)s[0]) || !isdigit((unsigned char)s[1]) || isalnum((unsigned char)s[2]))
		return RULES_NO_SQ;
	return rules_square_parse(g, s, 2);
}

static struct sqset
squares_named(const struct game *g, const char *text)
{
	struct sqset set = { { 0, 0 } };

	for (const char *s = text; *s; s++) {
		unsigned sq = square_at(g, text, s);

		if (sq != RULES_NO_SQ)
			sqset_add(&set, sq);
	}
	return set;
}

/* Reports whether the text before `end` ends with the word, which may begin a sentence. */
static bool
ends_with(const char *text, const char *end, const char *word)
{
	size_t len = strlen(word);

	return (size_t)(end - text) >= len &&
	       tolower((unsigned char)end[-(ptrdiff_t)len]) == word[0] &&
	       memcmp(end - len + 1, word + 1, len - 1) == 0 &&
	       ((size_t)(end - text) == len || !isalpha((unsigned char)end[-(ptrdiff_t)len - 1]));
}

/* Returns the piece whose English name ends before `end`, or 0; "stack of four" before "four". */
static uint8_t
piece_named(const struct game *g, const char *text, const char *end)
{
	for (const char *letter = "PNBRSQKMC"; *letter; letter++) {
		uint8_t piece = rules_piece_parse(g, *letter);

		if (piece && ends_with(text, end, rules_piece_name(g, piece)))
			return piece;
	}
	return 0;
}

static bool
stands(const struct game *g, const struct position *p, uint8_t piece, unsigned sq)
{
	return piece_kind(rules_at(g, p, sq)) == piece_kind(piece);
}

/* Checks "rook on d4": before the step's action, or after it in *after. */
static int
check_pieces(struct walk *w, unsigned line, const char *text, const struct position *after)
{
	const struct game *g = w->l->game;

	for (const char *on = strstr(text, " on "); on; on = strstr(on + 1, " on ")) {
		unsigned sq = square_at(g, text, on + 4);
		uint8_t piece = sq == RULES_NO_SQ ? 0 : piece_named(g, text, on);

		if (piece && !stands(g, &w->before, piece, sq) && !stands(g, after, piece, sq))
			return fail(w, line, "\"%s on %.2s\": no such piece stands there",
				    rules_piece_name(g, piece), on + 4);
	}
	return 0;
}

/* Checks that both languages are there, or none. */
static int
check_languages(struct walk *w, const char *what, const struct lesson_text *t)
{
	if (!*t->in[LESSON_ENGLISH] && *t->in[LESSON_GERMAN])
		return fail(w, t->line[LESSON_GERMAN], "%s: the English is missing", what);
	if (*t->in[LESSON_ENGLISH] && !*t->in[LESSON_GERMAN])
		return fail(w, t->line[LESSON_ENGLISH], "%s: the German is missing", what);
	return 0;
}

static int
check_text(struct walk *w, const char *what, const struct lesson_text *t,
	   const struct position *after)
{
	const char *english = t->in[LESSON_ENGLISH], *german = t->in[LESSON_GERMAN];
	struct sqset a = squares_named(w->l->game, english), b = squares_named(w->l->game, german);
	const unsigned line = t->line[LESSON_ENGLISH];

	if (check_languages(w, what, t) < 0)
		return -1;
	if (!sqset_empty(sqset_or(sqset_minus(a, b), sqset_minus(b, a)))) {
		char name[4];
		struct sqset odd = sqset_or(sqset_minus(a, b), sqset_minus(b, a));

		rules_square_print(w->l->game, sqset_pop(&odd), name);
		return fail(w, line, "%s: only one language names the square %s", what, name);
	}
	return check_pieces(w, line, english, after);
}

/* Checks that the empty squares that `say` names are lit: the words are looked for on the board. */
static int
check_lights(struct walk *w)
{
	const struct game *g = w->l->game;
	struct sqset dark = sqset_minus(squares_named(g, w->s->say.in[LESSON_ENGLISH]), w->s->light);

	while (!sqset_empty(dark)) {
		unsigned sq = sqset_pop(&dark);
		char name[4];

		rules_square_print(g, sq, name);
		if (rules_at(g, &w->before, sq) == 0)
			return fail(w, w->s->say.line[LESSON_ENGLISH], "say: %s is named, but not lit", name);
	}
	return 0;
}

/* ---- actions ---- */

/* Finds the action that reaches the goal. Returns the number of those that do. */
static unsigned
find_goal(struct walk *w, struct action *out)
{
	unsigned found = 0;

	for (size_t i = 0; i < w->n; i++)
		if (lesson_reaches(w->l, w->s, &w->before, w->list[i]) && ++found == 1)
			*out = w->list[i];
	return found;
}

/* Returns the name of the seat to act, "w", or "dice" before a roll. */
static const char *
actor(const struct walk *w)
{
	const unsigned seat = rules_to_act(w->l->game, &w->before);

	return seat == SEAT_CHANCE ? "dice" : rules_seat_name(w->l->game, seat);
}

/* Checks that each goal alone is reachable. */
static int
check_goals(struct walk *w)
{
	for (unsigned i = 0; i < w->s->n_goals; i++) {
		struct lesson_step one = *w->s;
		bool any = false;

		one.goal[0] = w->s->goal[i];
		one.n_goals = 1;
		for (size_t k = 0; k < w->n && !any; k++)
			any = lesson_reaches(w->l, &one, &w->before, w->list[k]);
		if (!any)
			return fail(w, w->s->goal[i].line,
				    "goal: no legal action of %s, who acts now, reaches it",
				    actor(w));
	}
	return 0;
}

static int
check_try(struct walk *w, const struct lesson_try *t)
{
	struct position after = w->before;
	struct action a;
	bool legal = rules_action_parse(w->l->game, &w->before, t->action, &a) == 0;

	if (!legal && rules_action_read(w->l->game, t->action, &a) < 0)
		return fail(w, t->line, "%s: no action of %s", t->action, rules_title(w->l->game));
	if (!legal && a.kind == ACT_MOVE && !rules_at(w->l->game, &w->before, a.from))
		return fail(w, t->line, "%s %s: no piece stands there",
			    t->legal ? "wrong" : "illegal", t->action);
	if (legal && !t->legal)
		return fail(w, t->line, "illegal %s: the rules allow it", t->action);
	if (!legal && t->legal)
		return fail(w, t->line, "wrong %s: the rules do not allow it", t->action);
	if (legal && lesson_reaches(w->l, w->s, &w->before, a))
		return fail(w, t->line, "wrong %s: it reaches the goal", t->action);
	if (legal)
		rules_apply(w->l->game, &after, a);
	return check_text(w, t->action, &t->says, &after);
}

/* Plays the replies from *p on. */
static int
check_replies(struct walk *w, struct position *p)
{
	struct action a;

	for (unsigned i = 0; i < w->s->n_replies; i++) {
		if (rules_outcome(w->l->game, p, NULL).result != RESULT_ONGOING ||
		    rules_action_parse(w->l->game, p, w->s->reply[i], &a) < 0)
			return fail(w, w->s->reply_line, "reply: %s is not legal", w->s->reply[i]);
		rules_apply(w->l->game, p, a);
	}
	return 0;
}

/* Reports whether the position after the step matters: for replies, or for the next step. */
static bool
is_followed(const struct walk *w, unsigned step)
{
	return w->s->n_replies || (step + 1 < w->l->n && !w->l->step[step + 1].placed);
}

static int
check_actions(struct walk *w, unsigned step)
{
	struct action a;
	unsigned found = find_goal(w, &a);

	if (w->s->n_goals && check_goals(w) < 0)
		return -1;
	if (found > 1 && is_followed(w, step))
		return fail(w, w->s->goal[0].line,
			    "goal: %u actions reach it; replies, and a next step without a position, need "
			    "exactly one",
			    found);
	if (w->s->n_goals == 0 && w->s->n_tries)
		return fail(w, w->s->wrong[0].line, "a step without a goal has no tries");
	w->after = w->before;
	if (found)
		rules_apply(w->l->game, &w->after, a);
	for (unsigned i = 0; i < w->s->n_tries; i++)
		if (check_try(w, &w->s->wrong[i]) < 0)
			return -1;
	return 0;
}

/* Checks a step from *p on, and moves *p behind it. */
static int
check_step(struct walk *w, unsigned step, struct position *p)
{
	w->s = &w->l->step[step];
	if (!w->s->placed && step == 0)
		return fail(w, w->s->line, "the first step has no position");
	if (w->s->placed)
		*p = w->s->position;
	if (!*w->s->say.in[LESSON_ENGLISH])
		return fail(w, w->s->line, "say: missing");
	if (rules_outcome(w->l->game, p, NULL).result != RESULT_ONGOING)
		return fail(w, w->s->line, "position: the game is over in it");
	w->before = *p;
	w->n = rules_actions(w->l->game, p, w->list);
	if (check_actions(w, step) < 0 || check_text(w, "say", &w->s->say, &w->after) < 0 ||
	    check_text(w, "done", &w->s->done, &w->after) < 0 || check_lights(w) < 0)
		return -1;
	*p = w->after;
	return check_replies(w, p);
}

int
lesson_check(const struct lesson *l, struct lesson_error *err)
{
	static struct walk w; /* large; lessons are checked by one thread */
	struct position p = { 0 };

	w = (struct walk){ .l = l, .err = err };
	*err = (struct lesson_error){ 0 };
	if (check_languages(&w, "title", &l->title) < 0)
		return -1;
	if (!*l->title.in[LESSON_ENGLISH])
		return fail(&w, 0, "title: missing");
	for (unsigned i = 0; i < l->n; i++)
		if (check_step(&w, i, &p) < 0)
			return -1;
	return 0;
}
