/* The verbs that make pictures (diagrams, films, score sheets), and `record`. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/cli/cli.h"
#include "daemon/formats/diagram.h"
#include "daemon/record/native.h"

enum { PNG_WIDTH = 1024 };

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

/* ---- diagrams ---- */

/* Writes a diagram; if the SVG was made, the position's text is valid too. */
static int
svg_write(const struct picture_words *w, char *svg, const char *position, const char *why)
{
	char more[DIAGRAM_WHY], line[RULES_POSITION_TEXT + 2];
	int err;

	if (!svg)
		return cli_bad("%s", why);
	if (cli_ends_with(w->file, ".png")) {
		err = picture_png(svg, PNG_WIDTH, w->file, more) < 0 ? cli_bad("%s", more) : CLI_OK;
	} else if (cli_ends_with(w->file, ".fen")) {
		snprintf(line, sizeof(line), "%s\n", position);
		err = cli_write(w->file, line);
	} else {
		err = cli_write(w->file, svg);
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
	else if (cli_text_hides(text))
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
	if (!cli_ends_with(w.file, ".svg") && !cli_ends_with(w.file, ".png") && !cli_ends_with(w.file, ".fen"))
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

	if (err == CLI_OK && !cli_ends_with(w.file, ".svg"))
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

	if (err == CLI_OK && !cli_ends_with(w.file, ".pdf"))
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
		return cli_print(cli_fetch(c, "record", what ? strtol(what, NULL, 10) : 0));
	err = cli_record_find(c, what, &r);
	if (err == CLI_OK && open)
		open_print(&r);
	else if (err == CLI_OK)
		err = cli_print(native_print(&r));
	record_finish(&r);
	return err;
}
