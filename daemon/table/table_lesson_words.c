/* What lamps, sentences and buttons show of a lesson. */
#include <string.h>

#include "daemon/table/table_lesson_impl.h"
#include "hw/text/text.h"

/* Writes the reply as a half-made action, as lamps show what is left of it. */
static void
reply_state(const struct table_lesson *s, struct session_state *out)
{
	const struct lesson_step *step = lesson_step_of(s);

	out->guidance = s->guidance;
	out->has_plan = false;
	out->has_provisional = s->guidance.onward && s->reply < step->n_replies &&
			       rules_action_parse(s->lesson->game, out->settled,
						  step->reply[s->reply], &out->provisional) == 0;
}

/* Lights the promoted pawn's square, also while the pawn is in the hand. */
static void
exchange_state(const struct table_lesson *s, struct session_state *out)
{
	out->guidance.kind = GUIDANCE_NONE;
	out->lifted = out->last_squares = (struct sqset){ { 0, 0 } };
	out->takers = sqset_of(s->play->promoted);
}

/* Removes what hands have to do, or have done: the learner may clear the board. */
static void
end_state(struct session_state *out)
{
	out->guidance.kind = GUIDANCE_NONE;
	out->has_provisional = false;
	out->awaits = 0;
	out->lifted = out->last_squares = (struct sqset){ { 0, 0 } };
}

void
lesson_words_state(const struct table_lesson *s, struct session_state *out)
{
	session_state(&s->play->aside.session, out);
	out->phase = SESSION_PLAYING;
	out->over = false;
	out->prompt = (struct prompt){ .seat = SEAT_NONE };
	out->awaits &= AWAIT_PROMOTE; /* the lesson itself asks for actions on the screen */
	if (s->play->lays)
		out->guidance = s->guidance;
	out->sets_up = s->stage == TABLE_LESSON_SETUP && !s->play->lays &&
		       out->guidance.steps > GUIDANCE_FEW;
	if (s->stage == TABLE_LESSON_REPLY)
		reply_state(s, out);
	else if (s->stage == TABLE_LESSON_EXCHANGE)
		exchange_state(s, out);
	else if (s->stage == TABLE_LESSON_END)
		end_state(out);
	else if (sqset_empty(out->lifted))
		out->takers = lesson_step_of(s)->light; /* lit like pieces that a hint concerns */
}

/* Reports whether the next step carries out what the rules changed; hands may have slipped instead. */
static bool
next_is_ruled(const struct table_lesson *s)
{
	const struct guidance *gu = &s->guidance;

	return (gu->lift_sq != RULES_NO_SQ && sqset_has(s->play->ruled, gu->lift_sq)) ||
	       (gu->put_sq != RULES_NO_SQ && sqset_has(s->play->ruled, gu->put_sq));
}

static const char *
end_words(const struct table_lesson *s)
{
	if (s->kind == TABLE_LESSON_MISTAKE)
		return tr("Solved. Next or OK: the next one, if there is one. Back: leave");
	if (s->kind == TABLE_LESSON_PUZZLE)
		return tr("Solved. Next or OK: the next puzzle. Back: leave");
	return s->last ? tr("The end of the last lesson. Next, OK or Back: leave")
		       : tr("The end of this lesson. Next or OK: the next one. Back: leave");
}

/* Names the square and the piece that replaces the pawn. */
static void
exchange_words(const struct table_lesson *s, char out[WORDS_LINE])
{
	const struct game *g = s->lesson->game;
	char sq[4], piece[WORDS_MOVE];

	rules_square_print(g, s->play->promoted, sq);
	words_piece(g, rules_at(g, &s->play->at, s->play->promoted), piece);
	lang_print(out, WORDS_LINE,
		   tr("Promotion: exchange the piece on {1} for the {2}. Then: Next or OK"), sq,
		   piece);
}

void
lesson_words(const struct table_lesson *s, const char *language, char out[WORDS_LINE])
{
	struct session_state st;
	char next[WORDS_LINE];

	if (s->stage == TABLE_LESSON_EXCHANGE) {
		exchange_words(s, out);
		return;
	}
	lesson_words_state(s, &st);
	words_guidance(&st, next);
	if (s->stage == TABLE_LESSON_END)
		text_copy(out, WORDS_LINE, end_words(s));
	else if (s->stage == TABLE_LESSON_DUE && next_is_ruled(s))
		lang_print(out, WORDS_LINE, tr("The rules change the board. {1}"), next);
	else if (st.guidance.kind != GUIDANCE_NONE &&
		 (s->stage != TABLE_LESSON_TASK || st.guidance.onward))
		text_copy(out, WORDS_LINE, next);
	else
		text_copy(out, WORDS_LINE, lesson_in(&lesson_step_of(s)->say, language));
}

/* Adds an action without hands, once. */
static unsigned
add_option(const struct table_lesson *s, const char *text, unsigned n,
	   char out[LESSON_TRIES_MAX + LESSON_GOALS_MAX][RULES_ACTION_TEXT])
{
	struct action a;

	if (!*text || rules_action_read(s->lesson->game, text, &a) < 0 || lesson_by_hands(text, a))
		return n;
	text_copy(out[n], RULES_ACTION_TEXT, text);
	return n + 1;
}

unsigned
lesson_words_options(const struct table_lesson *s,
		     char out[LESSON_TRIES_MAX + LESSON_GOALS_MAX][RULES_ACTION_TEXT])
{
	const struct lesson_step *step = lesson_step_of(s);
	unsigned n = 0;

	if (s->stage != TABLE_LESSON_TASK)
		return 0;
	for (unsigned i = 0; i < step->n_goals; i++)
		n = add_option(s, step->goal[i].action, n, out);
	for (unsigned i = 0; i < step->n_tries; i++)
		n = add_option(s, step->wrong[i].action, n, out);
	return n;
}
