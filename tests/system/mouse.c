#include "tests/system/mouse.h"

#include <ctype.h>
#include <string.h>

enum {
	SCREEN_W = 1600,
	SCREEN_H = 720,
	HELD_MS = 300,
	LOOK_US = 2000,
	SAME_US = 60000,
	EVENT_US = 40000, /* for each STEP_MS */
	STEP_MS = 20
};

bool
mouse_can(void)
{
	static const char *const x[] = { "sh", "-c", "command -v Xvfb && command -v xdotool",
					 NULL };
	struct program p;

	program_start(&p, x);
	return program_end(&p) == 0;
}

/* Computes the window's place and layout as halo-board does. */
static void
layout(struct mouse *m)
{
	char path[4096];
	struct board_error err;
	size_t n;
	const struct board_chip_limits *limits = vboard_limits(&n);
	int w, h;

	if (board_find(m->rig->board_name, path, &err) < 0 ||
	    board_load(path, limits, n, &m->board, &err) < 0)
		rig_die("%s: %s", m->rig->board_name, err.why);
	h = table_window_h(&m->board, SCREEN_W, SCREEN_H);
	w = table_window_w(&m->board, h);
	m->x = 0;
	m->y = (SCREEN_H - h) / 2;
	m->vboard.board = &m->board;
	table_init(&m->table, &m->vboard, w, h);
}

void
mouse_begin(struct mouse *m, struct rig *r)
{
	static struct program server; /* ends with the test */
	char size[32];

	memset(m, 0, sizeof(*m));
	m->rig = r;
	layout(m);
	snprintf(size, sizeof(size), "%dx%dx24", SCREEN_W, SCREEN_H);
	if (server.pid == 0)
		program_display(&server, size, NULL);
	r->window = true;
	rig_board_start(r);
	rig_board(r, "shot %s/start.png", r->dir); /* the window is open */
	m->tool = popen("exec xdotool -", "we");
	if (!m->tool)
		rig_die("xdotool does not start");
}

void
mouse_end(struct mouse *m)
{
	pclose(m->tool);
}

/* ---- the board's pieces ---- */

static void
look(struct mouse *m)
{
	struct man men[BOARD_SQUARES_MAX];
	char text[FIELD_TEXT_MAX], why[FIELD_WHY_MAX];

	snprintf(text, sizeof(text), "%s", rig_board(m->rig, "pieces"));
	text[strcspn(text, "\n")] = '\0';
	if (field_parse(text, &m->board, men, why) < 0)
		rig_die("pieces: %s", why);
	for (unsigned sq = 0; sq < (unsigned)m->board.files * m->board.ranks; sq++)
		m->vboard.square[sq].man = men[sq];
}

static unsigned
number(const struct mouse *m, const char *sq)
{
	int at = square_parse(sq, m->board.files, m->board.ranks);

	if (at < 0)
		rig_die("'%s' is not a square", sq);
	return (unsigned)at;
}

char
mouse_piece(struct mouse *m, const char *sq)
{
	look(m);
	return m->vboard.square[number(m, sq)].man.letter;
}

static void
await(struct mouse *m, const char *sq, char letter)
{
	uint64_t end = rig_now_us() + RIG_PATIENCE_MS * 1000u;

	while (mouse_piece(m, sq) != letter) {
		if (rig_now_us() > end)
			rig_die("the mouse has no effect on %s", sq);
		rig_sleep_us(LOOK_US);
	}
}

/* ---- the pointer ---- */

static void
at(struct mouse *m, struct rect r, const char *what)
{
	fprintf(m->tool, "mousemove %d %d %s 1\n", m->x + r.x + r.w / 2, m->y + r.y + r.h / 2,
		what);
	fflush(m->tool);
}

static struct rect
square(const struct mouse *m, const char *sq)
{
	return table_square(&m->table.layout, number(m, sq));
}

static char
pick_up(struct mouse *m, const char *from)
{
	char letter = mouse_piece(m, from);

	if (!letter)
		rig_die("the mouse finds no piece on %s", from);
	at(m, square(m, from), "mousedown");
	await(m, from, 0);
	rig_pause(m->rig, HELD_MS);
	return letter;
}

