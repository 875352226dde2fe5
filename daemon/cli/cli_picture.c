/* The verbs that make pictures (diagrams, films, score sheets), and `record`. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "daemon/cli/cli.h"
#include "daemon/formats/diagram.h"
#include "daemon/record/native.h"
#include "daemon/record/pgn.h"

enum {
	PNG_WIDTH = 1024,
	FILE_MAX = 4 * 1024 * 1024,
};

/* `WORD [--game G] -o FILE`, in any order. */
struct picture_words {
	const char *what, *game, *file; /* NULL: not given */
};

static int
picture_words_take(struct cli_call *c, struct picture_words *w)
{
	const struct cli_option options[] = { { "-o", NULL, &w->file },
					      { "--game", NULL, &w->game },
					      { 0 } };
	int err;

	*w = (struct picture_words){ 0 };
	err = cli_options(c, options, 0, 1);
	if (err != CLI_OK)
		return err;
	w->what = c->n ? c->word[0] : NULL;
	return w->file ? CLI_OK : cli_bad("%s: missing option '-o FILE'", c->verb);
}

static bool
ends_with(const char *text, const char *end)
{
	size_t n = strlen(text), m = strlen(end);

	return n >= m && strcasecmp(text + n - m, end) == 0;
}

/* ---- sources of a game ---- */

/* Reports whether a record that cannot be read hides something: as `?`, or as counted cards, `#3`. */
static bool
text_hides(const char *text)
{
	const char *start = strstr(text, "\"start\"");

	return start && strpbrk(start, "?#");
}

int
cli_record_read(const char *what, const char *text, struct record *r)
{
	char why[NATIVE_WHY_MAX];

	if (native_parse(text, strlen(text), r, why) == 0)
		return CLI_OK;
	if (text_hides(text))
		return cli_refused("%s: this game hides something until it is revealed", what);
	return cli_refused("%s: %s", what, why);
}

/* Reads a file: .json, or the first game of a .pgn. */
static int
record_file(const char *path, struct record *r)
{
	struct pgn_reader reader;
	struct pgn_error why;
	char *text, line[512];
	size_t len;
	int err = record_file_read(path, FILE_MAX, &text, &len);

	if (err < 0)
		return cli_bad("%s: %s", path, strerror(-err));
	if (ends_with(path, ".json")) {
		err = cli_record_read(path, text, r) == CLI_OK ? CLI_OK : CLI_USAGE;
	} else {
		pgn_reader_init(&reader, text, len);
		err = pgn_read(&reader, r, &why);
		if (err < 0) {
			pgn_error_print(path, &why, line, sizeof(line));
			err = cli_bad("%s", line);
		} else {
			err = err ? CLI_OK : cli_bad("%s: contains no game", path);
		}
	}
	free(text);
	return err;
}

int
cli_record_find(struct cli_call *c, const char *what, struct record *r)
{
	char *end = NULL, *text;
	long number = what ? strtol(what, &end, 10) : 0;
	int err;

	if (what && (ends_with(what, ".json") || ends_with(what, ".pgn")))
		return record_file(what, r);
	if (what && (*end || number < 1 || number > INT32_MAX))
		return cli_bad(
			"%s: invalid argument '%s': expected the number of a game, or its file",
			c->verb, what);
	text = cli_fetch(c, "record", number);
	if (!text)
		return CLI_REFUSED;
	err = cli_record_read(what ? what : "the game on the board", text, r);
	free(text);
	return err;
}

/* ---- diagrams ---- */

static int
text_write(const char *path, const char *text)
{
	int err = record_file_write(path, text, strlen(text));

	return err < 0 ? cli_bad("%s: %s", path, strerror(-err)) : CLI_OK;
}

