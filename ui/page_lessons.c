/* The lessons and puzzles of a game, with the learner's progress; a touch begins one on the board. */
#include <stdio.h>
#include <string.h>

#include "ui/page.h"
#include "ui/panel.h"

enum { COLUMNS = 2, PROGRESS_TEXT = 48 };

static const struct panel *
shown(const struct ui_model *m)
{
	return panels[m->view.lesson_game % n_panels];
}

void
page_lessons_open(struct ui_model *m, unsigned game)
{
	m->view.lesson_game = (uint8_t)game;
	m->has_lessons = false;
	ui_model_open(m, UI_PAGE_LESSONS);
}

/* Returns the learner's name: one of the last game's players, "" for a guest. */
static const char *
learner(const struct ui_model *m)
{
	return m->view.learner < RULES_SEATS_MAX ? m->state.names[m->view.learner] : "";
}

/* Chooses the next named player, after the last one a guest. */
static void
learner_next(struct ui_model *m)
{
	unsigned i = m->view.learner < RULES_SEATS_MAX ? m->view.learner + 1u : 0;

	while (i < RULES_SEATS_MAX && (m->state.names[i][0] == '\0' || m->state.computers >> i & 1))
		i++;
	m->view.learner = (uint8_t)i;
	m->has_lessons = false;
	m->wants = true;
}

static void
progress_print(const struct ui_lesson_row *l, unsigned number, char out[PROGRESS_TEXT])
{
	if (l->done)
		lang_print(out, PROGRESS_TEXT, tr("Lesson {1}: done"), LANG_N(number));
	else if (l->step > 0)
		lang_print(out, PROGRESS_TEXT, tr("Lesson {1}: step {2} of {3}"), LANG_N(number),
			   LANG_N(l->step), LANG_N(l->steps));
	else
		lang_print(out, PROGRESS_TEXT, tr("Lesson {1}"), LANG_N(number));
}

/* Draws the lessons that fit; the last place is for the others. */
static void
rows_layout(const struct page_draw *d, struct rect rest)
{
	const struct ui_lessons *l = &d->m->lessons;
	unsigned fit = (unsigned)((rest.h + d->g->gap) / (d->g->touch + d->g->gap));
	unsigned down = fit > 0 ? fit : 1;
	unsigned places = COLUMNS * down, per = l->n > places ? places - 1 : places;
	unsigned parts = per > 0 ? (l->n + per - 1) / per : 1;
	unsigned first = d->m->view.more % (parts ? parts : 1) * per, at = 0;
	char progress[PROGRESS_TEXT];

	rest.h = (int16_t)(down * (unsigned)(d->g->touch + d->g->gap) - (unsigned)d->g->gap);
	for (unsigned i = first; i < l->n && at < per; i++, at++) {
		progress_print(&l->row[i], i + 1, progress);
		widget_field(d, rect_cell(rest, COLUMNS, (int)down, d->g->gap, (int)at),
			     l->row[i].done ? BUTTON_ON : BUTTON_PLAIN, TARGET_ROW, i, progress,
			     l->row[i].name);
	}
	if (l->n > places)
		widget_button(d, rect_cell(rest, COLUMNS, (int)down, d->g->gap, (int)places - 1),
			      BUTTON_PLAIN, TARGET_MORE, 0, tr("More"));
}

