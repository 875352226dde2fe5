/*
 * Where everything begins: the eleven games, each with a picture and a line; the
 * one that is running; what is kept; the board; settings.
 */
#include <stdio.h>
#include <string.h>

#include "ui/page.h"
#include "ui/panel.h"
#include "ui/setup.h"
#include "ui/sheet.h"

enum { COLUMNS = 3, ROWS = 4 };

/* A small screen in the corner of a game that cannot do without one. */
static void
screen_mark(const struct page_draw *d, struct rect tile)
{
	int w = metrics_px(d->g, 14), h = metrics_px(d->g, 10), in = metrics_px(d->g, 5);

	draw_frame(d->l, PAL_TEXT_SHOWN, rect_of(tile.x + tile.w - w - in, tile.y + in, w, h),
		   metrics_px(d->g, 2));
}

/* A game that this board is too small for stays in its place, and says why it cannot be had. */
static void
tile_draw(const struct page_draw *d, struct rect tile, unsigned game)
{
	const struct panel *p = &panels[game];
	bool fits = panel_fits(p, &d->m->room);
	struct rect inside = rect_inset(tile, metrics_px(d->g, d->g->compact ? 3 : 6));
	struct rect name = rect_cut_top(&inside, d->g->small_line, 0), picture = inside;

	if (fits)
		widget_ground(d, tile, PAL_BUTTON, TARGET_GAME, game);
	else
		draw_fill(d->l, PAL_BUTTON_OFF, tile, d->g->radius);
	draw_text(d->l, fits ? PAL_TEXT : PAL_TEXT_OFF, name, d->g->small_px, DRAW_BOLD, p->title);
	if (p->needs_screen)
		screen_mark(d, tile);
	picture.w = (int16_t)metrics_px(d->g, d->g->compact ? 42 : 66);
	emblem_draw(d, picture, game);
	inside.x = (int16_t)(inside.x + picture.w + d->g->gap);
	inside.w = (int16_t)(inside.w - picture.w - d->g->gap);
	if (fits)
		draw_text(d->l, PAL_TEXT_DIM, inside, d->g->small_px, 0, p->line);
	else
		draw_textf(d->l, PAL_TEXT_DIM, inside, d->g->small_px, 0, "Needs %ux%u squares",
			   p->files, p->ranks);
}

/* What hands are to do with the last stick that came; NULL: nothing. */
static const char *
stick_word(const struct ui_state *s)
{
	const char *stage = s->n_sticks > 0 ? s->stick[s->n_sticks - 1].stage : "failed";

	if (strcmp(stage, "failed") == 0)
		return NULL; /* a trouble, and told as such */
	return strcmp(stage, "done") == 0 ? "Pull the stick out" : "Leave the stick in";
}

/* Before there is a game: what is at work, and how far; of a stick what to do. */
static void
work_draw(const struct page_draw *d, struct rect tile)
{
	const struct ui_work *w = &d->s->work[0];
	const char *word = stick_word(d->s), *name = phrase("USB stick");
	char far[SHEET_FAR_TEXT], both[2 * SHEET_RESULT_TEXT];

	if (d->s->n_works > 0)
		name = sheet_work_name(w);
	if (d->s->n_works > 0 && !word) {
		sheet_work_far(w, far);
		widget_field(d, tile, BUTTON_PLAIN, TARGET_NOTICE, 0, name, far);
		return;
	}
	if (!word)
		return;
	(void)snprintf(both, sizeof(both), "%s", name);
	if (d->s->n_works > 0 && w->of > 0)
		(void)snprintf(both, sizeof(both), "%s: %u %%", name,
			       (unsigned)((uint64_t)w->done * 100 / w->of));
	widget_field(d, tile, BUTTON_PLAIN, TARGET_NOTICE, 0, both, word);
}

/* The twelfth tile: the game that is running, or the last one; before either, what is at work. */
static void
resume_draw(const struct page_draw *d, struct rect tile)
{
	bool playing = d->s->phase == UI_PHASE_PLAYING;
	const char *title = panel_of(d->s->game)->title; /* which the screen has words for */

	if (d->s->phase == UI_PHASE_NONE)
		work_draw(d, tile);
	else
		widget_field(d, tile, playing ? BUTTON_MAIN : BUTTON_PLAIN, TARGET_RESUME, 0,
			     playing ? "Resume" : "Last game",
			     title != NULL ? title : d->s->title);
}

static void
home_layout(const struct page_draw *d)
{
	struct rect rest = d->g->whole;
	struct rect bar = rect_cut_top(&rest, metrics_px(d->g, 48), d->g->gap);
	int at = 0;

	for (unsigned i = 0; i < n_panels; i++)
		if (panels[i].title != NULL)
			tile_draw(d, rect_cell(rest, COLUMNS, ROWS, d->g->gap, at++), i);
	resume_draw(d, rect_cell(rest, COLUMNS, ROWS, d->g->gap, at));
	bar.w = (int16_t)(bar.w - 4 * (metrics_px(d->g, d->g->compact ? 76 : 120) + d->g->gap));
	draw_text(d->l, PAL_TEXT, bar, d->g->title_px, DRAW_BOLD, "Haloboard");
	widget_title_button(d, 3, BUTTON_PLAIN, TARGET_PAGE, UI_PAGE_RECORDS, "Records");
	widget_title_button(d, 2, BUTTON_PLAIN, TARGET_PAGE, UI_PAGE_BOARD, "Board");
	widget_title_button(d, 1, BUTTON_PLAIN, TARGET_PAGE, UI_PAGE_SETTINGS, "Settings");
	widget_title_button(d, 0, BUTTON_PLAIN, TARGET_PAGE, UI_PAGE_HELP, "Help");
}

static void
home_activate(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	(void)out;
	if (id == TARGET_GAME) {
		setup_begin(m, arg);
		ui_model_open(m, UI_PAGE_SETUP);
	} else if (id == TARGET_RESUME) {
		ui_model_go(m, m->state.phase == UI_PHASE_OVER ? UI_PAGE_OVER : UI_PAGE_PLAY);
	} else if (id == TARGET_NOTICE) {
		ui_model_open(m, UI_PAGE_RECORDS);
	} else if (id == TARGET_PAGE) {
		m->view.help_card = 0;
		m->view.help_game = (uint8_t)(n_panels - 1); /* the board itself */
		ui_model_open(m, (enum ui_page)arg);
	}
}

/* Back from the first page: to the game that is running, or nowhere. */
static void
home_back(struct ui_model *m, struct ui_out *out)
{
	(void)out;
	if (m->state.phase == UI_PHASE_PLAYING)
		ui_model_go(m, UI_PAGE_PLAY);
}

const struct page page_home = {
	.name = "home",
	.parent = UI_PAGE_HOME,
	.layout = home_layout,
	.activate = home_activate,
	.back = home_back,
};
