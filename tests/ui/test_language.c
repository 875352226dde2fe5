/*
 * Tests the screen in other languages: German fits, names are unchanged, and
 * every text of a page is marked.
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

#include "hw/lang/lang.h"
#include "tests/ui/german.h"
#include "tests/ui/stages.h"
#include "ui/language.h"
#include "ui/page.h"
#include "ui/paint.h"

enum { SOURCE_MAX = 65536, LITERAL = 1024, SETTINGS = 31, SETTINGS_PARTS = 24 };

static struct ui_model model;
static struct draw_list list;

/* ---- the German catalogue ---- */

static bool
is_written(const char *text)
{
	for (unsigned c = 0; c < list.n; c++)
		if (list.cmd[c].kind == DRAW_TEXT &&
		    strcmp(list.text + list.cmd[c].text, text) == 0)
			return true;
	return false;
}

/* Counts the texts of the list that are set too small to read. */
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
	model.state.settings.known = true;
	strcpy(model.state.settings.language, language);
	(void)language_follow(&model.state);
	if (language[0] != '\0')
		german_state(&model.state);
}

/*
 * Shows every stored state in German, with the daemon's sentences: a longer text is broken or set
 * smaller within the legible limit; nothing is cut.
 */
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
	german_begin();
	for (size_t i = 0; i < n; i++)
		for (size_t s = 0; s < STAGE_SIZES; s++) {
			if (strcmp(names[i], "hostile") == 0) /* not a language */
				continue;
			stage_load(names[i], &model);
			speak("de");
			cut += cut_count(p, names[i], stage_sizes[s], s == 0 ? 18 : 14);
		}
	german_end();
	painter_destroy(p);
	assert_int_equal(cut, 0);
	stage_load("midgame", &model); /* English again */
}

/* Notes which settings the list shows, as bits of their rows. */
static uint64_t
settings_shown(void)
{
	uint64_t rows = 0;

	for (unsigned i = 0; i < list.n_targets; i++)
		if (list.target[i].id == TARGET_ROW)
			rows |= UINT64_C(1) << list.target[i].arg;
	return rows;
}

/* Shows every part of the settings in both languages: each setting appears with its sentence. */
static void
test_settings_fit(void **unused)
{
	struct painter *p;
	struct ui_error err;
	unsigned cut = 0;

	(void)unused;
	assert_int_equal(painter_create(&p, &err), 0);
	for (unsigned i = 0; i < 2 * STAGE_SIZES; i++) {
		uint64_t rows = 0;

		stage_load("page-settings", &model);
		model.n_languages = 1;
		speak(i % 2 == 0 ? "" : "de");
		for (unsigned part = 0; part < SETTINGS_PARTS; part++) {
			model.view.more = (uint8_t)part;
			cut += cut_count(p, "page-settings", stage_sizes[i / 2],
					 i / 2 == 0 ? 18 : 14);
			rows |= settings_shown();
		}
		assert_int_equal(rows, (UINT64_C(1) << SETTINGS) - 1);
	}
	painter_destroy(p);
	assert_int_equal(cut, 0);
	stage_load("midgame", &model); /* English again */
}

/* Checks that names are never translated: a player may be called White, or Menu. */
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
		assert_string_equal(tr("Menu"), "Menü");
		assert_true(is_written("White") && is_written("Menu"));
		assert_false(is_written("Menü"));
	}
	stage_load("midgame", &model); /* English again */
}

/* ---- every text is marked ---- */

/* Reads the string literal at *at, joins adjacent ones, and advances *at. */
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

/*
 * Reports whether a literal is text for people: a capital followed by small
 * letters, or several words.
 */
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

/* Reports whether a literal is inside tr(), N_() or C_(), where xgettext collects it. */
static bool
is_marked(const char *text, const char *literal)
{
	static const char *const marks[] = { "tr(", "N_(", "C_(" };
	const char *line = literal;

	while (line > text && isspace((unsigned char)line[-1]))
		line--;
	for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++)
		if (line - text >= 3 && strncmp(line - 3, marks[i], 3) == 0)
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
			bool marked = is_marked(text, at);

			literal_read(&at, literal);
			if (marked && *at == ',') /* skip the text after a context */
				at += strcspn(at, ")");
			if (marked || !is_text(literal))
				continue;
			print_error("%s: \"%s\" is not marked by tr() or N_()\n", name, literal);
			missing++;
		}
	}
	return missing;
}

static void
test_reach(void **unused)
{
	static const char *const kinds[] = { "page_",  "panel",        "help",  "notice", "choice",
					     "clock",  "action_words", "cue",   "prompt", "seat",
					     "secret", "sheet",        "setup", "widget" };
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
		cmocka_unit_test(test_german_fits),
		cmocka_unit_test(test_settings_fit),
		cmocka_unit_test(test_names_stay),
		cmocka_unit_test(test_reach),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
