/* Prints a state for people. */
#include "daemon/cli/cli.h"
#include "daemon/core/field.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the state in lines ---- */

/* Prints the last action with its number: "12. Nf3", "12... c5". */
static void
show_last(const json_t *state)
{
	const json_t *moves = json_object_get(state, "moves");
	const json_t *last = json_array_get(moves, json_array_size(moves) - 1);
	json_int_t n = json_integer_value(json_object_get(state, "moves_from")) +
		       (json_int_t)json_array_size(moves);
	const char *san = cli_text(last, "san");

	if (json_array_size(moves) == 0)
		return;
	printf("action %lld: %s%s\n", (long long)n, *san ? san : cli_text(last, "action"),
	       json_is_true(json_object_get(last, "provisional")) ? " (shown, not final yet)" : "");
}

/* Prints the players of one side, "Anna & Carla"; "?" for a name that was not given. */
static void
show_side(const json_t *game, char side)
{
	const json_t *name;
	const char *seat, *gap = "";

	json_object_foreach(json_object_get(game, "names"), seat, name)
	{
		if (seat[0] != side)
			continue;
		printf("%s%s", gap, json_string_length(name) ? json_string_value(name) : "?");
		gap = " & ";
	}
	if (!*gap) { /* games of two seats may have these alone */
		const char *text = cli_text(game, side == 'w' ? "white" : "black");

		printf("%s", *text ? text : "?");
	}
}

static void
show_players(const json_t *game)
{
	show_side(game, 'w');
	printf(" - ");
	show_side(game, 'b');
}

static bool
has_players(const json_t *game)
{
	const json_t *name;
	const char *seat;

	json_object_foreach(json_object_get(game, "names"), seat,
			    name) if (json_string_length(name) > 0) return true;
	return *cli_text(game, "white") || *cli_text(game, "black");
}

static void
show_names(const json_t *state)
{
	const json_t *number = json_object_get(state, "game_id");

	printf("%s", cli_text(state, "title"));
	if (json_is_integer(number))
		printf(", game %lld", (long long)json_integer_value(number));
	if (has_players(state)) {
		printf(": ");
		show_players(state);
	}
	putchar('\n');
}

/* Prints "w has 4:47 left; b has 5:00 left, and its clock runs". */
static void
show_clock(const json_t *state)
{
	json_t *clock = json_object_get(state, "clock"), *v;
	const char *seat, *running = cli_text(clock, "running"), *gap = "";
	bool over, runs;

	if (!json_is_object(clock))
		return;
	json_object_foreach(json_object_get(clock, "seats"), seat, v)
	{
		long long s = json_integer_value(json_object_get(v, "left_ms")) / 1000;

		over = json_is_true(json_object_get(v, "flag"));
		runs = strcmp(seat, running) == 0;
		printf("%s%s has %lld:%02lld left%s%s", gap, seat, s / 60, s % 60,
		       over ? ", its flag has fallen" : "", runs ? ", and its clock runs" : "");
		gap = "; ";
	}
	printf("%s%s\n", *cli_text(clock, "text") ? "; " : "", cli_text(clock, "text"));
}

static void
show_troubles(const json_t *state)
{
	const json_t *troubles = json_object_get(state, "troubles"), *trouble;
	size_t i;

	json_array_foreach((json_t *)troubles, i, trouble)
		printf("%s: %s\n", cli_text(trouble, "who"), cli_text(trouble, "what"));
}

/* Prints the text of an optional part of the state, unless the message has the same text. */
static void
show_sentence(const json_t *state, const char *key)
{
	const char *text = cli_text(json_object_get(state, key), "text");

	if (*text && strcmp(text, cli_text(state, "message")) != 0)
		printf("%s\n", text);
}

void
cli_show_state(const json_t *state)
{
	if (strcmp(cli_text(state, "phase"), "none") != 0) {
		json_int_t n = json_integer_value(json_object_get(state, "n_actions"));
		json_int_t recorded = json_integer_value(json_object_get(state, "recorded"));

		show_names(state);
		show_last(state);
		if (recorded < n)
			printf("%lld of %lld actions are on disk\n", (long long)recorded,
			       (long long)n);
		printf("%s\n", cli_text(state, "position"));
		show_clock(state);
		show_sentence(state, "prompt");
		show_sentence(state, "guidance");
		show_sentence(state, "refusal");
	}
	printf("%s\n", cli_text(state, "message"));
	show_troubles(state);
}

/* Reports whether a member is equal in both states; missing in both counts as equal. */
static bool
same(const json_t *before, const json_t *state, const char *key)
{
	const json_t *a = json_object_get(before, key), *b = json_object_get(state, key);

	return (!a && !b) || json_equal(a, b);
}

void
cli_show_change(const json_t *before, const json_t *state)
{
	static const char *const plain[] = { "moves", "n_actions", "message" };
	static const char *const sentences[] = { "prompt", "guidance", "refusal" };
	bool changed = !before;

	for (size_t i = 0; i < sizeof(plain) / sizeof(plain[0]); i++)
		changed |= !same(before, state, plain[i]);
	if (changed) {
		show_last(state);
		printf("%s\n", cli_text(state, "message"));
	}
	for (size_t i = 0; i < sizeof(sentences) / sizeof(sentences[0]); i++)
		if (!same(before, state, sentences[i]))
			show_sentence(state, sentences[i]);
	if (!same(before, state, "troubles"))
		show_troubles(state);
}

