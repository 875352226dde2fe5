/*
 * Other languages: the table of texts, files that replace them, the German file
 * that ships, and that no text of a page is out of a file's reach.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hw/lang/lang.h"
#include "tests/ui/stages.h"
#include "ui/language.h"
#include "ui/paint.h"
#include "ui/phrase.h"

enum { SOURCE_MAX = 65536, LITERAL = 1024 };

static struct ui_model model;
static struct draw_list list;
static char told[16384]; /* by lang_read, line by line */

static int
take(void *arg, const char *key, const char *text, char why[LANG_WHY])
{
	(void)arg;
	return phrase_replace(key, text, why);
}

static void
tell(void *arg, const char *line)
{
	size_t len = strlen(told);

	(void)arg;
	snprintf(told + len, sizeof(told) - len, "%s\n", line);
}

static const struct lang_sink sink = { .take = take, .tell = tell };

/* ---- the table ---- */

static void
test_table(void **unused)
{
	const struct phrase_row *row, *other;
	char text[PHRASE_TEXT];

	(void)unused;
	for (unsigned i = 0; (row = phrase_row(i)) != NULL; i++) {
		if (strlen(row->key) >= LANG_KEY ||
		    strspn(row->key, "abcdefghijklmnopqrstuvwxyz"
				     "0123456789-") != strlen(row->key))
			fail_msg("%s is no key", row->key);
		phrase_template(row->english, text);
		assert_true(strlen(text) < PHRASE_TEXT - 33);
		for (unsigned k = 0; k < i; k++) {
			other = phrase_row(k);
			if (strcmp(row->key, other->key) == 0)
				fail_msg("%s comes twice", row->key);
			if (strcmp(row->english, other->english) == 0)
				fail_msg("\"%s\" comes twice", row->english);
		}
	}
}

/* ---- files ---- */

static const struct {
	const char *text, *want; /* what is told, "" nothing; FILE stands for its name */
} files[] = {
	{ "[screen]\nback = Zurück\n", "" },
	{ "; a remark\n\n[board]\nwhatever = x\n[screen]\nmenu=Menü", "" },
	{ "\xef\xbb\xbf[screen]\r\nback = Zurück\r\n", "" },
	{ "[screen]\nbakc = Zurück\n", "FILE:2: [screen] bakc: there is no such text\n" },
	{ "[screen]\nback = A\nmenu = B\nback = C\n", "FILE:4: [screen] back: comes twice\n" },
	{ "back = A\n", "FILE:1: back: stands before any section\n" },
	{ "[pages]\nback = A\n", "FILE:1: there is no section \"pages\"; screen, board\n"
				 "FILE:2: back: stands before any section\n" },
	{ "[screen\n", "FILE:1: a section is [screen] or [board], alone on its line\n" },
	{ "[screen]\nback\n", "FILE:2: [screen] \"back\" is neither a section, nor KEY = TEXT, nor "
			      "a remark behind ;\n" },
	{ "[screen]\nback =\n",
	  "FILE:2: [screen] back: has no text; leave the line out, and it stays English\n" },
	{ "[screen]\nback = a\\tb\n",
	  "FILE:2: [screen] back: only \\n and \\\\ may follow a backslash\n" },
	{ "[screen]\nback = \xc3(\n", "FILE:2: [screen] this line is no UTF-8\n" },
	{ "[screen]\nback = \xed\xa0\x80\n", "FILE:2: [screen] this line is no UTF-8\n" },
	{ "[screen]\nback = \x1b[2J\n", "FILE:2: [screen] this line is no UTF-8\n" },
	{ "[screen]\nto-move = am Zug\n",
	  "FILE:2: [screen] to-move: not the placeholders of \"{1} to move\"\n" },
	{ "[screen]\nto-move = {1} {1} am Zug\nnumber-of = {2} {1}\n", "" },
	{ "[screen]\nto-move = {2} am Zug\n",
	  "FILE:2: [screen] to-move: not the placeholders of \"{1} to move\"\n" },
	{ "[screen]\nback = {1}\n", "FILE:2: [screen] back: not the placeholders of \"Back\"\n" },
};

static void
file_write(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

/* "FILE" as the path it is. */
static void
put_path(const char *want, const char *path, char out[4096])
{
	size_t len = 0;

	out[0] = '\0';
	while (*want != '\0') {
		bool name = strncmp(want, "FILE", 4) == 0;

		len += (size_t)snprintf(out + len, 4096 - len, name ? "%s" : "%.1s",
					name ? path : want);
		want += name ? 4 : 1;
	}
}

static void
test_files(void **unused)
{
	char path[] = "/tmp/halo-say-XXXXXX", want[4096];

	(void)unused;
	close(mkstemp(path));
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		told[0] = '\0';
		phrase_reset();
		file_write(path, files[i].text);
		(void)!lang_read(path, "screen", &sink);
		put_path(files[i].want, path, want);
		assert_string_equal(told, want);
	}
	unlink(path);
	told[0] = '\0';
	assert_int_equal(lang_read(path, "screen", &sink), -1);
	assert_non_null(strstr(told, "cannot be read: No such file"));
	phrase_reset();
}

