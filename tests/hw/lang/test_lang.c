/* Catalogues: what is read, what is refused and why, and how a text is filled in. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hw/lang/lang.h"
#include "tests/hw/lang/mo.h"

#define TEN     "xxxxxxxxxx"
#define HUNDRED TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN

static char path[] = "/tmp/halo-lang-XXXXXX";
static char bytes[MO_BYTES];

static const struct mo_text good[] = {
	{ "", "Language: xx\n" },
	{ "Menu", "Menü" },
	{ "{1} of {2}", "von {2} sind {1} da, 100%" },
	{ "Draw", "Remis" },
	{ C_("a card", "Draw"), "Ziehen" },
	{ "one\ntwo", "eins\nzwei" },
};
enum { GOOD = sizeof(good) / sizeof(good[0]) };

/* Entries are sorted: the header, `Draw`, `Menu`, … */
enum { N = 8, ENGLISH = 12, TRANSLATED = 16, MENU = 28 + 2 * 8, MENU_TRANSLATED = MENU + GOOD * 8 };

static int
setup(void **state)
{
	(void)state;
	close(mkstemp(path));
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	lang_reset();
	return unlink(path);
}

static void
test_spoken(void **state)
{
	char out[64], why[LANG_WHY];

	(void)state;
	assert_string_equal(tr("Menu"), "Menu");
	assert_string_equal(tr(C_("a card", "Draw")), "Draw");
	mo_write(path, bytes, mo_print(good, GOOD, bytes));
	assert_int_equal(lang_read(path, why), 0);
	assert_string_equal(tr("Menu"), "Menü");
	assert_string_equal(tr("Draw"), "Remis");
	assert_string_equal(tr(C_("a card", "Draw")), "Ziehen");
	assert_string_equal(tr(C_("a sword", "Draw")), "Draw");
	assert_string_equal(tr("one\ntwo"), "eins\nzwei");
	assert_string_equal(tr("Anna"), "Anna");
	assert_string_equal(tr(""), "");
	lang_print(out, sizeof(out), tr("{1} of {2}"), "%s", LANG_N(8));
	assert_string_equal(out, "von 8 sind %s da, 100%");
	lang_append(out, sizeof(out), ": {1}", "{2}");
	assert_string_equal(out, "von 8 sind %s da, 100%: {2}");
	lang_reset();
	assert_string_equal(tr("Menu"), "Menu");
}

/* A text that does not fit is cut at the end of a letter. */
static void
test_cut(void **state)
{
	char out[8] = "";

	(void)state;
	assert_string_equal(lang_print(out, 7, "abcdeßf"), "abcde");
	assert_string_equal(lang_print(out, 8, "abcdeßf"), "abcdeß");
	assert_string_equal(lang_print(out, 7, "{1}", "abc\U0001F600"), "abc");
	assert_string_equal(lang_append(out, 8, "\U0001F600"), "abc\U0001F600");
	assert_string_equal(lang_append(out, 8, "d"), "abc\U0001F600");
}

/* A translation that is refused. */
static const struct {
	struct mo_text text;
	const char *why;
} wrong[] = {
	{ { "{1} of {2}", "{1} von allen" },
	  "\"{1} of {2}\": its translation has other placeholders" },
	{ { "{1} to move", "{1} und {2}" },
	  "\"{1} to move\": its translation has other placeholders" },
	{ { "Menu", "{1}" }, "\"Menu\": its translation has other placeholders" },
	{ { "Menu", "" }, "\"Menu\": its translation is empty" },
	{ { "Menu", HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED TEN TEN TEN TEN },
	  "or longer than 639 bytes" },
	{ { "Menu", "\xc3(" }, "is no UTF-8" },
	{ { "Menu", "\xed\xa0\x80" }, "is no UTF-8" },
	{ { "Menu", "\x1b[2J" }, "or has a control character" },
	{ { "Menu", "a\nb" }, "or has a control character" },
};

static void
test_wrong(void **state)
{
	char why[LANG_WHY];

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		mo_write(path, bytes, mo_print(&wrong[i].text, 1, bytes));
		assert_int_equal(lang_read(path, why), -1);
		if (strncmp(why, path, strlen(path)) != 0 || !strstr(why, wrong[i].why))
			fail_msg("%s, and not: %s", why, wrong[i].why);
		assert_string_equal(tr("Menu"), "Menu");
	}
}

/* A good file with one number changed. */
static const struct {
	size_t at;
	uint32_t number;
	const char *why;
} damaged[] = {
	{ 0, 0xde120495, "not a catalogue" },
	{ 4, 0x10000, "not a catalogue" },
	{ N, GOOD + 1, "not a catalogue" },
	{ N, 0xffffffff, "not a catalogue" },
	{ N, 0x20000000, "not a catalogue" },
	{ ENGLISH, 8, "not a catalogue" },
	{ ENGLISH, 0xfffffff8, "not a catalogue" },
	{ TRANSLATED, 0xffffffff, "not a catalogue" },
	{ MENU, 3, "not a catalogue" },
	{ MENU, 5, "not a catalogue" },
	{ MENU, 0xffffffff, "not a catalogue" },
	{ MENU + 4, 0xffffffff, "not a catalogue" },
	{ MENU_TRANSLATED, 0x7fffffff, "not a catalogue" },
	{ MENU_TRANSLATED + 4, 0x10000, "not a catalogue" },
};

