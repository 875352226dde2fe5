/*
 * The state of the board's electronics: live sensors, weak or stuck squares,
 * chips and their errors, a lamp test, and calibration.
 */
#include <stdio.h>
#include <string.h>

#include "ui/page.h"

/* Computes the board's size from the squares with readings. */
static void
size_of(const struct ui_diagnostics *d, unsigned *files, unsigned *ranks)
{
	*files = *ranks = 0;
	for (unsigned sq = 0; sq < RULES_SQUARES_MAX; sq++) {
		if (!d->at[sq].known)
			continue;
		if (sq % RULES_FILES_MAX >= *files)
			*files = sq % RULES_FILES_MAX + 1;
		if (sq / RULES_FILES_MAX >= *ranks)
			*ranks = sq / RULES_FILES_MAX + 1;
	}
}

static void
sensor_draw(const struct page_draw *d, struct rect box, unsigned sq)
{
	static const uint8_t inks[] = { PAL_CARD, PAL_FACE, PAL_FACE, PAL_EDGE };
	const struct ui_diagnostics *g = &d->m->diagnostics;
	const struct ui_sensor *s = &g->at[sq];
	struct rect inside = rect_inset(box, 1);
	int w = box.w / 12 + 1;

	draw_fill(d->l, PAL_BUTTON, inside, 0);
	if (s->sense != UI_SENSE_EMPTY) { /* as on the page of the first steps */
		draw_disc(d->l, PAL_TEXT_DIM, rect_inset(box, box.w / 6));
		draw_disc(d->l, (enum palette)inks[s->sense], rect_inset(box, box.w / 6 + 2));
	}
	if (sqset_has(g->weak, sq) || s->odd)
		draw_frame(d->l, PAL_WHY, inside, w);
	if (sqset_has(g->stuck, sq))
		draw_cross(d->l, PAL_EXTRA, inside, w);
	if (d->m->state.calibration.on && sqset_has(d->m->state.calibration.left, sq))
		draw_frame(d->l, PAL_MISSING, rect_inset(inside, w), w);
	if (d->m->state.calibration.on && sqset_has(d->m->state.calibration.wrong, sq))
		draw_cross(d->l, PAL_EXTRA, rect_inset(inside, w), w);
	if (s->raw >= 0)
		draw_textf(d->l,
			   s->sense == UI_SENSE_EMPTY   ? PAL_TEXT
			   : s->sense == UI_SENSE_BLACK ? PAL_FACE
							: PAL_TEXT_DARK,
			   box, d->g->small_px, DRAW_CENTRE, "%d", s->raw);
}

static void
sensors_draw(const struct page_draw *d, struct rect box)
{
	unsigned files, ranks;

	size_of(&d->m->diagnostics, &files, &ranks);
	for (unsigned sq = 0; sq < RULES_SQUARES_MAX; sq++)
		if (d->m->diagnostics.at[sq].known)
			sensor_draw(d,
				    board_box(d, box, files, ranks,
					      sq / RULES_FILES_MAX * files + sq % RULES_FILES_MAX),
				    sq);
	board_names(d, box, files, ranks);
}

void
page_squares_format(struct sqset set, unsigned most, char *text, size_t size)
{
	const char *gap = "";
	size_t len = 0;
	unsigned n = 0;

	text[0] = '\0';
	for (unsigned sq = 0; sq < RULES_SQUARES_MAX; sq++) {
		char name[4];

		if (!sqset_has(set, sq) || n++ >= most)
			continue;
		rules_square_print(rules_game(UI_WHOLE_BOARD), sq, name);
		len += (size_t)snprintf(text + len, size - len, "%s%s", gap, name);
		gap = " ";
	}
	if (n > most)
		snprintf(text + len, size - len, " +%u", n - most);
}

static void
line_draw(const struct page_draw *d, struct rect *box, enum palette ink, const char *text)
{
	if (box->h >= d->g->list_line)
		draw_text(d->l, ink, rect_cut_top(box, d->g->list_line, 0), d->g->small_px, 0,
			  text);
}

