/*
 * Errors in a file of games, explained to people: a row has a file and the sentence, in the
 * reader's English and in the shipped language.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/record/pgn.h"
#include "daemon/words/words.h"
#include "hw/lang/lang.h"
#include "tests/hw/lang/mo.h"

#define TEN      "xxxxxxxxxx"
#define HUNDRED  TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN
#define SEVEN    HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED
#define LONG_TAG "[FEN \"" SEVEN SEVEN SEVEN "\"]\n\n*"

static const struct {
	const char *text, *german, *english; /* NULL: the reader's own sentence */
} rows[] = {
	{ "1. e4 e5 2. Ke3 *",
	  ", Zeile 1, Spalte 13, Partie 1: Ke3: 'Ke3' ist kein regelgerechter Zug", NULL },
	{ "1. d4 d5 2. Nf3 Nf6 3. Nd2 *",
	  ", Zeile 1, Spalte 24, Partie 1: Nd2: 'Nd2' kann mehrere Züge bedeuten", NULL },
	{ "1. e4 *\n\n1. e4\ne5 hello *",
	  ", Zeile 4, Spalte 4, Partie 2: hello: das ist kein Zug in algebraischer Notation: "
	  "'hello'",
	  NULL },
	{ "1. aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
	  ", Zeile 1, Spalte 4, Partie 1: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa: das ist kein Zug",
	  NULL },
	{ "[Variant \"Half Alice\"]\n\n1. e2e5 *",
	  ", Zeile 3, Spalte 4, Partie 1: e2e5: so heißt kein erlaubter Zug", NULL },
	{ "1. f3 e5 2. g4 Qh4# 3. a3 *",
	  ", Zeile 1, Spalte 24, Partie 1: a3: die Partie war vor diesem Zug zu Ende: Matt", NULL },
	{ "[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. Kd2 *",
	  ", Zeile 3, Spalte 4, Partie 1: Kd2: die Partie war vor diesem Zug zu Ende: keine "
	  "Seite kann noch gewinnen",
	  ":3:4: game 1: Kd2: the game was over before this move: neither side can win with what "
	  "is left" },
	{ "[Result \"1-0\"]\n\n1. e4 0-1",
	  ", Zeile 3, Spalte 7, Partie 1: hinter den Zügen steht 0-1, im Tag Result aber 1-0",
	  NULL },
	{ "1. f3 e5 2. g4 Qh4# 1-0",
	  ", Zeile 1, Spalte 21, Partie 1: das Ergebnis ist 1-0, nach den Zügen aber 0-1: Matt",
	  NULL },
	{ "[Result \"2-0\"]\n\n1. e4",
	  ", Zeile 1, Spalte 1, Partie 1: das Ergebnis „2-0“ ist keines von 1-0 0-1 1/2-1/2 *",
	  NULL },
	{ "[Variant \"R\xe4uberschach\"]\n\n1. e4 *",
	  ", Zeile 1, Spalte 1, Partie 1: die Variante „Räuberschach“ ist hier nicht bekannt", NULL },
	{ "[FEN \"8/8/8 w - - 0 1\"]\n\n*", ", Zeile 1, Spalte 1, Partie 1: im Tag FEN, Zeichen ",
	  NULL },
	{ "[White \"A\"]\n[White \"B\"]\n\n*",
	  ", Zeile 2, Spalte 1, Partie 1: das Tag White steht zweimal da", NULL },
	{ "[White{\"\"]\n\n*",
	  ", Zeile 1, Spalte 1, Partie 1: White{\"\": das ist kein Tag der Form [Name \"Wert\"]",
	  NULL },
	{ "[White A]\n\n1. e4 *",
	  ", Zeile 1, Spalte 1, Partie 1: dieses Tag hat kein Ende oder sein Wert keine "
	  "Anführungszeichen",
	  NULL },
	{ "1. e4 {never ends", ", Zeile 1, Spalte 7, Partie 1: dieser Kommentar hat kein Ende",
	  NULL },
	{ "1. e4 (1. d4", ", Zeile 1, Spalte 7, Partie 1: diese Nebenvariante hat kein Ende",
	  NULL },
	{ "1. e4 ) *", ", Zeile 1, Spalte 7, Partie 1: zu dieser schließenden Klammer fehlt die öffnende", NULL },
	{ "\xff\xfe[",
	  ", Zeile 1, Spalte 1, Partie 1: die Datei ist UTF-16 und muss als UTF-8 gespeichert "
	  "werden",
	  NULL },
	{ "[Variant \"Masquerade\"]\n\n1. -- {[%act assign:?]} *",
	  ", Zeile 3, Spalte 7, Partie 1: sie verbirgt etwas, bis sie zu Ende ist, und wurde "
	  "ausgelassen",
	  NULL },
	{ "1. e4 *\n\n[White \"A\"]\n\n*",
	  ", Zeile 3, Spalte 1, Partie 2: sie hat weder einen Zug noch ein Ergebnis und wurde "
	  "ausgelassen",
	  NULL },
	{ LONG_TAG,
	  ", Zeile 1, Spalte 1, Partie 1: der Wert des Tags FEN ist länger als 2047 Bytes", NULL },
	/* A message without a translation stays unchanged. */
	{ "[Variant \"Half Alice\"]\n\n1. e2e4 {[%act e7e5}",
	  ", Zeile 3, Spalte 9, Partie 1: [%act has no end", NULL },
};

