/* What is not on the play page, in rows: this game, its players, other games, the board. */
#include <stdio.h>
#include <string.h>

#include "ui/page.h"
#include "ui/panel.h"
#include "ui/seat.h"

enum { ROWS = 4, COLUMNS = 3, COLUMNS_BOARD = 4 };

/* Draws the name of a row and returns the room for its buttons. */
static struct rect
row_begin(const struct page_draw *d, struct rect rows, int row, const char *name)
{
	struct rect cells = rect_cell(rows, 1, ROWS, d->g->gap, row);
	int w = measure(d->g, WIDTH_LABEL);

	draw_text(d->l, PAL_TEXT_DIM,
		  rect_of(cells.x, cells.y, w - measure(d->g, SPACE_NEAR), cells.h), d->g->small_px,
		  0, name);
	return rect_of(cells.x + w, cells.y, cells.w - w, cells.h);
}

static void
button_draw(const struct page_draw *d, struct rect box, bool available, unsigned id, unsigned arg,
	    enum icon icon, const char *label)
{
	widget_icon_button(d, box, available ? BUTTON_PLAIN : BUTTON_OFF, id, arg,
			   (struct widget_icon){ icon, NULL }, label);
}

static void
cell_draw(const struct page_draw *d, struct rect cells, int at, bool available, unsigned id,
	  unsigned arg, enum icon icon, const char *label)
{
	button_draw(d, rect_cell(cells, COLUMNS, 1, d->g->gap, at), available, id, arg, icon, label);
}

static const char *
claim_label(const struct ui_state *s)
{
	if (s->claims & UI_CLAIM_TIME)
		return tr("Claim: time is up");
	if (s->claims & CLAIM_THREEFOLD)
		return tr("Claim draw: threefold");
	if (s->claims & CLAIM_FIFTY)
		return tr("Claim draw: 50 moves");
	return tr("Claim draw");
}

static void
board_label(const struct ui_state *s, char *label, size_t size)
{
	if (s->n_troubles > 0)
		lang_print(label, size,
			   s->n_troubles == 1 ? tr("Board: {1} trouble")
					      : tr("Board: {1} troubles"),
			   LANG_N(s->n_troubles));
	else
		lang_print(label, size, tr("Sensors and lamps"));
}

static void
board_row_layout(const struct page_draw *d, struct rect cells)
{
	struct rect cell[COLUMNS_BOARD];
	char label[64];

	for (int i = 0; i < COLUMNS_BOARD; i++)
		cell[i] = rect_cell(cells, COLUMNS_BOARD, 1, d->g->gap, i);
	board_label(d->s, label, sizeof(label));
	button_draw(d, cell[0], true, TARGET_PAGE, UI_PAGE_BOARD, ICON_BOARD, label);
	button_draw(d, cell[1], d->s->settings.known, TARGET_FLIP, 0, ICON_FLIP,
		    tr("Flip the board"));
	button_draw(d, cell[2], true, TARGET_PAGE, UI_PAGE_SETTINGS, ICON_SETTINGS, tr("Settings"));
	button_draw(d, cell[3], d->s->phase != UI_PHASE_NONE, TARGET_PAGE, UI_PAGE_HELP, ICON_RULES,
		    tr("Rules"));
}

/* The voice repeats the last move, or reads the position. */
static void
speech_layout(const struct page_draw *d)
{
	widget_title_button(d, 3, BUTTON_PLAIN, TARGET_SAY, 0, tr("Say move"));
	widget_title_button(d, 2, BUTTON_PLAIN, TARGET_SAY, 1, tr("Say board"));
}

static void
menu_layout(const struct page_draw *d)
{
	const struct ui_state *s = d->s;
	bool sets_up = s->guidance.rank > 0 || s->prompt.kind == UI_PROMPT_ARRAY;
	bool playing = s->phase == UI_PHASE_PLAYING && !sets_up;
	bool paused = s->clock.on && s->clock.paused != UI_PAUSED_NO;
	bool speaks = s->settings.speech && s->phase != UI_PHASE_NONE;
	struct rect rows = widget_title(d, speaks ? 4 : 2, tr("Menu")), cells;

	if (speaks)
		speech_layout(d);
	widget_title_button(d, 1, BUTTON_PLAIN, TARGET_NOW, UI_PAGE_LIGHTS, tr("All lights"));
	widget_title_button(d, 0, BUTTON_PLAIN, TARGET_NOW, UI_PAGE_NOW, tr("What now?"));
	cells = row_begin(d, rows, 0, tr("This game"));
	cell_draw(d, cells, 0, (s->n_actions > 0 || s->has_provisional) && !s->closed && !sets_up,
		  TARGET_UNDO, 0, ICON_UNDO, tr("Take back a move"));
	cell_draw(d, cells, 1, s->clock.on && playing, TARGET_PAUSE, 0,
		  paused ? ICON_ONWARD : ICON_PAUSE,
		  paused ? tr("Clocks: go on") : tr("Clocks: pause"));
	cell_draw(d, cells, 2, playing && s->claims != 0, TARGET_CLAIM, 0, ICON_CLAIM,
		  claim_label(s));
	cells = row_begin(d, rows, 1, tr("Players"));
	cell_draw(d, cells, 0, s->phase == UI_PHASE_PLAYING, TARGET_PAGE, UI_PAGE_SEATS, ICON_HINTS,
		  panel_has_secrets(s) ? tr("Hints, private pages") : tr("Hints"));
	cell_draw(d, cells, 1, playing && !seat_are_partners(s->game), TARGET_DRAW, 0, ICON_AGREED,
		  s->computers != 0 ? tr("Offer a draw") : tr("Draw agreed"));
	cell_draw(d, cells, 2, playing, TARGET_RESIGN, 0, ICON_RESIGN,
		  seat_are_partners(s->game) ? tr("Give up") : tr("Resign"));
	cells = row_begin(d, rows, 2, tr("Games"));
	cell_draw(d, cells, 0, true, TARGET_PAGE, UI_PAGE_HOME, ICON_NEW, tr("New game"));
	cell_draw(d, cells, 1, true, TARGET_PAGE, UI_PAGE_RECORDS, ICON_RECORDS, tr("Records"));
	cell_draw(d, cells, 2, true, TARGET_PAGE, UI_PAGE_EVENING, ICON_EVENING,
		  tr("Scores"));
	board_row_layout(d, row_begin(d, rows, 3, tr("Board and help")));
}

