/*
 * What the board's electronics do right now: every sensor live, squares that are
 * weak or stuck, chips and their errors, a lamp test, and calibration.
 */
#include <stdio.h>
#include <string.h>

#include "ui/page.h"

/* The board's own size, out of the squares that are told. */
static void
size_of(const struct ui_diagnostics *d, unsigned *files, unsigned *ranks)
{
	*files = *ranks = 0;
	for (unsigned sq = 0; sq < UI_SQUARES_MAX; sq++) {
		if (!d->at[sq].told)
			continue;
		if (sq % UI_FILES_MAX >= *files)
			*files = sq % UI_FILES_MAX + 1;
		if (sq / UI_FILES_MAX >= *ranks)
			*ranks = sq / UI_FILES_MAX + 1;
	}
}

static void
sensor_draw(const struct page_draw *d, struct rect box, unsigned sq)
{
	static const uint8_t inks[] = { PAL_CARD, PAL_TEXT_SHOWN, PAL_FACE, PAL_EDGE };
	const struct ui_diagnostics *g = &d->m->diagnostics;
	const struct ui_sensor *s = &g->at[sq];
	struct rect inside = rect_inset(box, 1);
	int w = box.w / 12 + 1;

	draw_fill(d->l, PAL_BUTTON, inside, 0);
	draw_disc(d->l, PAL_TEXT_DIM, rect_inset(box, box.w / 6));
	draw_disc(d->l, (enum palette)inks[s->sense], rect_inset(box, box.w / 6 + 2));
	if (ui_set_has(&g->weak, sq) || s->odd)
		draw_frame(d->l, PAL_WHY, inside, w);
	if (ui_set_has(&g->stuck, sq))
		draw_cross(d->l, PAL_EXTRA, inside, w);
	if (d->m->state.calibration.on && ui_set_has(&d->m->state.calibration.left, sq))
		draw_frame(d->l, PAL_MISSING, rect_inset(inside, w), w);
	if (d->m->state.calibration.on && ui_set_has(&d->m->state.calibration.wrong, sq))
		draw_cross(d->l, PAL_EXTRA, rect_inset(inside, w), w);
	if (s->raw >= 0)
		draw_textf(d->l,
			   s->sense == UI_SENSE_EMPTY || s->sense == UI_SENSE_BLACK ? PAL_TEXT
										    : PAL_TEXT_DARK,
			   box, d->g->small_px, DRAW_CENTRE, "%d", s->raw);
}

static void
sensors_draw(const struct page_draw *d, struct rect box)
{
	unsigned files, ranks;

	size_of(&d->m->diagnostics, &files, &ranks);
	for (unsigned sq = 0; sq < UI_SQUARES_MAX; sq++)
		if (d->m->diagnostics.at[sq].told)
			sensor_draw(d,
				    board_box(d, box, files, ranks,
					      sq / UI_FILES_MAX * files + sq % UI_FILES_MAX),
				    sq);
	board_names(d, box, files, ranks);
}

/* "e4 e5 +3": the squares of a set, as many as a line takes. */
static void
squares_say(const struct ui_set *set, char *text, size_t size)
{
	size_t len = 0;
	unsigned n = 0;

	text[0] = '\0';
	for (unsigned sq = 0; sq < UI_SQUARES_MAX; sq++) {
		if (!ui_set_has(set, sq))
			continue;
		if (n++ < 4)
			len += (size_t)snprintf(text + len, size - len, " %c%u",
						'a' + (int)(sq % UI_FILES_MAX),
						sq / UI_FILES_MAX + 1);
	}
	if (n > 4)
		snprintf(text + len, size - len, " +%u", n - 4);
	if (n == 0)
		snprintf(text, size, " %s", phrase("none"));
}

static void
line_draw(const struct page_draw *d, struct rect *box, enum palette ink, const char *name,
	  const char *value)
{
	int h = metrics_px(d->g, d->g->compact ? 18 : 25);

	if (box->h < h)
		return;
	draw_textf(d->l, ink, rect_cut_top(box, h, 0), d->g->small_px, 0, "%s%s", phrase(name),
		   phrase(value));
}

/* What fails comes first; chips that work need no line where there is no room. */
static void
lines_draw(const struct page_draw *d, struct rect box)
{
	const struct ui_diagnostics *g = &d->m->diagnostics;
	char text[64], name[UI_NAME_TEXT + 24];
	struct ui_set any = { { 0, 0 } };

	squares_say(&g->weak, text, sizeof(text));
	line_draw(d, &box, memcmp(&g->weak, &any, sizeof(any)) != 0 ? PAL_TEXT_WARN : PAL_TEXT,
		  "Weak:", text);
	squares_say(&g->stuck, text, sizeof(text));
	line_draw(d, &box, memcmp(&g->stuck, &any, sizeof(any)) != 0 ? PAL_TEXT_WARN : PAL_TEXT,
		  "Stuck:", text);
	snprintf(text, sizeof(text), " %s", g->down[0] != '\0' ? g->down : phrase("no button"));
	line_draw(d, &box, PAL_TEXT, "Pressed:", text);
	for (int works = 0; works < 2; works++) {
		for (unsigned i = 0; i < g->n_chips; i++) {
			const struct ui_chip *c = &g->chip[i];

			if (c->works != (works == 1))
				continue;
			snprintf(name, sizeof(name), d->g->compact ? "%s %u" : "%s %u (%.13s)",
				 phrase(c->name), c->index, c->where);
			snprintf(text, sizeof(text), phrase(": %u errors"), c->errors);
			line_draw(d, &box, works == 0 ? PAL_TEXT_WARN : PAL_TEXT_DIM, name,
				  c->errors > 0 ? text
				  : works == 0  ? ": silent"
						: "");
		}
	}
}

