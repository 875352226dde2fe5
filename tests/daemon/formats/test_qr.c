/* Codes contain the game, and have room for games of usual length. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../record/help.h"
#include "daemon/record/native.h"
#include "daemon/record/pgn.h"
#include "daemon/record/qr.h"

static void
game(struct record *r, const struct game *g, unsigned plies, uint64_t seed)
{
	help_play(r, rules_name(g), "", NULL, plies, seed);
	strcpy(r->name[0], "Anna");
	strcpy(r->clock, "fischer:300+3");
	for (uint32_t i = 0; i < r->n; i++)
		r->action[i].clock_us = 1000000;
	if (r->result.end == RECORD_UNFINISHED)
		r->result = rules_partners(g) ? record_result_given_up()
					      : record_result_drawn("agreed");
}

/* The text is read back as the same game. */
static void
text_same(const struct record *r, const char *text)
{
	struct record back = { 0 };
	struct pgn_reader p;
	struct pgn_error err = { 0 };
	char why[NATIVE_WHY_MAX] = "";

	pgn_reader_init(&p, text, strlen(text));
	if (rules_has_san(r->game) ? pgn_read(&p, &back, &err) != 1
				   : native_parse(text, strlen(text), &back, why) < 0)
		fail_msg("%s\n%s %s", text, err.why, why);
	assert_true(record_same_game(r, &back));
	assert_null(strstr(text, "clk"));
	assert_null(strstr(text, "[Site"));
	record_finish(&back);
}

static void
test_texts(void **state)
{
	size_t n;
	const struct game *const *games = rules_games(&n);
	char why[QR_WHY];
	static struct qr code;
	struct record r;

	(void)state;
	for (size_t i = 0; i < n; i++)
		for (unsigned seed = 0; seed < 8; seed++) {
			char *text;

			game(&r, games[i], 80, seed);
			text = qr_text(&r);
			assert_non_null(text);
			text_same(&r, text);
			assert_int_equal(qr_make(text, &code, why), 0);
			/* Each version is four modules larger, from 21. */
			assert_true(code.size >= 21 && code.size <= QR_SIZE_MAX);
			assert_int_equal(code.size % 4, 1);
			free(text);
			record_finish(&r);
		}
}

/* The corner patterns that let a telephone find the code: a frame of 7 around a block of 3. */
static void
test_corners(void **state)
{
	static const struct {
		bool right, below;
	} corners[] = { { false, false }, { true, false }, { false, true } };
	static struct qr code;
	char why[QR_WHY];

	(void)state;
	assert_int_equal(qr_make("1. e4 e5 *", &code, why), 0);
	assert_int_equal(code.size, 21);
	for (unsigned i = 0; i < 3; i++)
		for (unsigned y = 0; y < 7; y++)
			for (unsigned x = 0; x < 7; x++) {
				bool edge = x == 0 || y == 0 || x == 6 || y == 6;
				bool heart = x > 1 && x < 5 && y > 1 && y < 5;
				unsigned row = y + (corners[i].below ? 14 : 0);
				unsigned column = x + (corners[i].right ? 14 : 0);

				assert_int_equal(code.dark[row][column], edge || heart);
			}
}

static void
test_too_long(void **state)
{
	static char text[QR_TEXT_MAX + 2];
	static struct qr code;
	char why[QR_WHY] = "";

	(void)state;
	memset(text, 'x', QR_TEXT_MAX);
	assert_int_equal(qr_make(text, &code, why), 0);
	assert_int_equal(code.size, QR_SIZE_MAX);
	text[QR_TEXT_MAX] = 'x';
	assert_int_equal(qr_make(text, &code, why), -1);
	assert_string_equal(why, "the game is too long for a code: 2954 bytes, and it holds 2953");
}

/* The parts in sequence are the text; none splits a character, nor, if possible, a word. */
static void
test_parts(void **state)
{
	static const char *const texts[] = {
		"",
		"1. e4 e5 *\n",
		"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O "
		"9. h3 Nb8 10. d4 Nbd7 11. Nbd2 Bb7 *\n",
		"\u00eb\u00eb\u00eb\u00eb\u00eb\u00eb\u00eb\u00eb\u00eb\u00eb\u00eb\u00eb\u00eb"
		"\u00eb\u00eb"
		"\u00eb\u00eb\u00eb\u00eb\u00eb\u00eb\u00eb\u00eb\u00eb\u00eb\u00eb\u00eb\u00eb"
		"\u00eb\u00eb"
		"\u00eb\u00eb\u00eb\u00eb\u00eb\u00eb\u00eb\u00eb\u00eb\u00eb\u00eb\u00eb\u00eb"
		"\u00eb\u00eb"
		"\u00eb\u00eb\u00eb\u00eb\u00eb\u00eb\u00eb\u00eb\u00eb\u00eb\u00eb\u00eb\u00eb"
		"\u00eb\u00eb",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		for (size_t most = QR_PART_MIN; most < 140; most++) {
			char joined[256] = "";
			unsigned parts = 1;

			for (unsigned n = 0; n < parts; n++) {
				char *part = qr_part(texts[i], most, n, &parts);

				assert_non_null(part);
				assert_true(strlen(part) <= most);
				assert_true((part[0] & 0xc0) != 0x80);
				if (n + 1 < parts && i == 2)
					assert_int_equal(part[strlen(part) - 1], ' ');
				strcat(joined, part);
				free(part);
			}
			assert_string_equal(joined, texts[i]);
			assert_null(qr_part(texts[i], most, parts, &parts));
		}
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_texts),
		cmocka_unit_test(test_corners),
		cmocka_unit_test(test_too_long),
		cmocka_unit_test(test_parts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
