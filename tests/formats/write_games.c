/*
 * Random games of all kinds for other programs to read:
 *
 *   write-games DIR N
 *
 * DIR/chess.pgn, chess960.pgn, others.pgn and queenside.pgn, which pgn-extract
 * cannot read (docs/records.md). Beside each is a .json of the actions, made
 * independently of the PGN. Also native/NUMBER.json; for one game in ten
 * qr/NUMBER.pbm, the picture of its code, and .txt, the code's content.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../daemon/record/help.h"
#include "daemon/record/native.h"
#include "daemon/record/pgn.h"
#include "daemon/record/qr.h"

enum file { CHESS, CHESS960, OTHERS, QUEENSIDE, FILES };

static const char *const files[FILES] = { "chess", "chess960", "others", "queenside" };

/*
 * Starts in the middle of a game: castling rooks that are not the outermost,
 * and other features of a FEN.
 */
static const struct {
	const char *fen;
	enum file file;
} starts[] = {
	{ "4k3/P6P/8/8/8/8/p6p/4K3 w - - 0 1", CHESS },
	{ "4k3/P6P/8/8/8/8/p6p/4K3 b - - 12 40", CHESS },
	{ "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 3 17", CHESS },
	{ "r3k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1", CHESS },
	{ "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3", CHESS },
	{ "1k5r/8/8/8/8/8/8/1KR4R w Ch - 0 1", CHESS960 },
	{ "rk4r1/8/8/8/8/8/8/RK2R3 b EAga - 5 9", CHESS960 },
	{ "2rkr3/pppppppp/8/8/8/8/PPPPPPPP/RRKR4 w DBec - 0 1", CHESS960 },
	{ "4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1", CHESS960 },
	{ "rr2k1rr/8/8/8/8/8/8/1RR1K1RR b KCgb - 0 1", CHESS960 },
	{ "1r2k3/pp6/8/8/8/8/PP6/1R2K3 w Qq - 0 1", CHESS960 },
	{ "7k/8/8/8/8/8/8/RR2K3 w B - 0 1", QUEENSIDE },
	{ "rr2k3/8/8/8/8/8/8/R1R1K1R1 b Kb - 0 1", QUEENSIDE },
};

struct out {
	FILE *pgn, *played;
	unsigned games;
};

static FILE *
open_file(const char *dir, const char *name, const char *ext)
{
	char path[512];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s%s", dir, name, ext);
	f = fopen(path, "w");
	if (!f) {
		perror(path);
		exit(2);
	}
	return f;
}

/* In games with SAN castling is written as king takes rook, one form for both. */
static void
action_text(const struct game *g, const struct position *p, struct action a, char *text)
{
	char square[4];

	rules_action_print(g, p, a, text);
	if (a.kind != ACT_CASTLE || !rules_has_san(g))
		return;
	rules_square_print(g, a.arg, square);
	strcpy(text + 2, square);
}

/* Returns the text after Termination. */
static const char *
ended(const struct record *r)
{
	if (r->result.end == RECORD_UNFINISHED)
		return "unterminated";
	return strcmp(r->result.reason, "time") == 0 ? "time forfeit" : r->result.reason;
}

/* clock: seconds left after each action, empty without a clock. */
static void
played_write(struct out *out, const struct record *r)
{
	struct position p = r->start;
	char text[RULES_ACTION_TEXT];

	fprintf(out->played, "%s{\"game\":\"%s\",\"result\":\"%s\",\"ended\":\"%s\",\"clock\":[",
		out->games++ ? ",\n" : "[\n", rules_name(r->game), record_result_word(&r->result),
		ended(r));
	for (uint32_t i = 0; *r->clock && i < r->n; i++)
		fprintf(out->played, "%s%u", i ? "," : "",
			(unsigned)(r->action[i].clock_us / 1000000));
	fputs("],\"actions\":[", out->played);
	for (uint32_t i = 0; i < r->n; i++) {
		action_text(r->game, &p, r->action[i].action, text);
		fprintf(out->played, "%s\"%s\"", i ? "," : "", text);
		rules_apply(r->game, &p, r->action[i].action);
	}
	fputs("]}", out->played);
}

static void
native_write(const char *dir, const struct record *r)
{
	char name[40], *text = native_print(r);
	FILE *f;

	snprintf(name, sizeof(name), "native/%u", r->number);
	f = open_file(dir, name, ".json");
	fputs(text, f);
	fclose(f);
	free(text);
}

