/*
 * The window under SDL's dummy driver: SDL events move pieces, lamps light
 * their squares in the picture, and `shot` saves it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <SDL.h>
#include <SDL_image.h>
#include <cmocka.h>

#include "hw/virtual/engine_conn.h"
#include "hw/virtual/table.h"
#include "hw/virtual/window.h"

static struct engine engine;
static struct board board;
static struct table mirror; /* the same layout, for aiming */
static struct window *window;
static char dir[64], bus_path[96], shot_path[96];

static int
begin(void **state)
{
	const struct engine_options o = { .bus_path = bus_path, .virtual_time = true };
	char path[4096], why[BUS_SERVER_WHY_MAX];
	struct board_error err;
	struct man men[BOARD_SQUARES_MAX];
	size_t n;
	const struct board_chip_limits *limits = vboard_limits(&n);

	(void)state;
	strcpy(dir, "/tmp/halo-board-XXXXXX");
	assert_non_null(mkdtemp(dir));
	snprintf(bus_path, sizeof(bus_path), "%s/bus", dir);
	snprintf(shot_path, sizeof(shot_path), "%s/shot.png", dir);
	assert_int_equal(board_find("reed-8x8", path, &err), 0);
	assert_int_equal(board_load(path, limits, n, &board, &err), 0);
	assert_int_equal(engine_init(&engine, &board, &o, why), 0);
	assert_int_equal(field_parse(table_start_field(&board), &board, men, why), 0);
	vboard_setup(&engine.board, men, 0);
	window = window_create(&engine);
	assert_non_null(window);
	SDL_GetWindowSize(SDL_GetWindowFromID(1), &mirror.layout.w, &mirror.layout.h);
	table_init(&mirror, &engine.board, mirror.layout.w, mirror.layout.h);
	return 0;
}

static int
end(void **state)
{
	(void)state;
	window_destroy(window);
	engine_finish(&engine);
	unlink(shot_path);
	assert_int_equal(rmdir(dir), 0);
	return 0;
}

static unsigned
sq(const char *name)
{
	return (unsigned)square_parse(name, 8, 8);
}

static void
mouse(Uint32 type, Uint8 button, const char *square)
{
	struct rect r = table_square(&mirror.layout, sq(square));
	SDL_Event ev = { .type = type };

	if (type == SDL_MOUSEMOTION) {
		ev.motion.x = r.x + r.w / 2;
		ev.motion.y = r.y + r.h / 2;
	} else {
		ev.button.button = button;
		ev.button.x = r.x + r.w / 2;
		ev.button.y = r.y + r.h / 2;
	}
	assert_int_equal(SDL_PushEvent(&ev), 1);
	assert_true(window_step(window, 1));
}

static void
key(Uint32 type, SDL_Keycode sym)
{
	SDL_Event ev = { .type = type };

	ev.key.keysym.sym = sym;
	assert_int_equal(SDL_PushEvent(&ev), 1);
	assert_true(window_step(window, 1));
}

static void
pieces_are_dragged(void **state)
{
	(void)state;
	mouse(SDL_MOUSEBUTTONDOWN, SDL_BUTTON_LEFT, "e2");
	assert_false(vboard_reads(&engine.board, sq("e2")));
	mouse(SDL_MOUSEMOTION, 0, "e3");
	assert_false(vboard_reads(&engine.board, sq("e3")));
	mouse(SDL_MOUSEBUTTONUP, SDL_BUTTON_LEFT, "e4");
	assert_true(vboard_reads(&engine.board, sq("e4")));
	assert_int_equal(engine.board.square[sq("e4")].man.letter, 'P');
}

static void
the_right_button_slides(void **state)
{
	(void)state;
	mouse(SDL_MOUSEBUTTONDOWN, SDL_BUTTON_RIGHT, "d2");
	assert_true(vboard_reads(&engine.board, sq("d2")));
	mouse(SDL_MOUSEMOTION, 0, "d3");
	assert_false(vboard_reads(&engine.board, sq("d2")));
	assert_true(vboard_reads(&engine.board, sq("d3")));
	mouse(SDL_MOUSEBUTTONUP, SDL_BUTTON_RIGHT, "d4");
	assert_false(vboard_reads(&engine.board, sq("d3")));
	assert_true(vboard_reads(&engine.board, sq("d4")));
}

static void
keys_press_buttons_and_escape_puts_back(void **state)
{
	(void)state;
	key(SDL_KEYDOWN, SDLK_SPACE);
	assert_true(engine.board.pressed[0]);
	key(SDL_KEYUP, SDLK_SPACE);
	assert_false(engine.board.pressed[0]);
	mouse(SDL_MOUSEBUTTONDOWN, SDL_BUTTON_LEFT, "g1");
	key(SDL_KEYDOWN, SDLK_ESCAPE);
	assert_int_equal(engine.board.square[sq("g1")].man.letter, 'N');
}

/* Takes a shot like the command; the engine's thread is not running here. */
static SDL_Surface *
shot(void)
{
	SDL_Surface *s;

	engine_enter(&engine);
	strcpy(engine.shot.path, shot_path);
	engine.shot.on = true;
	engine.shot.conn = &engine.conn[1];
	engine_conn_open(&engine.conn[1], -1, -1);
	engine_leave(&engine);
	assert_true(window_step(window, 1));
	assert_false(engine.shot.on);
	assert_int_equal(strncmp(engine.conn[1].out, "ok\n", 3), 0);
	engine.conn[1].open = false;
	s = IMG_Load(shot_path);
	assert_non_null(s);
	return s;
}

