/*
 * A kept game, move by move, with everything it hid once it is over. The lamps
 * of the board follow on request, where no game is running. One that was left
 * unfinished can go on from here.
 */
#include <stdio.h>
#include <string.h>

#include "ui/page.h"
#include "ui/panel.h"
#include "ui/sheet.h"

static void
header_draw(const struct page_draw *d, struct rect box)
{
	const struct ui_shown *s = &d->m->shown;
	const char *title = panel_of(s->at.game)->title;
	struct rect top = rect_cut_top(&box, box.h / 2, 0);

	draw_text(d->l, PAL_TEXT, top, d->g->small_px, DRAW_BOLD,
		  title != NULL ? title : s->at.title);
	draw_textf(d->l, PAL_TEXT_DIM, box, d->g->small_px, 0, "%u of %u  %s", s->move, s->n,
		   s->at.last_action);
}

static void
buttons_layout(const struct page_draw *d, struct rect box)
{
	const struct ui_shown *s = &d->m->shown;
	bool back = d->m->has_shown && s->move > 0, on = d->m->has_shown && s->move < s->n;
	bool lamps = d->m->state.phase != UI_PHASE_PLAYING;

	widget_button(d, rect_cell(box, 3, 2, d->g->gap, 0), back ? BUTTON_PLAIN : BUTTON_OFF,
		      TARGET_STEP, 0, "Start");
	widget_button(d, rect_cell(box, 3, 2, d->g->gap, 1), back ? BUTTON_PLAIN : BUTTON_OFF,
		      TARGET_STEP, 1, "Back");
	widget_button(d, rect_cell(box, 3, 2, d->g->gap, 2), on ? BUTTON_MAIN : BUTTON_OFF,
		      TARGET_STEP, 2, "Next");
	widget_button(d, rect_cell(box, 3, 2, d->g->gap, 3), BUTTON_PLAIN, TARGET_BACK, 0, "Leave");
	widget_button(d, rect_cell(box, 3, 2, d->g->gap, 4),
		      !lamps                  ? BUTTON_OFF
		      : d->m->view.show_lamps ? BUTTON_ON
					      : BUTTON_PLAIN,
		      TARGET_LAMPS, 0, "Lamps");
	widget_button(d, rect_cell(box, 3, 2, d->g->gap, 5), on ? BUTTON_PLAIN : BUTTON_OFF,
		      TARGET_STEP, 3, "End");
}

/* Whether the game that is shown was left unfinished, and can go on. */
static bool
can_go_on(const struct ui_model *m)
{
	return m->has_shown && !m->shown.over && m->view.show_id != 0;
}

/* At its end that is what is likely wanted. */
static void
go_on_layout(const struct page_draw *d, struct rect box)
{
	bool at_end = d->m->shown.move >= d->m->shown.n;

	widget_button(d, box, at_end ? BUTTON_MAIN : BUTTON_PLAIN, TARGET_RESUME, 0,
		      sheet_is_played(d->m, d->m->view.show_id) ? "Resume" : "Play on");
}

static void
replay_layout(const struct page_draw *d)
{
	struct page_draw old = *d;
	struct rect rest = d->g->panel;
	struct rect header =
		rect_cut_top(&rest, metrics_px(d->g, d->g->compact ? 36 : 48), d->g->gap);
	struct rect buttons = rect_cut_bottom(&rest, 2 * d->g->touch + d->g->gap, d->g->gap);

	old.s = &d->m->shown.at;
	if (can_go_on(d->m))
		go_on_layout(d, rect_cut_bottom(&rest, d->g->touch, d->g->gap));
	if (d->m->view.error[0] != '\0') {
		draw_text(d->l, PAL_TEXT_WARN, rest, d->g->small_px, DRAW_TOP, d->m->view.error);
	} else if (!d->m->has_shown) {
		draw_text(d->l, PAL_TEXT_DIM, rest, d->g->text_px, DRAW_TOP, "One moment \u2026");
	} else {
		header_draw(d, header);
		panel_of(old.s->game)->layout(&old, rest);
	}
	if (d->m->has_shown)
		board_layout(&old, d->g->board);
	buttons_layout(d, buttons);
}

static void
replay_ask(struct ui_model *m, struct ui_out *out)
{
	ui_out_add(out,
		   &(struct ui_request){ .kind = UI_REQUEST_SCREEN }); /* whose lamps may follow */
	ui_out_add(out, &(struct ui_request){ .kind = UI_REQUEST_SHOW,
					      .prompt = m->view.show_id,
					      .n = m->view.show_move,
					      .yes = m->view.show_lamps });
}

/*
 * It is asked for; the first state of it leads to the play page, a refusal is told
 * here. A game without a move is nobody's: it may go without a question.
 */
static void
go_on(struct ui_model *m, struct ui_out *out)
{
	struct ui_request q = { .kind = UI_REQUEST_OPEN, .prompt = m->view.show_id };

	if (sheet_is_played(m, m->view.show_id)) {
		ui_model_go(m, UI_PAGE_PLAY);
		return;
	}
	m->view.show_lamps = false; /* they are the game's from now on */
	if (m->state.phase == UI_PHASE_PLAYING && m->state.n_actions > 0) {
		ui_model_confirm(
			m, &q, UI_PAGE_REPLAY,
			m->state.hides
				? "A game is running. It hides something, so it cannot be "
				  "played on later. Go on with this one?"
				: "A game is running. Keep it unfinished and go on with this one?");
		return;
	}
	ui_out_add(out, &q);
	m->view.opening = true;
}

static void
leave(struct ui_model *m, struct ui_out *out)
{
	if (m->view.show_lamps)
		ui_out_add(out, &(struct ui_request){ .kind = UI_REQUEST_LEAVE });
	m->view.show_lamps = m->view.opening = false;
	m->view.error[0] = '\0';
	m->has_shown = false;
	ui_model_back(m);
}

static void
step(struct ui_model *m, unsigned how)
{
	uint32_t n = m->shown.n, at = m->shown.move;
	const uint32_t to[] = { 0, at > 0 ? at - 1 : 0, at < n ? at + 1 : n, n };

	if (!m->has_shown || how > 3)
		return;
	m->view.show_move = (uint16_t)(to[how] < UINT16_MAX ? to[how] : UINT16_MAX - 1);
	m->wants = true;
}

static void
replay_activate(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	m->view.error[0] = '\0';
	if (id == TARGET_BACK) {
		leave(m, out);
	} else if (id == TARGET_STEP) {
		step(m, arg);
	} else if (id == TARGET_RESUME) {
		go_on(m, out);
	} else if (id == TARGET_LAMPS) {
		m->view.show_lamps = !m->view.show_lamps;
		if (m->has_shown)
			m->view.show_move = (uint16_t)m->shown.move;
		if (m->view.show_lamps)
			m->wants = true;
		else
			ui_out_add(out, &(struct ui_request){ .kind = UI_REQUEST_LEAVE });
	}
}

const struct page page_replay = {
	.name = "replay",
	.parent = UI_PAGE_RECORDS,
	.layout = replay_layout,
	.activate = replay_activate,
	.back = leave,
	.ask = replay_ask,
};