static void
test_damaged(void **state)
{
	char why[LANG_WHY];
	size_t size;

	(void)state;
	for (size_t i = 0; i < sizeof(damaged) / sizeof(damaged[0]); i++) {
		size = mo_print(good, GOOD, bytes);
		for (unsigned k = 0; k < 4; k++)
			bytes[damaged[i].at + k] = (char)(damaged[i].number >> 8 * k);
		mo_write(path, bytes, size);
		if (lang_read(path, why) != -1 || !strstr(why, damaged[i].why))
			fail_msg("row %zu: \"%s\"", i, why);
	}
	size = mo_print(good, GOOD, bytes);
	memcpy(bytes + MENU, bytes + MENU + 8, 8); /* one text twice */
	mo_write(path, bytes, size);
	assert_int_equal(lang_read(path, why), -1);
	assert_non_null(strstr(why, "the texts are not sorted"));
	/* Any beginning of a good file. */
	size = mo_print(good, GOOD, bytes);
	for (size_t n = 0; n < size; n++) {
		mo_write(path, bytes, n);
		assert_int_equal(lang_read(path, why), -1);
		assert_string_equal(tr("Menu"), "Menu");
	}
}

static void
test_unreadable(void **state)
{
	char other[] = "/tmp/halo-lang-XXXXXX", why[LANG_WHY];

	(void)state;
	close(mkstemp(other));
	unlink(other);
	assert_int_equal(lang_read(other, why), -1);
	assert_non_null(strstr(why, "cannot be read: No such file"));
	assert_int_equal(mkfifo(other, 0600), 0);
	(void)alarm(30); /* of an open that waits for a writer */
	assert_int_equal(lang_read(other, why), -1);
	(void)alarm(0);
	assert_non_null(strstr(why, "cannot be read: not a regular file"));
	assert_int_equal(unlink(other), 0);
	mo_write(path, bytes, sizeof(bytes));
	assert_int_equal(truncate(path, 2 << 20), 0);
	assert_int_equal(lang_read(path, why), -1);
	assert_non_null(strstr(why, "cannot be read: File too large"));
}

/* An administrator's folder comes first; the language changes once. */
static void
test_folders(void **state)
{
	static const struct mo_text own[] = { { "Menu", "Karte" } };
	char folder[] = "/tmp/halo-lang-XXXXXX", file[64], found[LANG_PATH], why[LANG_WHY];
	char name[LANG_MAX][LANG_NAME];
	unsigned n;

	(void)state;
	assert_non_null(mkdtemp(folder));
	snprintf(file, sizeof(file), "%s/de.mo", folder);
	mo_write(file, bytes, mo_print(own, 1, bytes));
	setenv("HALO_LANGUAGES", folder, 1);
	assert_int_equal(lang_find("de", found), 0);
	assert_string_equal(found, file);
	assert_int_equal(lang_find("../de", found), -1);
	n = lang_list(name);
	assert_true(n >= 1);
	for (unsigned i = 1; i < n; i++)
		assert_true(strcmp(name[i - 1], name[i]) < 0);
	assert_true(lang_follow("de", why));
	assert_string_equal(why, "");
	assert_string_equal(tr("Menu"), "Karte");
	assert_false(lang_follow("de", why));
	assert_true(lang_follow("zz", why));
	assert_string_equal(why, "there is no catalogue of the language zz");
	assert_false(lang_follow("zz", why));
	assert_string_equal(tr("Menu"), "Menu");
	assert_true(lang_follow("", why));
	unsetenv("HALO_LANGUAGES");
	unlink(file);
	assert_int_equal(rmdir(folder), 0);
}

/* Every catalogue that ships can be read: its placeholders are those of the English. */
static void
test_shipped(void **state)
{
	char name[LANG_MAX][LANG_NAME], file[LANG_PATH], why[LANG_WHY];
	unsigned n = lang_list(name);

	(void)state;
	assert_true(n > 0);
	for (unsigned i = 0; i < n; i++) {
		assert_int_equal(lang_find(name[i], file), 0);
		if (lang_read(file, why) < 0)
			fail_msg("%s", why);
	}
	mo_speak_german();
	assert_string_equal(tr("Back"), "Zurück");
	lang_reset();
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_spoken),     cmocka_unit_test(test_cut),
		cmocka_unit_test(test_wrong),      cmocka_unit_test(test_damaged),
		cmocka_unit_test(test_unreadable), cmocka_unit_test(test_folders),
		cmocka_unit_test(test_shipped),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