/* Placeholders change places; what is missing stays English; % is nothing special. */
static void
test_said(void **unused)
{
	char why[PHRASE_WHY], text[64];

	(void)unused;
	assert_int_equal(phrase_replace("number-of", "von {2} sind {1} da, 100%", why), 0);
	snprintf(text, sizeof(text), phrase("%u of %u"), 3u, 8u);
	assert_string_equal(text, "von 8 sind 3 da, 100%");
	assert_int_equal(phrase_replace("back", "100% zurück", why), 0);
	assert_string_equal(phrase("Back"), "100% zurück");
	assert_string_equal(phrase("Menu"), "Menu");
	assert_string_equal(phrase("Anna"), "Anna");
	phrase_reset();
	assert_string_equal(phrase("Back"), "Back");
}

/* ---- the German that ships ---- */

static void
test_german(void **unused)
{
	const struct phrase_row *row;
	char path[LANG_PATH];

	(void)unused;
	phrase_reset();
	assert_int_equal(lang_find("de", path), 0);
	told[0] = '\0';
	if (lang_read(path, "screen", &sink) != 0)
		fail_msg("%s", told);
	for (unsigned i = 0; (row = phrase_row(i)) != NULL; i++) {
		FILE *f = fopen(path, "r");
		char line[LANG_TEXT];
		size_t len = strlen(row->key);
		bool found = false;

		while (!found && fgets(line, sizeof(line), f))
			found = strncmp(line, row->key, len) == 0 && line[len] == ' ';
		fclose(f);
		if (!found)
			fail_msg("%s has no %s", path, row->key);
	}
	phrase_reset();
}

static bool
is_written(const char *text)
{
	for (unsigned c = 0; c < list.n; c++)
		if (list.cmd[c].kind == DRAW_TEXT &&
		    strcmp(list.text + list.cmd[c].text, text) == 0)
			return true;
	return false;
}

/* The texts of the list that are set smaller than can be read. */
static unsigned
cut_count(struct painter *p, const char *name, struct stage_size size, int least_px)
{
	unsigned cut = 0;

	ui_model_layout(&model, size.w, size.h, &list);
	assert_false(list.full);
	for (unsigned c = 0; c < list.n; c++)
		if (list.cmd[c].kind == DRAW_TEXT &&
		    painter_text_px(p, &list, &list.cmd[c]) < least_px) {
			cut++;
			print_error("%s %d: \"%s\" is set in %d pixels\n", name, size.w,
				    list.text + list.cmd[c].text,
				    painter_text_px(p, &list, &list.cmd[c]));
		}
	return cut;
}

static void
speak(const char *language)
{
	model.state.settings.told = true;
	strcpy(model.state.settings.language, language);
	(void)language_follow(&model.state);
}

/* Every stored state in German: what is longer is broken, or set smaller if that is legible; nothing is cut. */
static void
test_german_fits(void **unused)
{
	char names[STAGES_MAX][STAGE_NAME];
	size_t n = stages_list(names);
	struct painter *p;
	struct ui_error err;
	unsigned cut = 0;

	(void)unused;
	assert_int_equal(painter_create(&p, &err), 0);
	for (size_t i = 0; i < n; i++)
		for (size_t s = 0; s < STAGE_SIZES; s++) {
			if (strcmp(names[i], "hostile") == 0) /* of no language */
				continue;
			stage_load(names[i], &model);
			speak("de");
			cut += cut_count(p, names[i], stage_sizes[s], s == 0 ? 18 : 14);
		}
	painter_destroy(p);
	assert_int_equal(cut, 0);
	stage_load("midgame", &model); /* English again */
}

/* What each setting is good for, in both languages: where the title would be. */
static void
test_settings_fit(void **unused)
{
	struct painter *p;
	struct ui_error err;
	unsigned cut = 0, n = 0;

	(void)unused;
	assert_int_equal(painter_create(&p, &err), 0);
	for (unsigned i = 0; i < 2 * STAGE_SIZES; i++) {
		stage_load("page-settings", &model);
		speak(i % 2 == 0 ? "" : "de");
		for (model.view.setting = 1;; model.view.setting++) {
			cut += cut_count(p, "page-settings", stage_sizes[i / 2],
					 i / 2 == 0 ? 18 : 14);
			if (is_written(phrase("Settings")))
				break;
			n++;
		}
	}
	painter_destroy(p);
	assert_int_equal(cut, 0);
	assert_int_equal(n, 2 * STAGE_SIZES * 23);
	stage_load("midgame", &model); /* English again */
}