/* Computes the mean colour of a patch at the left edge of a lamp's ring. */
static void
patch(SDL_Surface *s, unsigned square, unsigned mean[3])
{
	struct rect r = table_square(&mirror.layout, square);
	unsigned n = 0;

	memset(mean, 0, 3 * sizeof(*mean));
	for (int y = r.y + r.h / 2 - 2; y < r.y + r.h / 2 + 3; y++) {
		for (int x = r.x + r.w / 7 - 2; x < r.x + r.w / 7 + 3; x++, n++) {
			const uint8_t *p = (const uint8_t *)s->pixels + y * s->pitch +
					   x * s->format->BytesPerPixel;
			uint32_t px = 0;
			uint8_t rgb[3];

			memcpy(&px, p, s->format->BytesPerPixel);
			SDL_GetRGB(px, s->format, &rgb[0], &rgb[1], &rgb[2]);
			for (unsigned c = 0; c < 3; c++)
				mean[c] += rgb[c];
		}
	}
	for (unsigned c = 0; c < 3; c++)
		mean[c] /= n;
}

static void
lamps_glow_in_the_picture(void **state)
{
	struct emul_is31fl3741 *m = &engine.board.model[board.n_sensors].is31fl3741;
	unsigned dark[3], lit[3], other_dark[3], other[3];
	SDL_Surface *s = shot();

	(void)state;
	patch(s, sq("b1"), dark);
	patch(s, sq("c5"), other_dark);
	SDL_FreeSurface(s);
	m->config = m->gcc = 1;
	memset(m->scaling, 0xff, sizeof(m->scaling));
	m->pwm[board.led[0].channel[sq("b1")][1]] = 0xff; /* green, under the knight */
	s = shot();
	patch(s, sq("b1"), lit);
	patch(s, sq("c5"), other);
	SDL_FreeSurface(s);
	assert_true(lit[1] > dark[1] + 30 || lit[0] + 60 < dark[0]);
	assert_true(lit[1] > lit[0] + 40 && lit[1] > lit[2] + 40);
	assert_memory_equal(other, other_dark, sizeof(other));
	engine.board.chip[board.n_sensors].emul->ops->reset(&m->emul);
}

/* After F clicks and lamps follow the flipped board. */
static void
f_flips_the_board(void **state)
{
	struct emul_is31fl3741 *m = &engine.board.model[board.n_sensors].is31fl3741;
	unsigned dark[3], lit[3];
	SDL_Surface *s;

	(void)state;
	key(SDL_KEYDOWN, SDLK_f);
	table_flip(&mirror);
	assert_true(table_square(&mirror.layout, sq("h8")).y >
		    table_square(&mirror.layout, sq("h1")).y);
	mouse(SDL_MOUSEBUTTONDOWN, SDL_BUTTON_LEFT, "b7");
	mouse(SDL_MOUSEBUTTONUP, SDL_BUTTON_LEFT, "b5");
	assert_false(vboard_reads(&engine.board, sq("b7")));
	assert_int_equal(engine.board.square[sq("b5")].man.letter, 'p');
	s = shot();
	patch(s, sq("c6"), dark);
	SDL_FreeSurface(s);
	m->config = m->gcc = 1;
	memset(m->scaling, 0xff, sizeof(m->scaling));
	m->pwm[board.led[0].channel[sq("c6")][1]] = 0xff;
	s = shot();
	patch(s, sq("c6"), lit);
	SDL_FreeSurface(s);
	assert_true(lit[1] > lit[0] + 40 && lit[1] > lit[2] + 40 && dark[0] > dark[1]);
	engine.board.chip[board.n_sensors].emul->ops->reset(&m->emul);
	table_flip(&mirror);
	key(SDL_KEYDOWN, SDLK_f);
}

/* A shot that cannot be written reports the reason. */
static void
a_shot_to_nowhere_is_an_error(void **state)
{
	(void)state;
	engine_enter(&engine);
	strcpy(engine.shot.path, "/nowhere/at/all.png");
	engine.shot.on = true;
	engine.shot.conn = &engine.conn[1];
	engine_conn_open(&engine.conn[1], -1, -1);
	engine_leave(&engine);
	assert_true(window_step(window, 1));
	assert_int_equal(strncmp(engine.conn[1].out, "error: ", 7), 0);
	engine.conn[1].open = false;
}

static void
closing_ends_it(void **state)
{
	SDL_Event ev = { .type = SDL_QUIT };

	(void)state;
	assert_int_equal(SDL_PushEvent(&ev), 1);
	assert_false(window_step(window, 1));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pieces_are_dragged),
		cmocka_unit_test(the_right_button_slides),
		cmocka_unit_test(keys_press_buttons_and_escape_puts_back),
		cmocka_unit_test(lamps_glow_in_the_picture),
		cmocka_unit_test(f_flips_the_board),
		cmocka_unit_test(a_shot_to_nowhere_is_an_error),
		cmocka_unit_test(closing_ends_it),
	};

	setenv("SDL_VIDEODRIVER", "dummy", 1);
	return cmocka_run_group_tests(tests, begin, end);
}
