/*
 * Any text as PGN and as a native record: an accepted game is written and read
 * again as the same game, in both forms; a refused one leaves nothing behind.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/record/native.h"
#include "daemon/record/pgn.h"
#include "tests/daemon/record/same.h"

enum {
	GAMES_MAX = 64, /* games of one input: more would only be slow */
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
must(int holds, const char *what, const char *text)
{
	if (holds)
		return;
	fprintf(stderr, "%s\n%s\n", what, text);
	abort();
}

/* A quotation mark is written as an apostrophe: the only character that PGN does not restore. */
static void
without_quotes(char *text)
{
	for (; *text; text++)
		if (*text == '"')
			*text = '\'';
}

static void
names_plain(struct record *r)
{
	for (unsigned i = 0; i < RULES_SEATS_MAX; i++)
		without_quotes(r->name[i]);
	without_quotes(r->event);
	without_quotes(r->site);
	without_quotes(r->round);
}

static void
again_as_pgn(const struct record *r)
{
	struct record back = { 0 };
	struct pgn_reader p;
	struct pgn_error why;
	char *text = pgn_print(r), *twice;

	must(text != NULL, "no text", "");
	pgn_reader_init(&p, text, strlen(text));
	must(pgn_read(&p, &back, &why) == 1, why.why, text);
	must(record_same_game(r, &back), "another game", text);
	twice = pgn_print(&back);
	must(twice && strcmp(text, twice) == 0, "other bytes", text);
	free(twice);
	must(pgn_read(&p, &back, &why) == 0, "something behind it", text);
	record_finish(&back);
	free(text);
}

static void
again_as_native(const struct record *r)
{
	struct record back = { 0 };
	char why[NATIVE_WHY_MAX];
	char *text = native_print(r);

	must(text != NULL, "no text", "");
	must(native_parse(text, strlen(text), &back, why) == 0, why, text);
	must(record_same_game(r, &back), "another game", text);
	record_finish(&back);
	free(text);
}

static void
look_at(struct record *r)
{
	again_as_native(r);
	names_plain(r);
	again_as_pgn(r);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct record r = { 0 };
	struct pgn_reader p;
	struct pgn_error why;
	char words[NATIVE_WHY_MAX] = "";
	int got;

	pgn_reader_init(&p, (const char *)data, size);
	for (unsigned i = 0; i < GAMES_MAX && (got = pgn_read(&p, &r, &why)) != 0; i++) {
		if (got == 1)
			look_at(&r);
		else
			must(r.action == NULL && *why.why, "refused without a word", "");
	}
	if (native_parse((const char *)data, size, &r, words) == 0)
		look_at(&r);
	else
		must(r.action == NULL && *words, "refused without a word", "");
	record_finish(&r);
	return 0;
}
