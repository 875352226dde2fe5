/*
 * A kept game, move by move, with all its secrets once it is over. On request it
 * is replayed on the board, if no game is being played: the page then follows
 * the pieces. An unfinished game can be resumed here. Of a game whose review was opened the page says
 * how good each move was, and shows the best line instead of it.
 */
#include <stdio.h>
#include <string.h>

#include "ui/action_words.h"
#include "ui/page.h"
#include "ui/panel.h"
#include "ui/seat.h"
#include "ui/setup.h"
#include "ui/sheet.h"

static void
header_draw(const struct page_draw *d, struct rect box)
{
	const struct ui_shown *s = &d->m->shown;
	char last[ACTION_WORDS_TEXT] = "";

	if (s->at.n_moves > 0)
		action_in_words(&s->at.move[s->at.n_moves - 1], last);
	draw_filled(d->l, PAL_TEXT_DIM, box, d->g->small_px, 0, tr("{1} of {2}  {3}"),
		    LANG_N(s->move), LANG_N(s->n), last);
}

static void
buttons_layout(const struct page_draw *d, struct rect box)
{
	const struct ui_shown *s = &d->m->shown;
	bool back = d->m->has_shown && s->move > 0, on = d->m->has_shown && s->move < s->n;
	bool lamps = d->m->state.phase != UI_PHASE_PLAYING || d->m->state.n_actions == 0;
	struct rect pieces = rect_cell(box, 3, 2, d->g->gap, 3);

	widget_button(d, rect_cell(box, 3, 2, d->g->gap, 0), back ? BUTTON_PLAIN : BUTTON_OFF,
		      TARGET_STEP, 0, tr("Start"));
	widget_button(d, rect_cell(box, 3, 2, d->g->gap, 1), back ? BUTTON_PLAIN : BUTTON_OFF,
		      TARGET_STEP, 1, tr(C_("a move", "Back one")));
	widget_button(d, rect_cell(box, 3, 2, d->g->gap, 2), on ? BUTTON_MAIN : BUTTON_OFF,
		      TARGET_STEP, 2, tr(C_("a move", "Next one")));
	pieces.w = (int16_t)(2 * pieces.w + d->g->gap);
	widget_button(d, pieces,
		      !lamps                ? BUTTON_OFF
		      : d->m->view.on_board ? BUTTON_ON
					    : BUTTON_PLAIN,
		      TARGET_LAMPS, 0, tr("With pieces"));
	widget_button(d, rect_cell(box, 3, 2, d->g->gap, 5), on ? BUTTON_PLAIN : BUTTON_OFF,
		      TARGET_STEP, 3, tr("End"));
}

/* Reports whether the shown game is unfinished and can be resumed. */
static bool
can_resume(const struct ui_model *m)
{
	return m->has_shown && !m->shown.over && m->view.show_id != 0 && m->view.show_line == 0;
}

/* Reports whether the shown game can have a review. */
static bool
can_review(const struct ui_model *m)
{
	return m->has_shown && (m->shown.over || m->view.show_line > 0) &&
	       !seat_are_partners(m->shown.at.game);
}

/* Reports whether the review has the shown move. */
static bool
is_reviewed(const struct ui_model *m)
{
	const uint32_t at = m->view.show_line > 0 ? m->view.show_line : m->shown.move;

	return m->view.reviewed && m->has_shown && m->has_review && m->review.at.move == at && at > 0;
}

/* Draws the buttons that go with a review. */
static void
review_layout(const struct page_draw *d, struct rect row)
{
	const struct ui_shown *s = &d->m->shown;
	const bool line = d->m->view.show_line > 0;
	const bool begins = s->position[0] != '\0' && !panel_has_secrets(&s->at) &&
			    (line || s->move < s->n);

	widget_button(d, rect_cell(row, 2, 1, d->g->gap, 0),
		      line                                       ? BUTTON_ON
		      : d->m->review.at.class == UI_CLASS_BEST ? BUTTON_OFF
							       : BUTTON_PLAIN,
		      TARGET_LINE, 0, tr("Best line"));
	widget_button(d, rect_cell(row, 2, 1, d->g->gap, 1), begins ? BUTTON_PLAIN : BUTTON_OFF,
		      TARGET_HERE, 0, tr("Play from here"));
}