/* Writes a diagram; if the SVG was made, the position's text is valid too. */
static int
svg_write(const struct picture_words *w, char *svg, const char *position, const char *why)
{
	char more[DIAGRAM_WHY], line[RULES_POSITION_TEXT + 2];
	int err;

	if (!svg)
		return cli_bad("%s", why);
	if (ends_with(w->file, ".png")) {
		err = picture_png(svg, PNG_WIDTH, w->file, more) < 0 ? cli_bad("%s", more) : CLI_OK;
	} else if (ends_with(w->file, ".fen")) {
		snprintf(line, sizeof(line), "%s\n", position);
		err = text_write(w->file, line);
	} else {
		err = text_write(w->file, svg);
	}
	free(svg);
	return err;
}

static int
diagram_position(const struct picture_words *w, const char *game, const char *position)
{
	struct diagram d = { .game = rules_game(game), .position = position, .words = true };
	char why[DIAGRAM_WHY];
	char *svg;

	if (!d.game)
		return cli_bad("unknown game '%s'; see 'halo games'", game);
	svg = diagram_svg(&d, why);
	return svg_write(w, svg, position, why);
}

static int
diagram_record(const struct picture_words *w, const struct record *r, uint32_t move)
{
	char text[RULES_POSITION_TEXT], action[RULES_ACTION_TEXT], caption[128], why[DIAGRAM_WHY],
		result[DIAGRAM_RESULT];
	struct diagram d = { .game = r->game, .position = text, .caption = caption, .words = true };
	struct record_walk walk;

	record_walk(r, move, &walk);
	rules_print(r->game, &walk.at, text);
	d.changed = walk.changed;
	snprintf(caption, sizeof(caption), "%s", rules_title(r->game));
	if (move) {
		rules_action_print(r->game, &walk.before, r->action[move - 1].action, action);
		snprintf(caption, sizeof(caption), "%s, %u: %s", rules_title(r->game), move,
			 action);
	}
	diagram_result(r, result);
	if (move == r->n && *result)
		d.over = result;
	return svg_write(w, diagram_svg(&d, why), text, why);
}

/* Draws the end of the game. Secrets that are not revealed yet are drawn as the table sees them. */
static int
diagram_end(struct cli_call *c, const struct picture_words *w, const json_t *state)
{
	char *text = cli_fetch(c, "record", 0), why[NATIVE_WHY_MAX];
	struct record r = { 0 };
	int err;

	if (!text)
		return CLI_REFUSED;
	if (native_parse(text, strlen(text), &r, why) == 0)
		err = diagram_record(w, &r, r.n);
	else if (text_hides(text))
		err = diagram_position(w, cli_text(state, "game"), cli_text(state, "position"));
	else
		err = cli_refused("the game on the board: %s", why);
	record_finish(&r);
	free(text);
	return err;
}

/* Draws the public board as it is now; if the game is over, its end and result. */
static int
diagram_now(struct cli_call *c, const struct picture_words *w)
{
	json_t *state = cli_ask(c->link, json_pack("{s:s}", "kind", "state"));
	int err;

	if (!state)
		return CLI_REFUSED;
	if (strcmp(cli_text(state, "phase"), "over") == 0) {
		err = diagram_end(c, w, state);
	} else if (*cli_text(state, "position")) {
		err = diagram_position(w, cli_text(state, "game"), cli_text(state, "position"));
	} else {
		err = cli_refused("there is no game");
	}
	json_decref(state);
	return err;
}

int
cli_diagram(struct cli_call *c)
{
	struct record r = { 0 };
	struct picture_words w;
	char what[256], *at, *end;
	unsigned long move = RECORD_ACTIONS_MAX + 1;
	int err = picture_words_take(c, &w);

	if (err != CLI_OK)
		return err;
	if (!ends_with(w.file, ".svg") && !ends_with(w.file, ".png") && !ends_with(w.file, ".fen"))
		return cli_bad("diagram: %s: the file name must end in .svg, .png or .fen", w.file);
	if (!w.what)
		return diagram_now(c, &w);
	if (strchr(w.what, ' '))
		return diagram_position(&w, w.game ? w.game : "chess", w.what);
	snprintf(what, sizeof(what), "%s", w.what);
	at = strrchr(what, '@');
	if (at) {
		*at++ = '\0';
		move = strtoul(at, &end, 10);
		if (!isdigit((unsigned char)*at) || *end || move > RECORD_ACTIONS_MAX)
			return cli_bad("diagram: invalid argument '%s': expected a number of "
				       "actions after '@'",
				       w.what);
	}
	err = cli_record_find(c, *what ? what : NULL, &r);
	if (err == CLI_OK && at && move > r.n)
		err = cli_bad("diagram %s: the game has %u actions", w.what, r.n);
	else if (err == CLI_OK)
		err = diagram_record(&w, &r, at ? (uint32_t)move : r.n);
	record_finish(&r);
	return err;
}

