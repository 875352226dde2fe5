/* UTF-8 characters: truncation, and how foreign texts are shown and stored. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hw/text/text.h"
#include "hw/text/text_file.h"

/* A text and its results: shown, stored, repaired in place. */
static const struct {
	const char *text, *clean, *take, *mend;
} rows[] = {
	{ "", "", "", "" },
	{ "CHESS", "CHESS", "CHESS", "CHESS" },
	{ "Jörg’s ♞ 🐎", "Jörg’s ♞ 🐎", "Jörg’s ♞ 🐎", "Jörg’s ♞ 🐎" },
	{ "a\tb\nc\x7f", "a\\x09b\\x0ac\\x7f", "a b c ", "a b c " },
	{ "\x1b[31mX", "\\x1b[31mX", " [31mX", " [31mX" },
	{ "\xc2\x9b"
	  "2J",
	  "\\xc2\\x9b2J", " 2J", " 2J" },					/* a control of C1 */
	/* right-to-left override */
	{ "\xe2\x80\xaetxt.exe", "\\xe2\\x80\\xaetxt.exe", "txt.exe", "?txt.exe" },
	/* Arabic letter mark */
	{ "\xd8\x9cx", "\\xd8\\x9cx", "x", "?x" },
	/* a zero-width non-joiner */
	{ "می\u200cخواهم", "می\u200cخواهم", "می\u200cخواهم", "می\u200cخواهم" },
	{ "R\xe4uber", "R\\xe4uber", "Räuber", "Ruber" },			/* Latin-1 */
	{ "Zo\xeb", "Zo\\xeb", "Zoë", "Zo" },
	{ "\x8aimek, \x8eofie", "\\x8aimek, \\x8eofie", "Šimek, Žofie", "?imek, ?ofie" },
	{ "O\x92Neil", "O\\x92Neil", "O’Neil", "O?Neil" },
	{ "\x80\x82\x83\x84\x85\x86\x87\x88\x89\x8a\x8b\x8c\x8e",
	  "\\x80\\x82\\x83\\x84\\x85\\x86\\x87\\x88\\x89\\x8a\\x8b\\x8c\\x8e", "€‚ƒ„…†‡ˆ‰Š‹ŒŽ",
	  "?????????????" },
	{ "\x91\x92\x93\x94\x95\x96\x97\x98\x99\x9a\x9b\x9c\x9e\x9f",
	  "\\x91\\x92\\x93\\x94\\x95\\x96\\x97\\x98\\x99\\x9a\\x9b\\x9c\\x9e\\x9f",
	  "‘’“”•–—˜™š›œžŸ", "??????????????" },
	/* its undefined bytes */
	{ "\x81\x8d\x8f\x90\x9d", "\\x81\\x8d\\x8f\\x90\\x9d", "     ", "?????" },
	{ "\xff\xc3", "\\xff\\xc3", "ÿÃ", "?" },
	/* truncated within quotes */
	{ "a\"\xe2\x99\"b", "a\"\\xe2\\x99\"b", "a\"â™\"b", "a\"\"b" },
	{ "\xed\xa0\x80", "\\xed\\xa0\\x80", "í\u00a0€", "??" },		/* a surrogate */
	{ "\xc0\xaf", "\\xc0\\xaf", "À¯", "??" },				/* an overlong slash */
	{ "\xe0\x80\xaf", "\\xe0\\x80\\xaf", "à€¯", "??" },
	{ "\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80", "ô €€", "???" },		/* above U+10FFFF */
	{ "\xf0\x9f\x90", "\\xf0\\x9f\\x90", "ðŸ ", "" },
	/* a line separator */
	{ "\xe2\x80\xa8|", "\\xe2\\x80\\xa8|", "|", "?|" },
};

static void
test_rows(void **state)
{
	char out[64];

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		text_clean(out, sizeof(out), rows[i].text);
		assert_string_equal(out, rows[i].clean);
		text_take(out, sizeof(out), rows[i].text);
		assert_string_equal(out, rows[i].take);
		(void)snprintf(out, sizeof(out), "%s", rows[i].text);
		text_mend(out);
		assert_string_equal(out, rows[i].mend);
		assert_true(text_valid(out));
	}
}

static void
test_valid(void **state)
{
	(void)state;
	assert_true(text_valid("") && text_valid("\x1b\n") && text_valid("é♞🐎"));
	assert_false(text_valid("a\x80") || text_valid("\xc3") || text_valid("\xed\xa0\x80"));
	assert_int_equal(text_letter("🐎"), 4);
	assert_int_equal(text_letter("\xf0\x9f\x90"), 0);
	assert_int_equal(text_shown("\x1b"), 0);
}