/* Draws the resume button, highlighted at the last move. */
static void
resume_layout(const struct page_draw *d, struct rect box)
{
	bool at_end = d->m->shown.move >= d->m->shown.n;

	widget_button(d, box, at_end ? BUTTON_MAIN : BUTTON_PLAIN, TARGET_RESUME, 0,
		      sheet_is_played(d->m, d->m->view.show_id) ? tr("Resume") : tr("Play on"));
}

/* Draws the next step of a replay on the board; in the small design instead of the panel. */
static void
step_layout(const struct page_draw *d, struct rect *rest)
{
	int lines = 5 * d->g->small_line + 2 * d->g->gap;
	struct rect box = rect_cut_top(rest, d->g->compact ? rest->h : lines, d->g->gap);

	draw_text(d->l, PAL_TEXT, widget_card(d, box, PAL_CARD), d->g->small_px, DRAW_TOP,
		  d->m->state.showing.text);
}

static void
replay_layout(const struct page_draw *d)
{
	struct page_draw old = *d;
	const char *title = d->m->has_shown ? panel_of(d->m->shown.at.game)->title : NULL;
	struct rect rest = widget_title(d, can_review(d->m), title != NULL     ? tr(title)
							     : d->m->has_shown ? d->m->shown.at.title
									       : tr("Replay"));
	struct rect board = widget_board_room(d, &rest);
	struct rect header = rect_cut_top(&rest, d->g->small_line, d->g->gap);
	struct rect buttons = rect_cut_bottom(&rest, 2 * d->g->touch + d->g->gap, d->g->gap);

	old.s = &d->m->shown.at;
	d->l->teams = seat_is_team(old.s->game);
	if (can_review(d->m))
		widget_title_button(d, 0, BUTTON_PLAIN, TARGET_REVIEW, 0, tr("Review"));
	if (can_resume(d->m))
		resume_layout(d, rect_cut_bottom(&rest, d->g->touch, d->g->gap));
	if (d->m->view.error[0] != '\0') {
		draw_text(d->l, PAL_TEXT_WARN, rest, d->g->small_px, DRAW_TOP, d->m->view.error);
	} else if (!d->m->has_shown) {
		draw_text(d->l, PAL_TEXT_DIM, rest, d->g->text_px, DRAW_TOP,
			  tr("One moment \u2026"));
	} else {
		header_draw(d, header);
		if (is_reviewed(d->m))
			review_layout(d, rect_cut_bottom(&rest, d->g->touch, d->g->gap));
		if (d->m->view.on_board && d->m->state.showing.on)
			step_layout(d, &rest);
		if (rest.h > 0 && is_reviewed(d->m))
			page_review_card(d, rest);
		else if (rest.h > 0)
			panel_of(old.s->game)->layout(&old, rest);
	}
	if (d->m->has_shown)
		board_layout(&old, board);
	buttons_layout(d, buttons);
}

/* Requests the game at a move, without a replay if the board is at that move already. */
static void
replay_ask(struct ui_model *m, struct ui_out *out)
{
	const struct ui_showing *on = &m->state.showing;
	bool there = on->on && m->has_shown && on->game_id == m->shown.game_id &&
		     on->move == m->view.show_move;

	/* Only the local screen may replay on the board. */
	ui_out_add(out, &(struct ui_request){ .kind = UI_REQUEST_SCREEN });
	ui_out_add(out, &(struct ui_request){ .kind = UI_REQUEST_SHOW,
					      .prompt = m->view.show_id,
					      .n = m->view.show_move,
					      .line = m->view.show_line,
					      .yes = m->view.on_board && !there });
	if (m->view.reviewed)
		ui_out_add(out, &(struct ui_request){
					.kind = UI_REQUEST_REVIEW,
					.prompt = m->view.show_id,
					.n = m->view.show_line > 0 ? m->view.show_line
								   : m->view.show_move });
}

