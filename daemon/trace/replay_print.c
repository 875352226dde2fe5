/* Prints the output of a replay, line by line. */
#include "daemon/record/record_session.h"
#include "daemon/trace/replay_impl.h"
#include "daemon/words/words.h"

#include <string.h>

static void
print_time(FILE *out, uint64_t t_us)
{
	uint64_t ms = (t_us + 500) / 1000;

	(void)fprintf(out, "%llu.%03u ", (unsigned long long)(ms / 1000), (unsigned)(ms % 1000));
}

/* ---- results ---- */

void
replay_print_result(struct replay *r, uint64_t t_us)
{
	struct record_result result = record_session_result(&r->state);

	/* A session after a restart reports the end of its game again: print it once. */
	if (r->options.pgn ||
	    (result.end == r->printed.end && strcmp(result.reason, r->printed.reason) == 0))
		return;
	r->printed = result;
	print_time(r->out, t_us);
	(void)fprintf(r->out, "result %s %s\n", record_result_word(&result), result.reason);
}

/* ---- explanations ---- */

static void
print_square(struct replay *r, unsigned sq)
{
	char name[4];

	rules_square_print(r->state.game, sq, name);
	(void)fprintf(r->out, " %s", name);
}

static void
print_squares(struct replay *r, const char *what, struct sqset set)
{
	if (sqset_empty(set))
		return;
	(void)fprintf(r->out, "; %s", what);
	while (!sqset_empty(set))
		print_square(r, sqset_pop(&set));
}

static void
print_guidance(struct replay *r)
{
	const struct guidance *g = &r->state.guidance;
	char piece[4];

	r->led = g->kind != GUIDANCE_NONE;
	if (!r->led) {
		(void)fputs("guidance ends\n", r->out);
		return;
	}
	(void)fprintf(r->out, "guidance, steps left %u:", g->steps);
	if (g->lift_sq != RULES_NO_SQ) {
		(void)fputs(" lift", r->out);
		print_square(r, g->lift_sq);
	}
	if (g->put_sq != RULES_NO_SQ) {
		rules_piece_print(r->state.game, g->put_piece, piece);
		(void)fprintf(r->out, " put %s on", piece);
		print_square(r, g->put_sq);
	}
	print_squares(r, "missing", g->missing);
	print_squares(r, "extra", g->extra);
	print_squares(r, "wrong", g->wrong);
	(void)fputc('\n', r->out);
}

static void
print_options(struct replay *r, const struct prompt *p)
{
	for (unsigned i = 0; i < p->n_options; i++) {
		char name[RULES_ACTION_TEXT];

		rules_action_print(r->state.game, r->state.settled, p->option[i], name);
		(void)fprintf(r->out, " %s", name);
	}
}

static void
print_asked(struct replay *r)
{
	static const char *const names[] = {
		[PROMPT_WHICH] = "which",
		[PROMPT_CONFIRM] = "confirm",
		[PROMPT_BLUNDER] = "blunder",
		[PROMPT_PROMOTION] = "promotion",
		[PROMPT_TAKEBACK] = "takeback",
		[PROMPT_NEW_GAME] = "new game",
		[PROMPT_DRAW] = "draw",
		[PROMPT_RESIGN] = "resign",
		[PROMPT_MENU] = "menu",
		[PROMPT_END] = "end",
		[PROMPT_PAY] = "pay",
		[PROMPT_ARRAY] = "array",
		[PROMPT_REVEAL] = "reveal",
	};
	const struct prompt *p = &r->state.prompt;

	(void)fprintf(r->out, "asked: %s", names[p->kind]);
	print_options(r, p);
	if (p->kind == PROMPT_TAKEBACK)
		(void)fprintf(r->out, " %u", p->n);
	(void)fputc('\n', r->out);
}

static void
print_shown(struct replay *r, const struct session_note *t)
{
	(void)fprintf(r->out, "shown %s", t->text);
	if (r->shown)
		(void)fprintf(r->out, ", replaces %s", r->shown_text);
	(void)fputc('\n', r->out);
	r->shown = true;
	memcpy(r->shown_text, t->text, sizeof(r->shown_text));
}