/* Answers the prompt of a menu that the OK button opened, so that it does not stay open. */
static void
question_close(struct ui_model *m, struct ui_out *out)
{
	if (m->view.menu_asked && m->state.prompt.kind == UI_PROMPT_MENU)
		ui_out_add(out, &(struct ui_request){ .kind = UI_REQUEST_ANSWER,
						      .prompt = m->state.prompt.id });
	m->view.menu_asked = false;
}

static void
menu_back(struct ui_model *m, struct ui_out *out)
{
	bool from_result = m->view.came[UI_PAGE_MENU] == UI_PAGE_OVER;

	question_close(m, out);
	ui_model_go(m, m->state.phase == UI_PHASE_NONE                  ? UI_PAGE_HOME
		       : m->state.phase == UI_PHASE_OVER && from_result ? UI_PAGE_OVER
									: UI_PAGE_PLAY);
}

static void
claim_ask(struct ui_model *m, struct ui_out *out)
{
	struct ui_request q = { .kind = UI_REQUEST_CLAIM };
	char text[UI_SENTENCE_TEXT], name[SEAT_PLAYER_TEXT];

	memcpy(q.seat, m->state.to_act, sizeof(q.seat));
	if (m->state.claims & UI_CLAIM_TIME) { /* the daemon asks for confirmation */
		memcpy(q.word, "time", sizeof("time"));
		ui_out_add(out, &q);
		return;
	}
	lang_print(text, sizeof(text), tr("End the game: {1} claims a draw?"),
		   seat_player(&m->state, m->state.to_act, name));
	ui_model_confirm(m, &q, UI_PAGE_PLAY, text);
}

/* Two persons are asked here; the daemon asks a computer, and players who have secrets. */
static void
draw_ask(struct ui_model *m, struct ui_out *out)
{
	const struct ui_request q = { .kind = UI_REQUEST_DRAW };

	if (m->state.computers != 0 || panel_has_secrets(&m->state))
		ui_out_add(out, &q);
	else
		ui_model_confirm(m, &q, UI_PAGE_PLAY,
				 tr("End the game as a draw: do both players agree?"));
}

/* The side below moves to the upper edge; a board that turned with the moves stays then. */
static void
flip_ask(const struct ui_model *m, struct ui_out *out)
{
	const struct page_draw d = { .m = m, .s = &m->state };
	struct ui_request q = { .kind = UI_REQUEST_SET_TEXT, .word = "below" };

	(void)snprintf(q.text, sizeof(q.text), "%s", board_is_flipped(&d) ? "white" : "black");
	ui_out_add(out, &q);
}

static void
page_open(struct ui_model *m, enum ui_page page)
{
	ui_model_go(m, UI_PAGE_MENU); /* the page that back returns to */
	if (page == UI_PAGE_HELP)
		page_help_open(m);
	else
		ui_model_open(m, page);
}

/*
 * Asks whether to resign: the person who is alone, or partners together. Otherwise opens the page of
 * the players, which has a button for each.
 */
static void
resign_open(struct ui_model *m)
{
	const struct ui_state *s = &m->state;
	unsigned seat = 0;

	if (!seat_is_alone(s) && !seat_are_partners(s->game)) {
		page_open(m, UI_PAGE_SEATS);
		return;
	}
	while (seat + 1u < s->n_hints && (s->computers >> seat & 1) != 0)
		seat++;
	page_seats_resign(m, seat);
}

static void
menu_activate(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	if (id == TARGET_NOW) { /* the menu's question stays open meanwhile */
		ui_model_open(m, (enum ui_page)arg);
		return;
	}
	if (id == TARGET_SAY) {
		ui_out_add(out, &(struct ui_request){ .kind = UI_REQUEST_SAY, .yes = arg != 0 });
		return;
	}
	menu_back(m, out);
	switch (id) {
	case TARGET_PAGE:
		page_open(m, (enum ui_page)arg);
		break;
	case TARGET_RESIGN:
		resign_open(m);
		break;
	case TARGET_FLIP:
		flip_ask(m, out);
		break;
	case TARGET_UNDO:
		ui_out_add(out, &(struct ui_request){ .kind = UI_REQUEST_UNDO });
		break;
	case TARGET_DRAW:
		draw_ask(m, out);
		break;
	case TARGET_CLAIM:
		claim_ask(m, out);
		break;
	case TARGET_PAUSE:
		ui_out_add(out,
			   &(struct ui_request){ .kind = UI_REQUEST_CLOCK,
						 .yes = m->state.clock.paused == UI_PAUSED_NO });
		break;
	default: /* back */
		break;
	}
}

const struct page page_menu = {
	.name = "menu",
	.layout = menu_layout,
	.activate = menu_activate,
	.back = menu_back,
};
