/* Each player: hints, private page, PIN, resigning. */
#include <stdio.h>
#include <string.h>

#include "ui/page.h"
#include "ui/panel.h"
#include "ui/seat.h"

static const char *const level_names[] = { [UI_HINTS_OFF] = N_("off"),
					   [UI_HINTS_MOVES] = N_("moves"),
					   [UI_HINTS_SAFE] = N_("moves, dangers"),
					   [UI_HINTS_GRADED] = N_("moves, graded") };

/* Reports whether the players of the running game have private pages. */
static bool
has_pages(const struct ui_state *s)
{
	return s->phase == UI_PHASE_PLAYING && panel_has_secrets(s);
}

static void
seat_layout(const struct page_draw *d, struct rect row, unsigned seat)
{
	const struct ui_state *s = d->s;
	bool playing = s->phase == UI_PHASE_PLAYING, pages = has_pages(s);
	bool person = !(s->computers >> seat & 1);
	bool pin = (s->pins >> seat & 1) != 0, partners = seat_are_partners(s->game);
	int columns = pages ? 3 : 2;
	char hints[32], name[SEAT_PLAYER_TEXT];

	lang_print(hints, sizeof(hints), tr("hints: {1}"), tr(level_names[s->hints[seat].level]));
	widget_field(d, rect_cell(row, columns, 1, d->g->gap, 0), BUTTON_PLAIN, TARGET_HINTS, seat,
		     person ? seat_player(s, s->hints[seat].seat, name)
			    : seat_name(s->game, s->hints[seat].seat),
		     hints);
	if (pages)
		widget_field(d, rect_cell(row, columns, 1, d->g->gap, 1),
			     person ? BUTTON_PLAIN : BUTTON_OFF, TARGET_OWN, seat,
			     tr("Private page"), pin ? tr("with a PIN") : tr("no PIN"));
	widget_button(d, rect_cell(row, columns, 1, d->g->gap, columns - 1),
		      playing && person ? BUTTON_PLAIN : BUTTON_OFF, TARGET_RESIGN, seat,
		      partners ? tr("Give up") : tr("Resign"));
}

static void
seats_layout(const struct page_draw *d)
{
	struct rect rest = widget_title(d, 0, tr("Players"));
	int row = d->g->touch + d->g->gap;

	for (unsigned i = 0; i < d->s->n_hints; i++)
		seat_layout(d, rect_of(rest.x, rest.y + (int)i * row, rest.w, d->g->touch), i);
	(void)rect_cut_top(&rest, d->s->n_hints * row, 0);
	if (rest.h >= 4 * d->g->small_line)
		draw_text(d->l, PAL_TEXT_DIM, rest, d->g->small_px, DRAW_TOP,
			  has_pages(d->s)
				  ? tr("Hints: what a lifted piece lights.\nPrivate page: what only this "
				       "player may see; a PIN locks it.\nResigning asks first.")
				  : tr("Hints: what a lifted piece lights.\nResigning asks first."));
}

void
page_seats_resign(struct ui_model *m, unsigned seat)
{
	struct ui_request q = { .kind = UI_REQUEST_RESIGN };
	char text[UI_SENTENCE_TEXT], name[SEAT_PLAYER_TEXT];

	memcpy(q.seat, m->state.hints[seat].seat, sizeof(q.seat));
	if (seat_are_partners(m->state.game))
		snprintf(text, sizeof(text), "%s", tr("Do both players give up the game?"));
	else
		lang_print(text, sizeof(text), tr("{1} resigns the game?"),
			   seat_player(&m->state, q.seat, name));
	ui_model_confirm(m, &q, UI_PAGE_PLAY, text);
}

static void
seats_activate(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	if (arg >= m->state.n_hints)
		return;
	(void)out;
	if (id == TARGET_HINTS) {
		memcpy(m->view.seat, m->state.hints[arg].seat, sizeof(m->view.seat));
		ui_model_open(m, UI_PAGE_HINTS);
	} else if (id == TARGET_RESIGN) {
		page_seats_resign(m, arg);
	} else if (id == TARGET_OWN) {
		memcpy(m->view.seat, m->state.hints[arg].seat, sizeof(m->view.seat));
		ui_model_open(m, UI_PAGE_HANDOVER);
	}
}

const struct page page_seats = {
	.name = "seats",
	.layout = seats_layout,
	.activate = seats_activate,
};