static void
print_withdrawn(struct replay *r)
{
	(void)fprintf(r->out, "withdrawn %s\n", r->shown ? r->shown_text : "");
	r->shown = false;
}

static void
explain(struct replay *r, const struct session_note *t)
{
	char text[WORDS_LINE];

	(void)fputs("# ", r->out);
	print_time(r->out, t->t_us);
	switch ((enum session_note_kind)t->kind) {
	case NOTE_SHOWN:
		print_shown(r, t);
		break;
	case NOTE_WITHDRAWN:
		print_withdrawn(r);
		break;
	case NOTE_ASKED:
		print_asked(r);
		break;
	case NOTE_GUIDE:
		print_guidance(r);
		break;
	case NOTE_REFUSED:
		words_refused(t, text, sizeof(text));
		(void)fprintf(r->out, "refused %s%s%s\n", t->text, *t->text ? ": " : "", text);
		break;
	case NOTE_NEW_GAME:
		(void)fputs("new game\n", r->out);
		break;
	case NOTE_CLOSED:
		(void)fputs("closed\n", r->out);
		break;
	case NOTE_ANNOUNCED:
		rules_announcement_print(r->state.game, t->said, text);
		(void)fprintf(r->out, "said %s\n", text);
		break;
	case NOTE_FINAL:
	case NOTE_UNDO:
	case NOTE_RESULT:
		break; /* printed without `explain` */
	}
}

/* ---- notes ---- */

void
replay_print_final(struct replay *r, uint64_t t_us, const char *text)
{
	if (r->options.pgn)
		return;
	print_time(r->out, t_us);
	(void)fprintf(r->out, "%s\n", text);
}

void
replay_print_undo(struct replay *r, uint64_t t_us, unsigned n)
{
	r->printed = (struct record_result){ .end = RECORD_UNFINISHED };
	if (r->options.pgn)
		return;
	print_time(r->out, t_us);
	(void)fprintf(r->out, "undo %u\n", n);
}

/* Prints a note; with PGN the record is printed instead. */
static void
print_note(struct replay *r, const struct session_note *t)
{
	switch ((enum session_note_kind)t->kind) {
	case NOTE_FINAL:
		r->shown = false;
		replay_print_final(r, t->t_us, t->text);
		break;
	case NOTE_UNDO:
		replay_print_undo(r, t->t_us, t->n);
		break;
	case NOTE_RESULT:
		replay_print_result(r, t->t_us);
		break;
	case NOTE_CLOSED:
	case NOTE_NEW_GAME:
	case NOTE_SHOWN:
	case NOTE_WITHDRAWN:
	case NOTE_ASKED:
	case NOTE_GUIDE:
	case NOTE_REFUSED:
	case NOTE_ANNOUNCED:
		if (r->options.explain)
			explain(r, t);
		break;
	}
}

/*
 * Reports whether note i is the last of its kind in this step. Earlier notes of guidance and
 * questions are skipped, because only their final state is known.
 */
static bool
is_last_of_kind(const struct replay *r, unsigned i)
{
	unsigned kind = r->step.note[i].kind;

	if (kind != NOTE_GUIDE && kind != NOTE_ASKED)
		return true;
	for (unsigned k = i + 1; k < r->step.n; k++)
		if (r->step.note[k].kind == kind)
			return false;
	return kind == NOTE_GUIDE ? r->led || r->state.guidance.kind != GUIDANCE_NONE
				  : r->state.prompt.kind != PROMPT_NONE;
}

void
replay_print_notes(struct replay *r)
{
	for (unsigned i = 0; i < r->step.n; i++) {
		if (r->on_note)
			r->on_note(r->on_note_arg, &r->step.note[i]);
		if (is_last_of_kind(r, i))
			print_note(r, &r->step.note[i]);
	}
}