/* What comes next; NULL where nothing does before the daemon is done. */
struct calibration_step {
	const char *step, *next, *label;
};

static const struct calibration_step *
step_of(const struct ui_calibration *c)
{
	static const struct calibration_step steps[] = {
		{ "empty", "empty", "Go on" },
		{ "measuring", NULL, "Go on" },
		{ "pieces", "end", "Enough" },
		{ "review", "keep", "Keep" },
	};
	static const struct calibration_step none = { "", "begin", "Calibrate" };

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
	bool calibrates = s->calibration.on;
	char label[24];

	widget_button(d, rect_cell(box, 2, 2, d->g->gap, 0), BUTTON_PLAIN, TARGET_BACK, 0, "Back");
	widget_button(d, rect_cell(box, 2, 2, d->g->gap, 1),
		      calibrates     ? BUTTON_OFF
		      : s->lamp_test ? BUTTON_ON
				     : BUTTON_PLAIN,
		      TARGET_LAMPS, 0, d->g->compact ? "Lamps" : "Lamp test");
	widget_button(d, rect_cell(box, 2, 2, d->g->gap, 2),
		      step->next == NULL ? BUTTON_OFF
		      : calibrates       ? BUTTON_MAIN
					 : BUTTON_PLAIN,
		      TARGET_CALIBRATE, 0, step->label);
	snprintf(label, sizeof(label), phrase("Troubles: %u"), s->n_troubles);
	if (calibrates)
		widget_button(d, rect_cell(box, 2, 2, d->g->gap, 3), BUTTON_PLAIN, TARGET_CALIBRATE,
			      1, "Stop");
	else
		widget_button(d, rect_cell(box, 2, 2, d->g->gap, 3),
			      s->n_troubles > 0 ? BUTTON_PLAIN : BUTTON_OFF, TARGET_TROUBLES, 0,
			      label);
}

/* A way to the sensors in doubt, while there are any; lines of chips wait for its room. */
static void
doubt_layout(const struct page_draw *d, struct rect *rest)
{
	unsigned n = page_sensors_count(d->s);
	char label[UI_NAME_TEXT];

	if (n == 0 || d->s->calibration.on)
		return;
	snprintf(label, sizeof(label), phrase("Sensors in doubt: %u"), n);
	widget_button(d, rect_cut_bottom(rest, d->g->touch, d->g->gap), BUTTON_PLAIN, TARGET_SENSORS,
		      0, label);
}

static void
board_page_layout(const struct page_draw *d)
{
	const struct ui_state *s = d->s;
	struct rect rest = d->g->panel, words;
	struct rect buttons = rect_cut_bottom(&rest, 2 * d->g->touch + d->g->gap, d->g->gap);

	doubt_layout(d, &rest);
	if (d->m->has_diagnostics)
		sensors_draw(d, d->g->board);
	draw_text(d->l, PAL_TEXT, rect_cut_top(&rest, d->g->title_line, d->g->gap), d->g->title_px,
		  DRAW_BOLD, s->calibration.on ? "Calibration" : "The board");
	if (d->m->view.error[0] != '\0' || s->calibration.on) {
		/* Words of what to do next need room; chips can wait. */
		words = s->calibration.on ? rest
					  : rect_cut_top(&rest, 4 * d->g->small_line, d->g->gap);
		draw_text(d->l, d->m->view.error[0] != '\0' ? PAL_TEXT_WARN : PAL_TEXT_SHOWN, words,
			  d->g->small_px, DRAW_TOP,
			  d->m->view.error[0] != '\0' ? d->m->view.error : s->calibration.text);
	}
	if (d->m->has_diagnostics && !s->calibration.on)
		lines_draw(d, rest);
	else if (d->m->view.error[0] == '\0' && !s->calibration.on)
		draw_text(d->l, PAL_TEXT_DIM, rest, d->g->small_px, DRAW_TOP, "One moment \u2026");
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
	struct ui_request q = { .kind = UI_REQUEST_CALIBRATE };
	const char *next = stop ? "cancel" : step_of(&m->state.calibration)->next;

	if (next == NULL)
		return;
	snprintf(q.word, sizeof(q.word), "%s", next);
	ui_out_add(out, &q);
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
	if (id == TARGET_BACK)
		board_back(m, out);
	else if (id == TARGET_LAMPS)
		ui_out_add(out, &(struct ui_request){ .kind = UI_REQUEST_LAMPTEST,
						      .yes = !m->state.lamp_test });
	else if (id == TARGET_CALIBRATE)
		calibrate(m, arg == 1, out);
	else if (id == TARGET_TROUBLES)
		ui_model_open(m, UI_PAGE_TROUBLES);
	else if (id == TARGET_SENSORS)
		ui_model_open(m, UI_PAGE_SENSORS);
}

const struct page page_board = {
	.name = "board",
	.parent = UI_PAGE_HOME,
	.layout = board_page_layout,
	.activate = board_activate,
	.back = board_back,
	.ask = board_ask,
};