/* ---- the board ---- */

struct square_text {
	char piece[4]; /* "" empty */
	bool lit;
	unsigned rgb;
	char meaning[16];
};

struct picture {
	const struct game *game;
	struct square_text at[RULES_SQUARES_MAX];
};

static void
picture_position(struct picture *b, const char *position)
{
	uint8_t piece[RULES_SQUARES_MAX];

	if (field_parse(b->game, position, strcspn(position, " "), false, piece) < 0)
		return;
	for (unsigned sq = 0; sq < rules_squares(b->game); sq++)
		if (piece[sq])
			rules_piece_print(b->game, piece[sq], b->at[sq].piece);
}

static void
picture_lamps(struct picture *b, const json_t *lamps)
{
	const char *name;
	json_t *lamp;

	json_object_foreach((json_t *)lamps, name, lamp)
	{
		unsigned sq = rules_square_parse(b->game, name, strlen(name));
		const char *meaning =
			json_string_value(json_array_get(json_object_get(lamp, "meaning"), 0));
		struct square_text *s = &b->at[sq];

		if (sq == RULES_NO_SQ)
			continue;
		s->lit = true;
		s->rgb = (unsigned)strtoul(cli_text(lamp, "rgb"), NULL, 16);
		snprintf(s->meaning, sizeof(s->meaning), "%s", meaning ? meaning : "lit");
	}
}

/* Prints a square four columns wide; a lit one in brackets, or in its lamp's colour. */
static void
square_print(const struct square_text *s, bool colour)
{
	const char *piece = s->piece[0] ? s->piece : ".";
	unsigned red = s->rgb >> 16 & 255, green = s->rgb >> 8 & 255, blue = s->rgb & 255;

	if (!s->lit)
		printf(" %-2s ", piece);
	else if (!colour)
		printf("[%s]%s", piece, s->piece[1] ? "" : " ");
	else /* black or white text, whichever has more contrast */
		printf("\x1b[48;2;%u;%u;%um\x1b[38;5;%dm %-2s \x1b[0m", red, green, blue,
		       red * 3 + green * 6 + blue > 1000 ? 16 : 231, piece);
}

/* Prints "legal: e3 e4", a line per meaning, in order of first occurrence from a1. */
static void
meanings_print(struct picture *b)
{
	for (unsigned i = 0; i < rules_squares(b->game); i++) {
		char meaning[sizeof(b->at[i].meaning)], name[4];

		if (!b->at[i].meaning[0])
			continue;
		memcpy(meaning, b->at[i].meaning, sizeof(meaning));
		printf("%s:", meaning);
		for (unsigned k = i; k < rules_squares(b->game); k++) {
			if (strcmp(b->at[k].meaning, meaning) != 0)
				continue;
			rules_square_print(b->game, k, name);
			printf(" %s", name);
			b->at[k].meaning[0] = '\0';
		}
		putchar('\n');
	}
}

static void
picture_print(struct picture *b, bool colour)
{
	unsigned files = rules_files(b->game);

	for (unsigned rank = rules_ranks(b->game); rank-- > 0;) {
		printf("%2u ", rank + 1);
		for (unsigned file = 0; file < files; file++)
			square_print(&b->at[rank * files + file], colour);
		putchar('\n');
	}
	printf("   ");
	for (unsigned file = 0; file < files; file++)
		printf(" %c%s", 'a' + file, file + 1 < files ? "  " : "\n");
	meanings_print(b);
}

void
cli_show_board(const json_t *state, const json_t *lamps, bool colour)
{
	struct picture b = { .game = rules_game(cli_text(state, "game")) };

	if (!b.game) {
		printf("%s\n", cli_text(state, "message"));
		return;
	}
	picture_position(&b, cli_text(state, "position"));
	picture_lamps(&b, lamps);
	picture_print(&b, colour);
	show_last(state);
	show_sentence(state, "prompt");
	show_sentence(state, "guidance");
	printf("%s\n", cli_text(state, "message"));
	show_troubles(state);
}

/* ---- lists ---- */

static void
show_game(const json_t *game)
{
	printf("%5lld  %s  %-13s %-7s  %4lld  ",
	       (long long)json_integer_value(json_object_get(game, "id")), cli_text(game, "date"),
	       cli_text(game, "game"), cli_text(game, "result"),
	       (long long)json_integer_value(json_object_get(game, "actions")));
	show_players(game);
	printf("%s%s\n", *cli_text(game, "reason") ? ", " : "", cli_text(game, "reason"));
}

void
cli_show_list(const json_t *games)
{
	for (size_t i = json_array_size(games); i-- > 0;)
		show_game(json_array_get(games, i));
	if (json_array_size(games) == 0)
		puts("no games yet");
}
