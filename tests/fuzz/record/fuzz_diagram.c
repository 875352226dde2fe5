/*
 * Any text as a position of every game. A picture has the text's board, and its
 * text fits its lines; a refusal has a message.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/formats/diagram.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
must(int holds, const char *what)
{
	if (holds)
		return;
	fprintf(stderr, "%s\n", what);
	abort();
}

static void
look_at(const struct game *g, const char *text)
{
	struct diagram d = { .game = g, .position = text, .words = true };
	struct diagram_board b;
	struct diagram_words w;
	char why[DIAGRAM_WHY] = "", *svg;
	int got = diagram_board_read(g, text, &b, why);

	must(got == 0 || *why, "refused without a word");
	diagram_words(g, text, NULL, diagram_letters(g), &w);
	must(w.n <= DIAGRAM_LINES_MAX, "too many lines");
	for (unsigned i = 0; i < w.n; i++)
		must(strlen(w.line[i]) < DIAGRAM_LINE, "a line too long");
	svg = diagram_svg(&d, why);
	must(!svg == (got < 0), "drawn though refused, or the other way round");
	free(svg);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t n;
	const struct game *const *games = rules_games(&n);
	char *text = malloc(size + 1);

	must(text != NULL, "no memory");
	memcpy(text, data, size);
	text[size] = '\0';
	for (size_t i = 0; i < n; i++)
		look_at(games[i], text);
	free(text);
	return 0;
}