/* Names squares that are read badly, if any. */
static void
squares_draw(const struct page_draw *d, struct rect *box, const char *name, struct sqset set)
{
	char squares[32], text[UI_NAME_TEXT];

	page_squares_format(set, 4, squares, sizeof(squares));
	lang_print(text, sizeof(text), name, squares);
	if (!sqset_empty(set))
		line_draw(d, box, PAL_TEXT_WARN, text);
}

static void
chip_draw(const struct page_draw *d, struct rect *box, const struct ui_chip *c)
{
	char text[2 * UI_NAME_TEXT], what[UI_NAME_TEXT];

	lang_print(what, sizeof(what), c->errors == 1 ? tr(": {1} error") : tr(": {1} errors"),
		   LANG_N(c->errors));
	snprintf(text, sizeof(text), "%s %u%s", tr(c->name), c->index,
		 c->errors > 0 ? what : tr(": silent"));
	line_draw(d, box, c->works ? PAL_TEXT_DIM : PAL_TEXT_WARN, text);
}

/* Draws the chips with errors, the failed ones first, and counts the others. */
static void
chips_draw(const struct page_draw *d, struct rect *box)
{
	const struct ui_diagnostics *g = &d->m->diagnostics;
	char text[2 * UI_NAME_TEXT];
	unsigned well = 0;

	for (unsigned i = 0; i < g->n_chips; i++)
		if (!g->chip[i].works)
			chip_draw(d, box, &g->chip[i]);
	for (unsigned i = 0; i < g->n_chips; i++)
		if (g->chip[i].works && g->chip[i].errors > 0)
			chip_draw(d, box, &g->chip[i]);
		else
			well += g->chip[i].works;
	lang_print(text, sizeof(text), tr("Parts without errors: {1}"), LANG_N(well));
	line_draw(d, box, PAL_TEXT_DIM, text);
}

static void
lines_draw(const struct page_draw *d, struct rect box)
{
	const struct ui_diagnostics *g = &d->m->diagnostics;
	char text[UI_NAME_TEXT];

	draw_text(d->l, PAL_TEXT_DIM, rect_cut_top(&box, 3 * d->g->small_line, d->g->gap),
		  d->g->small_px, DRAW_TOP,
		  tr("Filled: a piece is seen there. Move one, and watch."));
	squares_draw(d, &box, tr("Unsteady: {1}"), g->weak);
	squares_draw(d, &box, tr("No answer: {1}"), g->stuck);
	if (sqset_empty(g->weak) && sqset_empty(g->stuck))
		line_draw(d, &box, PAL_TEXT, tr("Every square works."));
	lang_print(text, sizeof(text), tr("Button pressed: {1}"),
		   g->down[0] != '\0' ? g->down : tr("none"));
	line_draw(d, &box, PAL_TEXT, text);
	chips_draw(d, &box);
}

/* The next step of a calibration; NULL: wait for the daemon. */
struct calibration_step {
	const char *step, *next, *label;
};

static const struct calibration_step *
step_of(const struct ui_calibration *c)
{
	static const struct calibration_step steps[] = {
		{ "empty", "empty", N_("Go on") },
		{ "measuring", NULL, N_("Go on") },
		{ "pieces", "end", N_("Enough") },
		{ "review", "keep", N_("Keep") },
	};
	static const struct calibration_step none = { "", "begin", N_("Calibrate") };

	for (size_t i = 0; c->on && i < sizeof(steps) / sizeof(steps[0]); i++)
		if (strcmp(c->step, steps[i].step) == 0)
			return &steps[i];
	return &none;
}

static void
buttons_layout(const struct page_draw *d, struct rect box)
{
	const struct ui_state *s = d->s;
	const struct calibration_step *step = step_of(&s->calibration);
	struct rect troubles = rect_cell(box, 1, 2, d->g->gap, 1);
	bool calibrates = s->calibration.on;
	char label[24];

	widget_button(d, rect_cell(box, 2, 2, d->g->gap, 0),
		      calibrates     ? BUTTON_OFF
		      : s->lamp_test ? BUTTON_ON
				     : BUTTON_PLAIN,
		      TARGET_LAMPS, 0, d->g->compact ? tr("Lamps") : tr("Lamp test"));
	widget_button(d, rect_cell(box, 2, 2, d->g->gap, 1),
		      step->next == NULL ? BUTTON_OFF
		      : calibrates       ? BUTTON_MAIN
					 : BUTTON_PLAIN,
		      TARGET_CALIBRATE, 0, tr(step->label));
	lang_print(label, sizeof(label), tr("Troubles: {1}"), LANG_N(s->n_troubles));
	if (calibrates)
		widget_button(d, troubles, BUTTON_PLAIN, TARGET_CALIBRATE,
			      1, tr("Stop"));
	else
		widget_button(d, troubles,
			      s->n_troubles > 0 ? BUTTON_PLAIN : BUTTON_OFF, TARGET_TROUBLES, 0,
			      label);
}

