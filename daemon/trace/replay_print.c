/* What a replay has to say, line by line. */
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

	/* A session after a restart is told once more how its game ended. */
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

	r->led = g->on;
	if (!g->on) {
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
		[PROMPT_PROMOTION] = "promotion",
		[PROMPT_TAKEBACK] = "takeback",
		[PROMPT_NEW_GAME] = "new game",
		[PROMPT_DRAW] = "draw",
		[PROMPT_RESIGN] = "resign",
		[PROMPT_MENU] = "menu",
		[PROMPT_END] = "end",
		[PROMPT_PAY] = "pay",
		[PROMPT_ARRAY] = "array",
	};
	const struct prompt *p = &r->state.prompt;

	(void)fprintf(r->out, "asked: %s", names[p->kind]);
	print_options(r, p);
	if (p->kind == PROMPT_TAKEBACK)
		(void)fprintf(r->out, " %u", p->n);
	(void)fputc('\n', r->out);
}

static void
print_shown(struct replay *r, const struct told *t)
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
explain(struct replay *r, const struct told *t)
{
	char text[WORDS_LINE];

	(void)fputs("# ", r->out);
	print_time(r->out, t->t_us);
	switch ((enum session_told)t->kind) {
	case TOLD_SHOWN:
		print_shown(r, t);
		break;
	case TOLD_WITHDRAWN:
		print_withdrawn(r);
		break;
	case TOLD_ASKED:
		print_asked(r);
		break;
	case TOLD_GUIDE:
		print_guidance(r);
		break;
	case TOLD_REFUSED:
		words_refused(t, text, sizeof(text));
		(void)fprintf(r->out, "refused %s%s%s\n", t->text, *t->text ? ": " : "", text);
		break;
	case TOLD_NEW_GAME:
		(void)fputs("new game\n", r->out);
		break;
	case TOLD_SAID:
		rules_announcement_print(r->state.game, t->said, text);
		(void)fprintf(r->out, "said %s\n", text);
		break;
	case TOLD_FINAL:
	case TOLD_UNDO:
	case TOLD_RESULT:
		break; /* printed without being explained */
	}
}

void
replay_print_repeat(struct replay *r, const struct event *e)
{
	char name[4];

	if (!r->options.explain)
		return;
	rules_square_print(r->state.game, e->sq, name);
	(void)fputs("# ", r->out);
	print_time(r->out, e->t_us);
	(void)fprintf(r->out, "%s reads as before\n", name);
}

/* ---- all that was told ---- */

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

/* The record says in its own way what became of the game. */
static void
print_told(struct replay *r, const struct told *t)
{
	switch ((enum session_told)t->kind) {
	case TOLD_FINAL:
		r->shown = false;
		replay_print_final(r, t->t_us, t->text);
		break;
	case TOLD_UNDO:
		replay_print_undo(r, t->t_us, t->n);
		break;
	case TOLD_RESULT:
		replay_print_result(r, t->t_us);
		break;
	case TOLD_NEW_GAME:
	case TOLD_SHOWN:
	case TOLD_WITHDRAWN:
	case TOLD_ASKED:
	case TOLD_GUIDE:
	case TOLD_REFUSED:
	case TOLD_SAID:
		if (r->options.explain)
			explain(r, t);
		break;
	}
}

/*
 * Of the way back and of questions the step's last word counts: only what holds after it is
 * known. Nothing is said of those that came and went within it.
 */
static bool
holds_after(const struct replay *r, unsigned i)
{
	unsigned kind = r->told.told[i].kind;

	if (kind != TOLD_GUIDE && kind != TOLD_ASKED)
		return true;
	for (unsigned k = i + 1; k < r->told.n; k++)
		if (r->told.told[k].kind == kind)
			return false;
	return kind == TOLD_GUIDE ? r->led || r->state.guidance.on
				  : r->state.prompt.kind != PROMPT_NONE;
}

void
replay_print_told(struct replay *r)
{
	for (unsigned i = 0; i < r->told.n; i++)
		if (holds_after(r, i))
			print_told(r, &r->told.told[i]);
}
