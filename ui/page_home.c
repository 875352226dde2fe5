/*
 * The first page: the games, each with a picture and a line; the current
 * game; kept games; the board; settings.
 */
#include <stdio.h>
#include <string.h>

#include "ui/page.h"
#include "ui/panel.h"
#include "ui/setup.h"
#include "ui/sheet.h"

enum { COLUMNS = 3 };

/*
 * Draws a game's tile. The tile of a game that is too large for this board is pale, with the
 * reason; its set-up has the reason too, and the rules.
 */
static void
tile_draw(const struct page_draw *d, struct rect tile, unsigned game)
{
	const struct panel *p = panels[game];
	const struct game *g = rules_game(p->game);
	bool fits = panel_fits(p, &d->m->room);
	struct rect inside = rect_inset(tile, measure(d->g, SPACE_TILE));
	struct rect name = rect_cut_top(&inside, d->g->small_line, 0), picture = inside;

	widget_ground(d, tile, fits ? PAL_BUTTON : PAL_BUTTON_OFF, TARGET_GAME, game);
	draw_text(d->l, fits ? PAL_TEXT : PAL_TEXT_OFF, name, d->g->small_px, DRAW_BOLD,
		  tr(p->title));
	picture.w = (int16_t)measure(d->g, PICTURE);
	emblem_draw(d, picture, &p->emblem);
	inside.x = (int16_t)(inside.x + picture.w + d->g->gap);
	inside.w = (int16_t)(inside.w - picture.w - d->g->gap);
	if (inside.h < 2 * d->g->small_line)
		return; /* the description would be illegible beside the picture */
	if (fits)
		draw_text(d->l, PAL_TEXT_DIM, inside, d->g->small_px, 0, tr(p->line));
	else
		draw_filled(d->l, PAL_TEXT_DIM, inside, d->g->small_px, 0,
			    tr("Needs {1}x{2} squares"), LANG_N(rules_files(g)), LANG_N(rules_ranks(g)));
}

/* Returns what to do with the latest stick; NULL: nothing. */
static const char *
stick_advice(const struct ui_state *s)
{
	const char *stage = s->n_sticks > 0 ? s->stick[s->n_sticks - 1].stage : "failed";

	if (strcmp(stage, "failed") == 0)
		return NULL; /* shown as a trouble instead */
	return strcmp(stage, "done") == 0 ? tr("Pull the stick out") : tr("Leave the stick in");
}

/*
 * Until a game has begun, draws the running work with its progress, or what to do with the
 * USB stick.
 */
static void
work_draw(const struct page_draw *d, struct rect tile)
{
	const struct ui_work *w = &d->s->work[0];
	const char *word = stick_advice(d->s), *name = tr("USB stick");
	char far[SHEET_FAR_TEXT], both[2 * SHEET_RESULT_TEXT];

	if (d->s->n_works > 0)
		name = tr(w->kind);
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

/* Draws the last tile: the game that was chosen or played last; before one, the current work. */
static void
resume_draw(const struct page_draw *d, struct rect tile)
{
	bool playing = d->s->phase == UI_PHASE_PLAYING;
	const char *title = panel_of(d->s->game)->title; /* translated, unlike the daemon's title */

	if (d->s->phase == UI_PHASE_NONE || ui_model_is_new(d->m))
		work_draw(d, tile);
	else
		widget_field(d, tile, playing ? BUTTON_MAIN : BUTTON_PLAIN, TARGET_RESUME, 0,
			     playing ? tr("Resume") : tr("Last game"),
			     title != NULL ? tr(title) : d->s->title);
}

struct rect
page_home_games(const struct page_draw *d, struct rect rest)
{
	/* A tile for each game, and one more. */
	int rows = 1 + (int)(n_panels - 1) / COLUMNS, at = 0;

	for (unsigned i = 0; i < n_panels; i++)
		if (panels[i]->title != NULL)
			tile_draw(d, rect_cell(rest, COLUMNS, rows, d->g->gap, at++), i);
	return rect_cell(rest, COLUMNS, rows, d->g->gap, at);
}

static void
home_layout(const struct page_draw *d)
{
	struct rect rest = d->g->whole;
	struct rect bar = rect_cut_top(&rest, d->g->bar, d->g->gap);

	resume_draw(d, page_home_games(d, rest));
	bar.w = (int16_t)(bar.w - 4 * (d->g->button_w + d->g->gap));
	if (d->s->n_troubles > 0) {
		widget_alert(d, rect_of(bar.x, bar.y, bar.h, bar.h));
		bar = rect_of(bar.x + bar.h + d->g->gap, bar.y, bar.w - bar.h - d->g->gap, bar.h);
	}
	draw_text(d->l, PAL_TEXT, bar, d->g->title_px, DRAW_BOLD, tr("Haloboard"));
	widget_title_icon(d, 3, TARGET_PAGE, UI_PAGE_RECORDS, ICON_RECORDS, tr("Records"));
	widget_title_icon(d, 2, TARGET_PAGE, UI_PAGE_BOARD, ICON_BOARD, tr("Board"));
	widget_title_icon(d, 1, TARGET_PAGE, UI_PAGE_SETTINGS, ICON_SETTINGS, tr("Settings"));
	widget_title_icon(d, 0, TARGET_PAGE, UI_PAGE_HELP, ICON_RULES, tr("Help"));
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
	} else if (id == TARGET_TROUBLES) {
		ui_model_open(m, UI_PAGE_TROUBLES);
	} else if (id == TARGET_NOTICE) {
		ui_model_open(m, UI_PAGE_RECORDS);
	} else if (id == TARGET_PAGE) {
		m->view.help_card = 0;
		m->view.help_paged = false;
		m->view.help_game = (uint8_t)(n_panels - 1); /* the board itself */
		ui_model_open(m, (enum ui_page)arg);
	}
}

/* Returns to the current game, if there is one. */
static void
home_back(struct ui_model *m, struct ui_out *out)
{
	(void)out;
	if (m->state.phase == UI_PHASE_PLAYING)
		ui_model_go(m, UI_PAGE_PLAY);
}

const struct page page_home = {
	.name = "home",
	.layout = home_layout,
	.activate = home_activate,
	.back = home_back,
};