/*
 * Requests the game. Its first state opens the play page; a refusal is shown
 * here. A current game without a move is abandoned without a question.
 */
static void
request_open(struct ui_model *m, struct ui_out *out)
{
	struct ui_request q = { .kind = UI_REQUEST_OPEN, .prompt = m->view.show_id };
	char text[UI_SENTENCE_TEXT];

	if (sheet_is_played(m, m->view.show_id)) {
		ui_model_go(m, UI_PAGE_PLAY);
		return;
	}
	m->view.on_board = false; /* the replay ends when the game is resumed */
	if (m->state.phase == UI_PHASE_PLAYING && m->state.n_actions > 0) {
		lang_print(text, sizeof(text),
			   m->state.hides ? tr("{1} has secrets and cannot be resumed. Go on with "
					       "this game of {2}?")
					  : tr("Keep the running game of {1} unfinished and go on "
					       "with this game of {2}?"),
			   panel_title(&m->state), panel_title(&m->shown.at));
		ui_model_confirm(m, &q, UI_PAGE_REPLAY, text);
		return;
	}
	ui_out_add(out, &q);
	m->view.opening = true;
}

static void
board_leave(struct ui_model *m, struct ui_out *out)
{
	m->view.left = true;
	ui_out_add(out, &(struct ui_request){ .kind = UI_REQUEST_LEAVE });
}

/* Ends a replay on the board that no page follows, such as one left early. */
static void
replay_flush(struct ui_model *m, struct ui_out *out)
{
	bool follows = m->view.page == UI_PAGE_REPLAY && m->view.on_board;

	if (!m->state.showing.on || follows)
		m->view.left = false;
	else if (!m->view.left && m->linked)
		board_leave(m, out);
}

static void
leave(struct ui_model *m, struct ui_out *out)
{
	if (m->view.on_board)
		board_leave(m, out);
	m->view.on_board = m->view.opening = false;
	m->view.error[0] = '\0';
	m->has_shown = m->view.reviewed = false;
	m->view.show_line = 0;
	ui_model_back(m);
}

/* Changes between the game and the best line, both after the move that the review is about. */
static void
change_line(struct ui_model *m)
{
	if (!is_reviewed(m))
		return;
	m->view.show_move = (uint16_t)m->review.at.move;
	m->view.show_line = m->view.show_line > 0 ? 0 : m->view.show_move;
	m->has_shown = false; /* the board has the other line */
	m->wants = true;
}

/* Opens the page of a new game that begins at the shown position. */
static void
begin_here(struct ui_model *m, struct ui_out *out)
{
	for (unsigned i = 0; m->has_shown && i < n_panels; i++)
		if (panels[i]->game != NULL && strcmp(panels[i]->game, m->shown.at.game) == 0) {
			setup_begin(m, i);
			memcpy(m->view.setup.position, m->shown.position,
			       sizeof(m->view.setup.position));
			if (m->view.on_board)
				board_leave(m, out);
			m->view.on_board = false;
			ui_model_open(m, UI_PAGE_SETUP);
			return;
		}
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
	if (id == TARGET_STEP) {
		step(m, arg);
	} else if (id == TARGET_RESUME) {
		request_open(m, out);
	} else if (id == TARGET_REVIEW) {
		page_review_open(m);
	} else if (id == TARGET_LINE) {
		change_line(m);
	} else if (id == TARGET_HERE) {
		begin_here(m, out);
	} else if (id == TARGET_LAMPS) {
		m->view.on_board = !m->view.on_board;
		if (m->has_shown)
			m->view.show_move = (uint16_t)m->shown.move;
		m->wants = true;
		if (!m->view.on_board)
			board_leave(m, out);
	}
}

const struct page page_replay = {
	.name = "replay",
	.layout = replay_layout,
	.activate = replay_activate,
	.back = leave,
	.ask = replay_ask,
	.flush = replay_flush,
};