/* ---- films and sheets ---- */

int
cli_film(struct cli_call *c)
{
	struct record r = { 0 };
	char why[DIAGRAM_WHY];
	struct picture_words w;
	int err = picture_words_take(c, &w);

	if (err == CLI_OK && !ends_with(w.file, ".svg"))
		err = cli_bad("film: %s: the file name must end in .svg", w.file);
	if (err == CLI_OK)
		err = cli_record_find(c, w.what, &r);
	if (err == CLI_OK)
		err = svg_write(&w, film_svg(&r, why), NULL, why);
	record_finish(&r);
	return err;
}

int
cli_sheet(struct cli_call *c)
{
	struct record r = { 0 };
	char why[DIAGRAM_WHY];
	struct picture_words w;
	int err = picture_words_take(c, &w);

	if (err == CLI_OK && w.file && !ends_with(w.file, ".pdf"))
		err = cli_bad("sheet: %s: the file name must end in .pdf", w.file);
	if (err == CLI_OK)
		err = cli_record_find(c, w.what, &r);
	if (err == CLI_OK && sheet_pdf(&r, w.file, why) < 0)
		err = cli_bad("%s", why);
	record_finish(&r);
	return err;
}

/* ---- public records ---- */

/* Prints the keys of *p that are hidden from the table, in whole or in part; "" if none. */
static void
hidden_print(const struct game *g, const struct position *p)
{
	char whole[RULES_POSITION_TEXT], seen[RULES_POSITION_TEXT];
	char *rest[2], *word[2];

	rules_print(g, p, whole);
	rules_view_print(g, p, SEAT_TABLE, seen);
	word[0] = strtok_r(whole, " ", &rest[0]);
	word[1] = strtok_r(seen, " ", &rest[1]);
	while (word[0] && word[1]) {
		if (strcmp(word[0], word[1]) != 0)
			printf(" %s", word[0]);
		word[0] = strtok_r(NULL, " ", &rest[0]);
		word[1] = strtok_r(NULL, " ", &rest[1]);
	}
	putchar('\n');
}

static void
open_print(const struct record *r)
{
	struct position p = r->start;
	char text[RULES_ACTION_TEXT];

	printf("0 start");
	hidden_print(r->game, &p);
	for (uint32_t i = 0; i < r->n; i++) {
		rules_action_print(r->game, &p, r->action[i].action, text);
		rules_apply(r->game, &p, r->action[i].action);
		printf("%u %s", i + 1, text);
		hidden_print(r->game, &p);
	}
}

static int
print_public_record(struct cli_call *c, const char *what)
{
	char *text = cli_fetch(c, "record", what ? strtol(what, NULL, 10) : 0);

	if (!text)
		return CLI_REFUSED;
	fputs(text, stdout);
	free(text);
	return CLI_OK;
}

int
cli_record(struct cli_call *c)
{
	bool open = false;
	const struct cli_option options[] = { { "--open", &open, NULL }, { 0 } };
	int err = cli_options(c, options, 0, 1);
	const char *what = c->n ? c->word[0] : NULL;
	struct record r = { 0 };

	if (err != CLI_OK)
		return err;
	if (!open && (!what || strspn(what, "0123456789") == strlen(what)))
		return print_public_record(c, what);
	err = cli_record_find(c, what, &r);
	if (err == CLI_OK && open) {
		open_print(&r);
	} else if (err == CLI_OK) {
		char *text = native_print(&r);

		fputs(text ? text : "", stdout);
		free(text);
	}
	record_finish(&r);
	return err;
}