/* Draws the button to the suspected sensors, if any, in place of lines about chips. */
static void
doubt_layout(const struct page_draw *d, struct rect *rest)
{
	unsigned n = page_sensors_count(d->s);
	char label[UI_NAME_TEXT];

	if (n == 0 || d->s->calibration.on)
		return;
	lang_print(label, sizeof(label), tr("Sensors in doubt: {1}"), LANG_N(n));
	widget_button(d, rect_cut_bottom(rest, d->g->touch, d->g->gap), BUTTON_PLAIN,
		      TARGET_SENSORS, 0, label);
}

static void
board_page_layout(const struct page_draw *d)
{
	const struct ui_state *s = d->s;
	struct rect rest = widget_title(d, 0, s->calibration.on ? tr("Calibration") : tr("The board"));
	struct rect board = widget_board_room(d, &rest), words;
	struct rect buttons = rect_cut_bottom(&rest, 2 * d->g->touch + d->g->gap, d->g->gap);

	doubt_layout(d, &rest);
	if (d->m->has_diagnostics)
		sensors_draw(d, board);
	if (d->m->view.error[0] != '\0' || s->calibration.on) {
		/* Instructions take the room of the chips. */
		words = s->calibration.on ? rest
					  : rect_cut_top(&rest, 4 * d->g->small_line, d->g->gap);
		draw_text(d->l, d->m->view.error[0] != '\0' ? PAL_TEXT_WARN : PAL_TEXT_SHOWN, words,
			  d->g->small_px, DRAW_TOP,
			  d->m->view.error[0] != '\0' ? d->m->view.error : s->calibration.text);
	}
	if (d->m->has_diagnostics && !s->calibration.on)
		lines_draw(d, rest);
	else if (d->m->view.error[0] == '\0' && !s->calibration.on)
		draw_text(d->l, PAL_TEXT_DIM, rest, d->g->small_px, DRAW_TOP,
			  tr("One moment \u2026"));
	buttons_layout(d, buttons);
}

static void
board_ask(struct ui_model *m, struct ui_out *out)
{
	(void)m;
	ui_out_add(out, &(struct ui_request){ .kind = UI_REQUEST_DIAGNOSTICS });
}

static void
calibrate(struct ui_model *m, bool stop, struct ui_out *out)
{
	const char *next = stop ? "cancel" : step_of(&m->state.calibration)->next;

	if (next != NULL)
		ui_out_word(out, UI_REQUEST_CALIBRATE, next);
}

static void
board_back(struct ui_model *m, struct ui_out *out)
{
	if (m->state.lamp_test)
		ui_out_add(out, &(struct ui_request){ .kind = UI_REQUEST_LAMPTEST });
	if (m->state.calibration.on)
		calibrate(m, true, out);
	m->view.error[0] = '\0';
	ui_model_back(m);
}

static void
board_activate(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	m->view.error[0] = '\0';
	if (id == TARGET_LAMPS)
		ui_out_add(out, &(struct ui_request){ .kind = UI_REQUEST_LAMPTEST,
						      .yes = !m->state.lamp_test });
	else if (id == TARGET_CALIBRATE)
		calibrate(m, arg == 1, out);
	else if (id == TARGET_TROUBLES)
		ui_model_open(m, UI_PAGE_TROUBLES);
	else if (id == TARGET_SENSORS)
		ui_model_open(m, UI_PAGE_SENSORS);
}

static bool
board_senses(const struct ui_model *m)
{
	(void)m;
	return true;
}

const struct page page_board = {
	.name = "board",
	.layout = board_page_layout,
	.activate = board_activate,
	.back = board_back,
	.ask = board_ask,
	.senses = board_senses,
};
