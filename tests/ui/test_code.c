/*
 * Reads games as QR codes from the screen with another program. zbarimg must
 * read the game from the page's picture in both designs; a game of several
 * codes is read one after another. Exits with 77, ctest's code for skipped, if
 * zbarimg is missing.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <SDL_image.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/record/qr.h"
#include "daemon/server/request_impl.h"
#include "tests/daemon/record/help.h"
#include "tests/ui/program.h"
#include "tests/ui/stages.h"
#include "ui/page.h"
#include "ui/paint.h"

enum { SKIPPED = 77, TEXT = 16384 };

static struct painter *painter;
static struct ui_model model;
static struct draw_list list;
static char picture[] = "/tmp/halo-code-XXXXXX";

static bool
zbar_is_there(void)
{
	static const char *const which[] = { "sh", "-c", "command -v zbarimg", NULL };
	struct program p;

	program_start(&p, which);
	return program_end(&p) == 0;
}

/* Paints the page with that part of the game, from the daemon's reply. */
static unsigned
page_paint(const struct record *r, unsigned part, struct stage_size size)
{
	static struct ui_message message;
	json_t *answer;
	char *line;
	struct ui_error err;
	SDL_Surface *s;

	answer = request_qr_answer(r, (int)part, UI_CODE_BYTES);
	line = json_dumps(answer, JSON_COMPACT);
	if (ui_message_parse(line, strlen(line), &message, &err) < 0)
		fail_msg("%s: %.60s", err.why, line);
	json_decref(answer);
	free(line);
	stage_load("over", &model);
	ui_model_message(&model, &message);
	ui_model_go(&model, UI_PAGE_CODE);
	ui_model_layout(&model, size.w, size.h, &list);
	s = painter_surface(size.w, size.h, &err);
	painter_paint(painter, &list, s);
	assert_int_equal(IMG_SavePNG(s, picture), 0);
	SDL_FreeSurface(s);
	assert_true(model.has_code);
	return model.code.parts;
}

/* Appends zbar's output to the text, without the newline that zbar adds. */
static void
picture_read(char text[TEXT])
{
	const char *argv[] = { "zbarimg",   "--nodbus",        "--quiet", "--raw",
			       "-Sdisable", "-Sqrcode.enable", picture,   NULL };
	static struct program p;
	size_t len = strlen(text);

	program_start(&p, argv);
	if (program_end(&p) != 0)
		fail_msg("zbarimg reads no code in %ux%u; %s", list.width, list.height, p.text);
	snprintf(text + len, TEXT - len, "%.*s", (int)p.len - 1, p.text);
}

static unsigned
game_check(const struct game *g, unsigned plies, uint64_t seed)
{
	struct record r;
	char *text;
	unsigned parts = 0;

	help_play(&r, rules_name(g), "", NULL, plies, seed);
	strcpy(r.name[0], "Zo\u00eb");
	if (r.result.end == RECORD_UNFINISHED)
		r.result = rules_partners(g) ? record_result_given_up()
					     : record_result_drawn("agreed");
	text = qr_text(&r);
	for (size_t s = 0; s < STAGE_SIZES; s++) {
		char read[TEXT] = "";
		unsigned part = 0;

		do {
			parts = page_paint(&r, part, stage_sizes[s]);
			picture_read(read);
		} while (++part < parts);
		assert_string_equal(read, text);
	}
	free(text);
	record_finish(&r);
	return parts;
}

static void
test_games(void **unused)
{
	size_t n;
	const struct game *const *games = rules_games(&n);

	(void)unused;
	for (size_t i = 0; i < n; i++)
		(void)game_check(games[i], 40, i);
}

/*
 * Checks long games: one code could hold 300 turns of chess, but a phone could
 * not resolve its modules.
 */
static void
test_long(void **unused)
{
	(void)unused;
	assert_true(game_check(rules_game("chess"), 300, 3) > 1);
	assert_true(game_check(rules_game("zombie"), 300, 3) > 3);
}

static int
setup(void **unused)
{
	struct ui_error err;
	int fd = mkstemp(picture);

	(void)unused;
	close(fd);
	return fd >= 0 ? painter_create(&painter, &err) : -1;
}

static int
teardown(void **unused)
{
	(void)unused;
	unlink(picture);
	painter_destroy(painter);
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_games),
		cmocka_unit_test(test_long),
	};

	if (!zbar_is_there())
		return SKIPPED;
	return cmocka_run_group_tests(tests, setup, teardown);
}