/* Draws black modules of three pixels on white, as the screen does. */
static void
code_draw(FILE *f, const struct qr *code)
{
	unsigned side = code->size + 2 * QR_QUIET, px = 3;

	fprintf(f, "P1 %u %u\n", side * px, side * px);
	for (unsigned y = 0; y < side * px; y++) {
		for (unsigned x = 0; x < side * px; x++) {
			/* A negative value wraps and exceeds any size. */
			unsigned row = y / px - QR_QUIET, column = x / px - QR_QUIET;

			fputs(row < code->size && column < code->size && code->dark[row][column]
				      ? "1 "
				      : "0 ",
			      f);
		}
		fputc('\n', f);
	}
}

static void
code_write(const char *dir, const struct record *r)
{
	static struct qr code;
	char name[40], why[QR_WHY], *text = qr_text(r);
	FILE *f;

	if (qr_make(text, &code, why) < 0) {
		free(text);
		return;
	}
	snprintf(name, sizeof(name), "qr/%u", r->number);
	f = open_file(dir, name, ".pbm");
	code_draw(f, &code);
	fclose(f);
	f = open_file(dir, name, ".txt");
	fputs(text, f);
	fclose(f);
	free(text);
}

/* Sets names, clocks and every kind of end. */
static void
dress(struct record *r, unsigned i)
{
	strcpy(r->name[0], i % 3 ? "Anna"
				 : "Z\xc3\xb6"
				   "e \"Rook\" M\\ller");
	strcpy(r->name[1], i % 5 ? "Ben" : "");
	strcpy(r->date, i % 4 ? "2026.01.31" : RECORD_DATE_UNSET);
	r->number = i + 1;
	if (i % 2)
		strcpy(r->clock, i % 4 == 1 ? "fischer:300+3" : "moves:40/7200:3600");
	for (uint32_t k = 0; *r->clock && k < r->n; k++)
		r->action[k].clock_us = (uint64_t)(7300 - k) * 1000000;
	if (r->result.end != RECORD_UNFINISHED || i % 7 == 0)
		return;
	if (rules_partners(r->game))
		r->result = record_result_given_up();
	else if (i % 7 < 3)
		r->result = record_result_resigned(i % 2);
	else if (i % 7 < 5)
		r->result = record_result_time(i % 2);
	else
		r->result = record_result_drawn("agreed");
}

static enum file
file_of(const struct game *g)
{
	if (strcmp(rules_name(g), "chess") == 0)
		return CHESS;
	return strcmp(rules_name(g), "chess960") == 0 ? CHESS960 : OTHERS;
}

/*
 * Plays from the standard start, or in one game of ten from the table's.
 * Returns the file it belongs to.
 */
static enum file
game_play(struct record *r, const struct game *g, unsigned i)
{
	enum file file = file_of(g);
	char options[24] = "";

	if (i % 10 == 5) {
		size_t k = i / 10 % (sizeof(starts) / sizeof(starts[0]));

		file = starts[k].file;
		help_play(r, file == CHESS ? "chess" : "chess960", "", starts[k].fen, 40 + i % 160,
			  5000 + i);
		return file;
	}
	if (file == CHESS960)
		snprintf(options, sizeof(options), "index=%u", i * 37 % 960);
	help_play(r, rules_name(g), options, NULL, 40 + i % 160, 5000 + i);
	return file;
}

static void
game_write(struct out out[FILES], const char *dir, const struct game *g, unsigned i)
{
	struct record r;
	enum file file = game_play(&r, g, i);
	char *pgn;

	dress(&r, i);
	pgn = pgn_print(&r);
	fputs(pgn, out[file].pgn);
	free(pgn);
	played_write(&out[file], &r);
	native_write(dir, &r);
	if (i % 20 == 3 || i % 20 == 6)
		code_write(dir, &r);
	record_finish(&r);
}

/* Four of ten are chess or Chess960, the first two of the list; the others share the rest. */
static size_t
kind_of(unsigned i, size_t kinds)
{
	return i % 10 < 4 ? i % 2 : (i / 10 * 6 + i % 10) % kinds;
}

int
main(int argc, char **argv)
{
	struct out out[FILES] = { 0 };
	const struct game *const *games;
	unsigned n = argc == 3 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
	size_t kinds;

	if (n == 0) {
		fputs("usage: write-games DIR N\n", stderr);
		return 2;
	}
	games = rules_games(&kinds);
	for (unsigned f = 0; f < FILES; f++) {
		out[f].pgn = open_file(argv[1], files[f], ".pgn");
		out[f].played = open_file(argv[1], files[f], ".json");
	}
	for (unsigned i = 0; i < n; i++)
		game_write(out, argv[1], games[kind_of(i, kinds)], i);
	for (unsigned f = 0; f < FILES; f++) {
		fputs("\n]\n", out[f].played);
		if (fclose(out[f].pgn) != 0 || fclose(out[f].played) != 0)
			return 2;
	}
	return 0;
}
