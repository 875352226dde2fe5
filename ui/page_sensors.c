/*
 * Suspected sensors and ignored ones, one button a square. Guidance waits
 * forever for a square that cannot become right, so this page lets a game
 * continue.
 */
#include "ui/page.h"

enum { COLUMNS = 2, ROWS = 3, FITS = COLUMNS * ROWS, TEXT_LINES = 6 };

/* Stores the suspected squares, then the ignored ones, and returns their number. */
static unsigned
squares_of(const struct ui_state *s, uint8_t sq[RULES_SQUARES_MAX])
{
	unsigned n = 0;

	for (unsigned i = 0; i < RULES_SQUARES_MAX; i++)
		if (sqset_has(s->suspects, i))
			sq[n++] = (uint8_t)i;
	for (unsigned i = 0; i < RULES_SQUARES_MAX; i++)
		if (sqset_has(s->blind, i) && !sqset_has(s->suspects, i))
			sq[n++] = (uint8_t)i;
	return n;
}

unsigned
page_sensors_count(const struct ui_state *s)
{
	uint8_t sq[RULES_SQUARES_MAX];

	return squares_of(s, sq);
}

static const char *
words_of(const struct ui_model *m, unsigned n)
{
	const struct ui_state *s = &m->state;

	if (m->view.error[0] != '\0')
		return m->view.error;
	if (n == 0)
		return tr("All sensors are in use.");
	if (!sqset_empty(s->suspects) && s->guidance.on && s->guidance.steps > 1)
		return tr("The board waits, and nobody moves. Look at it: if every piece stands "
			  "right, "
			  "a wire is off these sensors, and the game goes on without them.");
	if (!sqset_empty(s->suspects))
		return tr("The board waits, and nobody moves. Look at it: if every piece stands "
			  "right, "
			  "one of these sensors is stuck, and the game goes on without it.");
	return tr("These sensors are not used. What stands there follows from all the others; "
		  "where "
		  "it does not, confirm the move with Done.");
}

static void
square_button(const struct page_draw *d, struct rect box, unsigned sq)
{
	bool suspect = sqset_has(d->m->state.suspects, sq);
	char label[UI_NAME_TEXT], name[4];

	rules_square_print(rules_game(UI_WHOLE_BOARD), sq, name);
	lang_print(label, sizeof(label), suspect ? tr("Play without {1}") : tr("Use {1} again"),
		   name);
	widget_button(d, box, BUTTON_PLAIN, suspect ? TARGET_DOUBT : TARGET_BELIEVE, sq, label);
}

static void
sensors_layout(const struct page_draw *d)
{
	uint8_t sq[RULES_SQUARES_MAX];
	unsigned n = squares_of(&d->m->state, sq), pages = (n + FITS - 1) / FITS;
	unsigned first = pages > 0 ? d->m->view.more % pages * FITS : 0;
	struct rect rest = widget_title(d, pages > 1, tr("Sensors in doubt"));
	struct rect words = rect_cut_top(&rest, TEXT_LINES * d->g->small_line, d->g->gap);

	if (pages > 1)
		widget_title_button(d, 0, BUTTON_PLAIN, TARGET_MORE, 0, tr("More"));
	draw_text(d->l, d->m->view.error[0] != '\0' ? PAL_TEXT_WARN : PAL_TEXT, words,
		  d->g->text_px, DRAW_TOP, words_of(d->m, n));
	for (unsigned i = 0; i < FITS && first + i < n; i++)
		square_button(d, rect_cell(rest, COLUMNS, ROWS, d->g->gap, (int)i), sq[first + i]);
}

/*
 * Asks for confirmation: ignoring a working sensor loses information, and using a faulty one
 * spoils a game.
 */
static void
open_confirmation(struct ui_model *m, unsigned sq, bool blind)
{
	struct ui_request q = { .kind = UI_REQUEST_BLIND, .yes = blind };
	char text[UI_SENTENCE_TEXT];

	rules_square_print(rules_game(UI_WHOLE_BOARD), sq, q.word);
	lang_print(text, sizeof(text),
		   blind ? tr("Play on without the sensor of {1}, until it is mended?")
			 : tr("Is the sensor of {1} mended?"),
		   q.word);
	ui_model_confirm(m, &q, UI_PAGE_SENSORS, text);
}

static void
sensors_activate(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	(void)out;
	m->view.error[0] = '\0';
	if (id == TARGET_DOUBT || id == TARGET_BELIEVE)
		open_confirmation(m, arg, id == TARGET_DOUBT);
	else if (id == TARGET_MORE)
		m->view.more++;
}

const struct page page_sensors = {
	.name = "sensors",
	.layout = sensors_layout,
	.activate = sensors_activate,
	.back = page_error_back,
};