/* Somebody may be called White, or Menu: a name is nobody's label. */
static void
test_names_stay(void **unused)
{
	static const char *const pages[] = { "page-names", "page-evening" };

	(void)unused;
	for (size_t i = 0; i < sizeof(pages) / sizeof(pages[0]); i++) {
		stage_load(pages[i], &model);
		speak("de");
		strcpy(model.view.setup.name[0], "White");
		strcpy(model.view.setup.name[1], "Menu");
		strcpy(model.sheet.score[0].name, "White");
		strcpy(model.sheet.score[1].name, "Menu");
		strcpy(model.sheet.game[0].players, "Menu");
		ui_model_layout(&model, 800, 480, &list);
		assert_string_equal(phrase("Menu"), "Menü");
		assert_true(is_written("White") && is_written("Menu"));
		assert_false(is_written("Menü"));
	}
	stage_load("midgame", &model); /* English again */
}

/* ---- nothing is out of reach ---- */

/* The string literal at *at, neighbours joined; *at goes behind it. */
static void
literal_read(const char **at, char out[LITERAL])
{
	size_t len = 0;

	do {
		for (++*at; **at != '"' && **at != '\0'; ++*at) {
			if (**at == '\\' && len < LITERAL - 2)
				out[len++] = *(*at)++;
			if (len < LITERAL - 2)
				out[len++] = **at;
		}
		++*at;
		while (isspace((unsigned char)**at))
			++*at;
	} while (**at == '"');
	out[len] = '\0';
}

/* As the compiler has it. */
static void
literal_mean(char *text)
{
	char *to = text;

	for (; *text != '\0'; text++) {
		if (*text == '\\' && text[1] == 'n') {
			*to++ = '\n';
			text++;
		} else if (strncmp(text, "\\u2026", 6) == 0) {
			memcpy(to, "\xe2\x80\xa6", 3);
			to += 3;
			text += 5;
		} else if (*text == '\\' && text[1] != '\0') {
			*to++ = *++text;
		} else {
			*to++ = *text;
		}
	}
	*to = '\0';
}

/* Words for people: a capital and then small letters, or several words. */
static bool
is_text(const char *text)
{
	bool letters = false, blank = false;

	if (strspn(text, "PNBRQKCMSpnbrqkcms") == strlen(text))
		return false;

	for (const char *p = text; *p != '\0'; p++) {
		letters |= islower((unsigned char)p[0]) && islower((unsigned char)p[1]);
		blank |= *p == ' ' && isalpha((unsigned char)p[1]);
	}
	return letters && (isupper((unsigned char)text[0]) || blank) && strchr(text, '{') == NULL;
}

static bool
in_table(const char *text)
{
	const struct phrase_row *row;

	for (unsigned i = 0; (row = phrase_row(i)) != NULL; i++)
		if (strcmp(row->english, text) == 0)
			return true;
	return false;
}

static unsigned
source_check(const char *path, const char *name)
{
	static char text[SOURCE_MAX];
	FILE *f = fopen(path, "r");
	size_t len;
	unsigned missing = 0;

	assert_non_null(f);
	len = fread(text, 1, sizeof(text) - 1, f);
	fclose(f);
	text[len] = '\0';
	for (const char *at = text; *at != '\0';) {
		char literal[LITERAL];

		if (strncmp(at, "/*", 2) == 0 && strstr(at, "*/")) {
			at = strstr(at, "*/") + 2;
		} else if (strncmp(at, "#include", 8) == 0) {
			at += strcspn(at, "\n");
		} else if (at[0] == '\'') {
			at += at[1] == '\\' ? 4 : 3;
		} else if (*at != '"') {
			at++;
		} else {
			literal_read(&at, literal);
			literal_mean(literal);
			if (!is_text(literal) || in_table(literal))
				continue;
			print_error("%s: \"%s\" has no key\n", name, literal);
			missing++;
		}
	}
	return missing;
}

static void
test_reach(void **unused)
{
	static const char *const kinds[] = { "page_",  "panel", "help",  "notice", "choice",
					     "clock",  "deed",  "cue",   "prompt", "seat",
					     "secret", "sheet", "setup", "widget" };
	DIR *dir = opendir(TEST_UI_DIR "/../../ui");
	unsigned missing = 0, read = 0;
	const struct dirent *e;

	(void)unused;
	assert_non_null(dir);
	while ((e = readdir(dir)) != NULL) {
		size_t len = strlen(e->d_name);
		char path[512];

		for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
			if (strncmp(e->d_name, kinds[i], strlen(kinds[i])) != 0 ||
			    strcmp(e->d_name + len - 2, ".c") != 0)
				continue;
			snprintf(path, sizeof(path), TEST_UI_DIR "/../../ui/%s", e->d_name);
			missing += source_check(path, e->d_name);
			read++;
			break;
		}
	}
	closedir(dir);
	assert_true(read > 30);
	assert_int_equal(missing, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_table),       cmocka_unit_test(test_files),
		cmocka_unit_test(test_said),        cmocka_unit_test(test_german),
		cmocka_unit_test(test_german_fits), cmocka_unit_test(test_settings_fit),
		cmocka_unit_test(test_names_stay),
		cmocka_unit_test(test_reach),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