/* Characters of one to four bytes, at every size: the longest fitting part remains. */
static void
test_cuts(void **state)
{
	static const char text[] = "aé♞🐎zé♞🐎";
	static const size_t ends[] = { 0, 1, 3, 6, 10, 11, 13, 16, 20 };
	char out[sizeof(text)], want[sizeof(text)];

	(void)state;
	for (size_t size = 1; size <= sizeof(text); size++) {
		size_t n = 0;

		for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++)
			if (ends[i] < size)
				n = ends[i];
		(void)snprintf(want, sizeof(want), "%.*s", (int)n, text);
		assert_int_equal(text_fit(text, strlen(text), size - 1), n);
		text_copy(out, size, text);
		assert_string_equal(out, want);
		text_clean(out, size, text);
		assert_string_equal(out, want);
		text_take(out, size, text);
		assert_string_equal(out, want);
		text_print(out, size, "%s", text);
		assert_string_equal(out, want);
		text_print(out, sizeof(out), "%.*s", (int)size - 1, text);
		assert_string_equal(out, want);
	}
	/* Text that is not UTF-8 is truncated at the limit. */
	assert_int_equal(text_fit("\x80\x80\x80\x80\x80\x80", 6, 4), 4);
	text_print(out, sizeof(out), "\"%.5s\" is", "aé♞🐎");
	assert_string_equal(out, "\"aé\" is");
	text_clean(out, 5, "a\xff"); /* all or nothing */
	assert_string_equal(out, "a");
}

/* The same characters from the end, after an ellipsis. */
static void
test_ends(void **state)
{
	static const char text[] = "aé♞🐎zé♞🐎";
	static const size_t begins[] = { 0, 1, 3, 6, 10, 11, 13, 16, 20 };
	char out[sizeof(text)], want[32];

	(void)state;
	for (size_t size = sizeof("…"); size <= sizeof(text); size++) {
		size_t i = 0;

		while (sizeof(text) - begins[i] > size - (i ? strlen("…") : 0))
			i++;
		(void)snprintf(want, sizeof(want), "%s%s", i ? "…" : "", text + begins[i]);
		text_copy_end(out, size, text);
		assert_string_equal(out, want);
	}
	text_copy_end(out, 8, "\x80\x80\x80\x80\x80\x80\x80\x80");
	assert_string_equal(out, "…\x80\x80\x80\x80");
}

/* Bytes without a terminator: no character is read beyond them. */
static void
test_unended(void **state)
{
	static const char horse[] = "🐎";

	(void)state;
	for (size_t left = 0; left <= 4; left++) {
		char *bytes = malloc(left + 1);
		char *text = bytes + 1; /* up to the end of the block, which ASan watches */

		memcpy(text, horse, left);
		assert_int_equal(text_letter_of(text, left), left == 4 ? 4 : 0);
		free(bytes);
	}
	assert_int_equal(text_letter_of("ab", 2), 1);
}

/* Opens each kind of file; the alarm fails the test if an open blocks. */
static void
test_file_kinds(void **state)
{
	char folder[] = "/tmp/halo-text-XXXXXX", path[64], link[64], line[8] = "";
	FILE *f;

	(void)state;
	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof(path), "%s/file", folder);
	snprintf(link, sizeof(link), "%s/link", folder);
	(void)alarm(30);
	assert_int_equal(text_file_open(AT_FDCWD, path, 0), -ENOENT);
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_int_equal(symlink("file", link), 0);
	assert_int_equal(text_file_open(AT_FDCWD, path, 0), -EINVAL);
	assert_int_equal(text_file_open(AT_FDCWD, link, 0), -EINVAL);
	assert_null(text_file_stream(path));
	assert_string_equal(text_file_why(errno), "not a regular file");
	assert_int_equal(text_file_open(AT_FDCWD, "/dev/zero", 0), -EINVAL);
	assert_int_equal(text_file_open(AT_FDCWD, folder, 0), -EISDIR);
	(void)alarm(0);
	assert_int_equal(unlink(path), 0);
	f = fopen(path, "w");
	assert_non_null(f);
	assert_true(fputs("text", f) >= 0);
	assert_int_equal(fclose(f), 0);
	assert_int_equal(text_file_open(AT_FDCWD, link, O_NOFOLLOW), -EINVAL);
	f = text_file_stream(link);
	assert_non_null(f);
	assert_non_null(fgets(line, sizeof(line), f));
	assert_string_equal(line, "text");
	assert_int_equal(fclose(f), 0);
	assert_int_equal(unlink(link), 0);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(rmdir(folder), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_valid),
		cmocka_unit_test(test_cuts),
		cmocka_unit_test(test_ends),
		cmocka_unit_test(test_unended),
		cmocka_unit_test(test_file_kinds),
	};

	return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