/* Draws the button that begins a puzzle, with what the learner has solved; beside it the own mistakes. */
static void
puzzles_layout(const struct page_draw *d, struct rect *rest)
{
	const struct ui_puzzles *p = &d->m->lessons.puzzles;
	char solved[PROGRESS_TEXT], streak[PROGRESS_TEXT], left[PROGRESS_TEXT];
	const int fields = (p->n > 0) + (p->mistakes > 0);
	struct rect row;

	if (fields == 0)
		return;
	row = rect_cut_bottom(rest, d->g->touch, d->g->gap);
	lang_print(left, sizeof(left), tr("{1} to solve"), LANG_N(p->mistakes));
	if (p->mistakes > 0)
		widget_field(d, rect_cell(row, fields, 1, d->g->gap, fields - 1), BUTTON_MAIN, TARGET_MISTAKE, 0,
			     tr("My mistakes"), left);
	if (p->n == 0)
		return;
	lang_print(solved, sizeof(solved), tr("Puzzles: {1} of {2} solved"), LANG_N(p->solved), LANG_N(p->n));
	lang_print(streak, sizeof(streak), tr("{1} in a row, at most {2}"), LANG_N(p->streak), LANG_N(p->best));
	widget_field(d, rect_cell(row, fields, 1, d->g->gap, 0), BUTTON_MAIN, TARGET_PUZZLE, 0, solved, streak);
}

static void
lessons_layout(const struct page_draw *d)
{
	struct rect rest = widget_title(d, 1, tr(shown(d->m)->title));
	const char *who = learner(d->m);

	widget_title_button(d, 0, BUTTON_PLAIN, TARGET_OWN, 0, who[0] != '\0' ? who : tr("Guest"));
	if (d->m->view.error[0] != '\0')
		draw_text(d->l, PAL_TEXT_WARN, rect_cut_bottom(&rest, 2 * d->g->small_line, d->g->gap),
			  d->g->small_px, DRAW_TOP, d->m->view.error);
	if (!d->m->has_lessons) {
		draw_text(d->l, PAL_TEXT_DIM, rest, d->g->text_px, DRAW_TOP, tr("One moment \u2026"));
	} else {
		puzzles_layout(d, &rest);
		rows_layout(d, rest);
	}
}

static void
lessons_ask(struct ui_model *m, struct ui_out *out)
{
	struct ui_request q = { .kind = UI_REQUEST_LESSON };

	snprintf(q.word, sizeof(q.word), "%s", shown(m)->game);
	snprintf(q.text, sizeof(q.text), "%s", learner(m));
	ui_out_add(out, &q);
}

/* Begins a lesson or a puzzle; asks first if a game with a move is on the board. */
static void
begin(struct ui_model *m, const struct ui_request *q, struct ui_out *out)
{
	const struct ui_state *s = &m->state;
	const bool puzzle = q->lesson != UI_LESSON_TAUGHT;
	const char *text =
		s->hides ? puzzle ? N_("The game on the board has secrets and cannot be resumed: "
				       "leave it for the puzzle?")
				  : N_("The game on the board has secrets and cannot be resumed: "
				       "leave it for the lesson?")
		: puzzle ? N_("Keep the game on the board unfinished and begin the puzzle?")
			 : N_("Keep the game on the board unfinished and begin the lesson?");

	if (s->phase == UI_PHASE_PLAYING && (s->n_actions > 0 || s->has_provisional))
		ui_model_confirm(m, q, UI_PAGE_LESSONS, text);
	else
		ui_out_add(out, q);
}

static void
lessons_activate(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	struct ui_request q = { .kind = UI_REQUEST_LESSON };

	m->view.error[0] = '\0';
	if (id == TARGET_OWN) {
		learner_next(m);
	} else if (id == TARGET_MORE) {
		m->view.more++;
	} else if (id == TARGET_PUZZLE || id == TARGET_MISTAKE || (id == TARGET_ROW && arg < m->lessons.n)) {
		snprintf(q.word, sizeof(q.word), "%s", shown(m)->game);
		snprintf(q.text, sizeof(q.text), "%s", learner(m));
		q.lesson = id == TARGET_PUZZLE    ? UI_LESSON_PUZZLE
			   : id == TARGET_MISTAKE ? UI_LESSON_MISTAKE
						  : UI_LESSON_TAUGHT;
		q.n = id == TARGET_ROW ? (uint16_t)(arg + 1) : 0;
		begin(m, &q, out);
	}
}

const struct page page_lessons = {
	.name = "lessons",
	.layout = lessons_layout,
	.activate = lessons_activate,
	.back = page_error_back,
	.ask = lessons_ask,
};