static void
set_down(struct mouse *m, const char *to, char letter)
{
	bool same = mouse_piece(m, to) == letter;

	at(m, square(m, to), "mouseup");
	if (same)
		rig_sleep_us(SAME_US); /* nothing shows that the piece was replaced */
	await(m, to, letter);
	rig_pause(m->rig, HELD_MS);
}

void
mouse_drag(struct mouse *m, const char *from, const char *to)
{
	set_down(m, to, pick_up(m, from));
}

void
mouse_touch(struct mouse *m, const char *sq)
{
	mouse_drag(m, sq, sq);
}

void
mouse_take(struct mouse *m, const char *from)
{
	(void)pick_up(m, from);
	at(m, m->table.layout.box, "mouseup");
	rig_pause(m->rig, HELD_MS);
}

/* Returns the box's place of that letter, else of one of its colour, else of any; NULL: it is empty. */
static const struct table_slot *
slot_of(struct mouse *m, char letter)
{
	const struct table_slot *best = NULL;
	int worth = 0;

	look(m);
	for (unsigned i = 0; i < m->table.layout.n_slots; i++) {
		const struct table_slot *s = &m->table.layout.slot[i];
		int as = 1 + (islower((unsigned char)s->letter) == islower((unsigned char)letter)) +
			 (s->letter == letter);

		if (as > worth && table_box_count(&m->table, s->letter) > 0) {
			best = s;
			worth = as;
		}
	}
	return best;
}

void
mouse_put(struct mouse *m, const char *to, char letter)
{
	const struct table_slot *s = slot_of(m, letter);

	if (!s)
		rig_die("the box is empty");
	at(m, s->at, "mousedown");
	set_down(m, to, s->letter);
}

/* ---- buttons ---- */

static const struct table_button *
button_of(const struct mouse *m, const char *name)
{
	const struct table_layout *l = &m->table.layout;

	for (unsigned i = 0; i < l->n_buttons; i++)
		if (name ? l->button[i].name && strcmp(l->button[i].name, name) == 0
			 : !l->button[i].name)
			return &l->button[i];
	rig_die("the board has no button %s", name ? name : "set up");
}

static bool
is_down(struct rig_client *c, const char *name)
{
	const json_t *o = rig_ok(c, "{\"kind\":\"diagnostics\"}"), *b;
	size_t i;

	json_array_foreach(json_object_get(json_object_get(o, "diagnostics"), "buttons"), i, b) {
		if (strcmp(rig_text(b, "name"), name) == 0)
			return json_is_true(json_object_get(b, "down"));
	}
	return false;
}

static void
contact(struct mouse *m, struct rig_client *c, const char *button, bool down)
{
	uint64_t end = rig_now_us() + RIG_PATIENCE_MS * 1000u;

	at(m, button_of(m, button)->at, down ? "mousedown" : "mouseup");
	while (is_down(c, button) != down) {
		if (rig_now_us() > end)
			rig_die("the mouse has no effect on the button %s", button);
		/* Slow: a press must not become a long one while the event is on its way. */
		rig_pause(m->rig, STEP_MS);
		rig_sleep_us(EVENT_US);
	}
}

void
mouse_press(struct mouse *m, struct rig_client *c, const char *button)
{
	contact(m, c, button, true);
	contact(m, c, button, false);
}

/* Reports whether the board's pieces are those of a field, whatever their marks. */
static bool
is_laid(struct mouse *m, const struct man *men)
{
	look(m);
	for (unsigned sq = 0; sq < (unsigned)m->board.files * m->board.ranks; sq++)
		if (m->vboard.square[sq].man.letter != men[sq].letter)
			return false;
	return true;
}

void
mouse_set_up(struct mouse *m, const char *settled)
{
	uint64_t end = rig_now_us() + RIG_PATIENCE_MS * 1000u;
	struct man men[BOARD_SQUARES_MAX];
	char text[FIELD_TEXT_MAX], why[FIELD_WHY_MAX];

	snprintf(text, sizeof(text), "%.*s", (int)strcspn(settled, " "), settled);
	if (field_parse(text, &m->board, men, why) < 0)
		rig_die("settled: %s", why);
	at(m, button_of(m, NULL)->at, "mousedown");
	while (!is_laid(m, men)) {
		if (rig_now_us() > end)
			rig_die("\"set up\" has no effect");
		rig_sleep_us(LOOK_US);
	}
	at(m, button_of(m, NULL)->at, "mouseup");
	rig_pause(m->rig, HELD_MS);
}