/* Returns the first error of that text, or the first skipped game. */
static void
read_wrong(const char *text, struct pgn_error *why)
{
	struct record r = { 0 };
	struct pgn_reader p;
	int got;

	pgn_reader_init(&p, text, strlen(text));
	do
		got = pgn_read(&p, &r, why);
	while (!pgn_left_out(got, &r, why) && got > 0);
	record_finish(&r);
	if (got == 0)
		fail_msg("%s: nothing is wrong", text);
}

static struct words_mistake
mistake_of(const char *file, const struct pgn_error *why)
{
	struct words_mistake m = { .line = why->line, .column = why->column, .game = why->game };

	(void)snprintf(m.file, sizeof(m.file), "%s", file);
	(void)snprintf(m.move, sizeof(m.move), "%s", why->move);
	(void)snprintf(m.why, sizeof(m.why), "%s", why->why);
	return m;
}

static void
test_english(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char text[WORDS_LINE], want[WORDS_LINE];
		struct words_mistake m;
		struct pgn_error why;

		read_wrong(rows[i].text, &why);
		pgn_error_print("import/a.pgn", &why, want, sizeof(want));
		if (rows[i].english)
			(void)snprintf(want, sizeof(want), "import/a.pgn%s", rows[i].english);
		m = mistake_of("import/a.pgn", &why);
		words_mistake(&m, text);
		assert_string_equal(text, want);
	}
}

static void
test_german(void **state)
{
	(void)state;
	mo_speak_german();
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char text[WORDS_LINE], want[WORDS_LINE];
		struct words_mistake m;
		struct pgn_error why;

		read_wrong(rows[i].text, &why);
		m = mistake_of("import/a.pgn", &why);
		words_mistake(&m, text);
		(void)snprintf(want, sizeof(want), "import/a.pgn%s", rows[i].german);
		/* The rules' own message about a position follows our sentence. */
		if (strstr(want, "Zeichen "))
			text[strlen(want)] = '\0';
		assert_string_equal(text, want);
	}
	lang_reset();
}

/* Other remarks, word for word as in halo-usb: test_usb_import.c reads them there. */
static const struct {
	const char *english, *german;
} remarks[] = {
	{ "import/a.pgn: game 5 and all that follow wait for the next time: 5 minutes are enough",
	  "import/a.pgn: Partie 5 und alle weiteren warten bis zum nächsten Mal: 5 Minuten sind "
	  "genug" },
	{ "import/a.pgn: game 5 and all that follow wait for the next time: 5000 are enough",
	  "import/a.pgn: Partie 5 und alle weiteren warten bis zum nächsten Mal: 5000 sind genug" },
	{ "import/a.pgn: this is no file that can be read here",
	  "import/a.pgn: das ist keine Datei, die man hier lesen kann" },
	{ "import/a.pgn: longer than 16 MiB, and is not read",
	  "import/a.pgn: länger als 16 MiB und wird nicht gelesen" },
	{ "import: more than 64 files: the others are not read",
	  "import: mehr als 64 Dateien: die übrigen werden nicht gelesen" },
	{ "import: more than 10000 names: the others are not looked at",
	  "import: mehr als 10000 Namen: die übrigen werden nicht angesehen" },
	{ "import: some of it cannot be read: Input/output error",
	  "import: ein Teil davon kann nicht gelesen werden: Input/output error" },
	{ "import/a.pgn: cannot be read: Input/output error",
	  "import/a.pgn: kann nicht gelesen werden: Input/output error" },
	{ "haloboard/all-games.pgn is something else and was left alone.",
	  "haloboard/all-games.pgn ist etwas anderes und blieb, wie es war." },
	/* A message from elsewhere in the daemon. */
	{ "import/a.pgn: game 5: the disk is full", "import/a.pgn: game 5: the disk is full" },
	{ "", "" },
};

static void
test_remarks(void **state)
{
	char text[WORDS_LINE];

	(void)state;
	for (size_t i = 0; i < sizeof(remarks) / sizeof(remarks[0]); i++) {
		words_remark(remarks[i].english, text);
		assert_string_equal(text, remarks[i].english);
	}
	mo_speak_german();
	for (size_t i = 0; i < sizeof(remarks) / sizeof(remarks[0]); i++) {
		words_remark(remarks[i].english, text);
		assert_string_equal(text, remarks[i].german);
	}
	lang_reset();
}

/* The longest of all: its position is reported, and the end is cut at a letter. */
static void
test_room(void **state)
{
	struct words_mistake m = { .line = UINT32_MAX, .column = UINT32_MAX, .game = UINT32_MAX };
	char text[WORDS_LINE];

	(void)state;
	mo_speak_german();
	memset(m.file, 'f', sizeof(m.file) - 1);
	memset(m.move, 'm', sizeof(m.move) - 1);
	for (size_t i = 0; i + 2 < sizeof(m.why); i += 2)
		memcpy(m.why + i, "ä", 3);
	words_mistake(&m, text);
	assert_non_null(
		strstr(text, ", Zeile 4294967295, Spalte 4294967295, Partie 4294967295: mmm"));
	assert_true(strlen(text) >= WORDS_LINE - 2);
	assert_int_equal(text[strlen(text) - 1], (char)0xa4);
	lang_reset();
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_english),
		cmocka_unit_test(test_german),
		cmocka_unit_test(test_remarks),
		cmocka_unit_test(test_room),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
