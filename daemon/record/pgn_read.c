/* Reads PGN: tags to a start position, words to actions, endings to a result. */
#include "daemon/record/pgn.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "daemon/record/pgn_lex.h"
#include "daemon/record/secret.h"
#include "hw/text/text.h"

enum {
	VALUE_MAX = RULES_POSITION_TEXT,
	VALUE_SHOWN = 61, /* of an invalid value in a message */
	NAME_MAX_TAG = 32,
};

/* The tags of a game as read, before they are interpreted together. */
struct tags {
	char event[RECORD_TEXT_MAX], site[RECORD_TEXT_MAX], round[RECORD_TEXT_MAX];
	char player[RULES_SEATS_MAX][RECORD_TEXT_MAX];
	char date[VALUE_MAX], result[VALUE_MAX], termination[VALUE_MAX], score[VALUE_MAX];
	char variant[VALUE_MAX], fen[VALUE_MAX], number[VALUE_MAX],
		seat[RULES_SEATS_MAX][VALUE_MAX], seeds[VALUE_MAX], hashes[VALUE_MAX],
		clock[VALUE_MAX];
	bool any;
	struct pgn_token fen_at, variant_at, result_at, first;
};

/* State while reading a game. */
struct reading_game {
	struct pgn_reader *p;
	struct record *r;
	struct pgn_error *err;
	struct tags tags;
	char marker[8]; /* the result after the moves, or "" */
	struct pgn_token marker_at;
};

void
pgn_reader_init(struct pgn_reader *p, const char *text, size_t len)
{
	*p = (struct pgn_reader){ .text = text, .len = len, .line = 1 };
	pgn_line_begin(p);
}

void
pgn_error_print(const char *file, const struct pgn_error *err, char *out, size_t size)
{
	snprintf(out, size, "%s:%u:%u: game %u: %s%s%s", file, err->line, err->column, err->game,
		 err->move, *err->move ? ": " : "", err->why);
}

static void __attribute__((format(printf, 3, 0)))
fail_at(struct reading_game *g, const struct pgn_token *at, const char *fmt, va_list ap)
{
	struct pgn_error *err = g->err;

	err->game = g->p->game;
	err->line = at->line;
	err->column = at->column;
	err->move[0] = '\0';
	text_vprint(err->why, sizeof(err->why), fmt, ap);
}

static int __attribute__((format(printf, 3, 4)))
fail(struct reading_game *g, const struct pgn_token *at, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	fail_at(g, at, fmt, ap);
	va_end(ap);
	return -1;
}

/* Sanitises an untrusted tag value for a message. */
static const char *
value_shown(const char *value, char out[VALUE_SHOWN])
{
	text_take(out, VALUE_SHOWN, value);
	return out;
}

/* Reports an error about a word of the text, shown in the message. */
static int __attribute__((format(printf, 3, 4)))
fail_word(struct reading_game *g, const struct pgn_token *at, const char *fmt, ...)
{
	char word[sizeof(g->err->move)];
	va_list ap;

	va_start(ap, fmt);
	fail_at(g, at, fmt, ap);
	va_end(ap);
	(void)snprintf(word, sizeof(word), "%.*s", (int)text_fit(at->text, at->len, sizeof(word) - 1),
		       at->text);
	text_clean(g->err->move, sizeof(g->err->move), word);
	return -1;
}

/* ---- tags ---- */

/*
 * Splits a tag into name and value, cut to size; every known name fits. Returns false if
 * malformed.
 */
static bool
tag_split(const struct pgn_token *t, char name[NAME_MAX_TAG], char value[VALUE_MAX], bool *cut)
{
	const char *s = t->text, *end = t->text + t->len;
	size_t n = 0;

	for (; s < end && *s == ' '; s++)
		;
	for (; s < end && (isalnum((unsigned char)*s) || *s == '_'); s++)
		if (n < NAME_MAX_TAG - 1)
			name[n++] = *s;
	name[n] = '\0';
	for (; s < end && (*s == ' ' || *s == '\t'); s++)
		;
	if (n == 0 || s >= end || *s != '"')
		return false;
	while (end[-1] != '"')
		end--;
	for (n = 0, s++, end--; s < end && n < VALUE_MAX - 1; s++) {
		if (*s == '\\' && s + 1 < end && (s[1] == '"' || s[1] == '\\'))
			s++;
		value[n++] = *s == '\0' ? ' ' : *s;
	}
	value[n] = '\0';
	*cut = s < end;
	return true;
}

/* Returns the place of a tag kept verbatim, or NULL. */
static char *
tag_place(struct tags *t, const char *name)
{
	const struct {
		const char *name;
		char *place;
	} places[] = {
		{ "Date", t->date },
		{ "Result", t->result },
		{ "Termination", t->termination },
		{ "Score", t->score },
		{ "Variant", t->variant },
		{ "FEN", t->fen },
		{ "GameNumber", t->number },
		{ "Seed", t->seeds },
		{ "SeedHash", t->hashes },
		{ "Clock", t->clock },
		{ "Seat_wk", t->seat[0] },
		{ "Seat_bk", t->seat[1] },
		{ "Seat_wq", t->seat[2] },
		{ "Seat_bq", t->seat[3] },
	};

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++)
		if (strcasecmp(places[i].name, name) == 0)
			return places[i].place;
	return NULL;
}

/*
 * Returns where to store a tag that is only displayed (a name, event, site or round), or
 * NULL.
 */
static char *
tag_text(struct tags *t, const char *name)
{
	const struct {
		const char *name;
		char *place;
	} places[] = {
		{ "Event", t->event },     { "Site", t->site },       { "Round", t->round },
		{ "White", t->player[0] }, { "Black", t->player[1] },
	};

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++)
		if (strcasecmp(places[i].name, name) == 0)
			return places[i].place;
	return NULL;
}

static int
take_tag_token(struct reading_game *g, const struct pgn_token *t)
{
	char name[NAME_MAX_TAG], value[VALUE_MAX];
	char *place;
	bool cut;

	if (!tag_split(t, name, value, &cut))
		return fail_word(g, t, "this is no tag of the form [Name \"value\"]");
	if (!g->tags.any)
		g->tags.first = *t;
	g->tags.any = true;
	if (strcasecmp(name, "FEN") == 0)
		g->tags.fen_at = *t;
	else if (strcasecmp(name, "Variant") == 0)
		g->tags.variant_at = *t;
	else if (strcasecmp(name, "Result") == 0)
		g->tags.result_at = *t;
	if ((place = tag_place(&g->tags, name))) {
		/* A tag with a seat's player is a name, and is truncated like every name. */
		if (cut && strncasecmp(name, "Seat_", strlen("Seat_")) != 0)
			return fail(g, t, "the value of the tag %s is longer than %d bytes", name,
				    VALUE_MAX - 1);
		if (*place && strcmp(place, value) != 0)
			return fail(g, t, "the tag %s is given twice", name);
		strcpy(place, value);
	} else if ((place = tag_text(&g->tags, name))) {
		if (*place)
			return fail(g, t, "the tag %s is given twice", name);
		/* "?" and "-" mean unknown. */
		record_text_set(place,
				strcmp(value, "?") == 0 || strcmp(value, "-") == 0 ? "" : value);
	}
	return 0;
}

/* Reports whether a variant's tag is that word, ignoring case and punctuation. */
static bool
variant_is(const char *tag, const char *word)
{
	for (; *tag || *word; tag++, word++) {
		while (*tag && !isalnum((unsigned char)*tag))
			tag++;
		while (*word && !isalnum((unsigned char)*word))
			word++;
		if (tolower((unsigned char)*tag) != tolower((unsigned char)*word))
			return false;
		if (!*tag)
			return true;
	}
	return true;
}

static const struct game *
variant_game(const char *tag)
{
	static const char *const usual[] = { "", "standard", "normal", "from position" };
	static const char *const fischer[] = { "fischerandom", "fischerrandom", "chess 960",
					       "freestyle", "fischerrandomchess" };
	const struct game *const *games;
	char name[16];
	size_t n;

	for (size_t i = 0; i < sizeof(usual) / sizeof(usual[0]); i++)
		if (variant_is(tag, usual[i]))
			return rules_game("chess");
	for (size_t i = 0; i < sizeof(fischer) / sizeof(fischer[0]); i++)
		if (variant_is(tag, fischer[i]))
			return rules_game("chess960");
	games = rules_games(&n);
	for (size_t i = 0; i < n; i++)
		if (variant_is(tag, rules_name(games[i])) || variant_is(tag, rules_title(games[i])))
			return games[i];
	/* The template game is not listed. */
	for (n = 0; tag[n] && n < sizeof(name) - 1; n++)
		name[n] = (char)tolower((unsigned char)tag[n]);
	name[n] = '\0';
	return rules_game(name);
}

/* Adds default counters to a FEN of four fields. */
static void
fen_complete(char fen[VALUE_MAX])
{
	unsigned fields = 1;

	for (const char *c = fen; *c; c++)
		fields += *c == ' ' && c[1] && c[1] != ' ';
	if (fields == 4 && strlen(fen) + 5 < VALUE_MAX)
		strcat(fen, " 0 1");
}

/* Reports a text of pgn_print_public, which cannot be read back. */
static int
fail_hides(struct reading_game *g, const struct pgn_token *at)
{
	g->err->hides = true;
	return fail(g, at, "this game hides something until it is over, and is for reading only");
}

/*
 * Reports whether the key at character `at` hides something. Hands do not count: their key has
 * only the number of cards.
 */
static bool
key_hides(const char *fen, size_t at)
{
	const char *end = fen + at + strcspn(fen + at, " "), *key = fen + at;

	while (key > fen && key[-1] != ' ')
		key--;
	if (!memchr(key, '=', (size_t)(end - key)))
		return false;
	return memchr(key, '?', (size_t)(end - key)) || memchr(key, '#', (size_t)(end - key));
}

static int
start_position(struct reading_game *g, const struct game *game, struct position *start)
{
	struct rules_error why;
	/* Without a FEN tag, a game with several arrays starts from the standard one. */
	const char *options = rules_has_arrays(game) ? "index=518" : "";

	if (!*g->tags.fen) {
		if (rules_start(game, options, start, &why) < 0)
			return fail(g, &g->tags.first, "%s: %s", rules_name(game), why.why);
		return 0;
	}
	fen_complete(g->tags.fen);
	if (rules_parse(game, g->tags.fen, start, &why) == 0)
		return 0;
	if (key_hides(g->tags.fen, why.at))
		return fail_hides(g, &g->tags.fen_at);
	return fail(g, &g->tags.fen_at, "the FEN tag, character %zu: %s", why.at + 1, why.why);
}

/* Reads the seed of the dice if the tag has our form; its hash must match. */
static int
take_seeds(struct reading_game *g)
{
	const struct tags *t = &g->tags;
	char hashes[CHANCE_TEXT];

	if (!chance_valid(t->seeds))
		return 0;
	chance_hashes(t->seeds, hashes);
	if (*t->hashes && *t->seeds && strcmp(t->hashes, hashes) != 0)
		return fail(g, &t->first, "the tag SeedHash is not the hash of the tag Seed");
	strcpy(g->r->seeds, t->seeds);
	return 0;
}

/* Reads the clock's controls if the tag has our form; other forms are ignored. */
static void
take_clock(struct reading_game *g)
{
	char why[CLOCK_WHY];
	struct clock_spec spec;

	if (clock_spec_parse(g->tags.clock, &spec, why) == 0 && spec.mode != CLOCK_NONE)
		clock_spec_print(&spec, g->r->clock);
}

/* Determines the game and its start after all tags are read. */
static int
game_begin(struct reading_game *g)
{
	const struct tags *t = &g->tags;
	const struct game *game = variant_game(t->variant);
	struct position start;
	char shown[VALUE_SHOWN];

	if (!game)
		return fail(g, &t->variant_at, "the variant \"%s\" is not known here",
			    value_shown(t->variant, shown));
	if (start_position(g, game, &start) < 0)
		return -1;
	record_init(g->r, game, &start);
	strcpy(g->r->event, t->event);
	strcpy(g->r->site, t->site);
	strcpy(g->r->round, t->round);
	for (unsigned seat = 0; seat < RULES_SEATS_MAX; seat++)
		strcpy(g->r->name[seat], t->player[seat]);
	for (unsigned seat = 0; rules_seats(game) > 2 && seat < RULES_SEATS_MAX; seat++)
		record_text_set(g->r->name[seat], t->seat[seat]);
	record_date_read(t->date, g->r->date);
	g->r->number = (uint32_t)strtoul(t->number, NULL, 10);
	take_clock(g);
	return take_seeds(g);
}

/* ---- moves ---- */

/* Adds a move in SAN if the game has it, or in its own notation. Returns as record_add_san. */
static int
add_word(struct record *r, const char *word, struct rules_error *why)
{
	int err = -EINVAL;

	if (rules_has_san(r->game))
		err = record_add_san(r, word, RECORD_NO_TIME, why);
	return err == -EINVAL ? record_add_text(r, word, RECORD_NO_TIME) : err;
}

static int
fail_add(struct reading_game *g, const struct pgn_token *t, int err)
{
	switch (err) {
	case -E2BIG:
		return fail_word(g, t, "the game has more than %d actions", RECORD_ACTIONS_MAX);
	default:
		return fail_word(g, t, "no memory");
	}
}

/* Reports whether the word ("bury:?") is the public form of an action legal now. */
static bool
action_hides(const struct record *r, const char *word)
{
	struct action *legal;
	char text[RULES_ACTION_TEXT];
	bool found = false;
	size_t n;

	if (!strchr(word, '?') || !(legal = calloc(RULES_ACTIONS_MAX, sizeof(*legal))))
		return false;
	n = rules_actions(r->game, &r->last, legal);
	for (size_t i = 0; i < n && !found; i++) {
		secret_action_print(r->game, &r->last, legal[i], text);
		found = strcmp(text, word) == 0;
	}
	free(legal);
	return found;
}

/* Handles a word of the movetext. */
static int
take_move(struct reading_game *g, const struct pgn_token *t)
{
	const struct game *game = g->r->game;
	struct rules_error why = { .why = "no legal action has this name" };
	char word[RULES_ACTION_TEXT];
	struct outcome o;
	int err;

	if (t->len >= sizeof(word))
		return fail_word(g, t, "this is no move");
	memcpy(word, t->text, t->len);
	word[t->len] = '\0';
	if (!rules_has_san(game) && strcmp(word, "--") == 0)
		return 0;
	err = add_word(g->r, word, &why);
	if (err == 0)
		return 0;
	if (err != -EINVAL)
		return fail_add(g, t, err);
	o = rules_outcome(game, &g->r->last, NULL);
	if (o.result != RESULT_ONGOING)
		return fail_word(g, t, "the game was over before this move: %s",
				 rules_reason_name(o.reason));
	if (action_hides(g->r, word))
		return fail_hides(g, t);
	return fail_word(g, t, "%s", why.why);
}

/* Handles {[%clk 0:04:57]}: the time left to the mover. */
static void
take_time_left(struct reading_game *g, const struct pgn_token *t)
{
	static const char mark[] = "[%clk ";
	const char *s = memmem(t->text, t->len, mark, sizeof(mark) - 1);
	char text[24];
	unsigned h, m, sec;

	if (!s || g->r->n == 0)
		return;
	s += sizeof(mark) - 1;
	snprintf(text, sizeof(text), "%.*s", (int)(t->text + t->len - s), s);
	if (sscanf(text, "%3u:%2u:%2u", &h, &m, &sec) == 3 && m < 60 && sec < 60)
		g->r->action[g->r->n - 1].clock_us =
			((uint64_t)h * 3600 + m * 60 + sec) * UINT64_C(1000000);
}

/* Handles {[%act buy:extra1]} in games that use it; other comments are ignored. */
static int
take_acts(struct reading_game *g, const struct pgn_token *t)
{
	static const char mark[] = "[%act ";
	const char *s = t->text, *end = t->text + t->len, *close;

	if (rules_has_san(g->r->game))
		return 0;
	while ((s = memmem(s, (size_t)(end - s), mark, sizeof(mark) - 1))) {
		struct pgn_token act = *t;

		s += sizeof(mark) - 1;
		if (!(close = memchr(s, ']', (size_t)(end - s))))
			return fail(g, t, "[%%act has no end");
		act.text = s;
		act.len = (size_t)(close - s);
		if (take_move(g, &act) < 0)
			return -1;
	}
	return 0;
}

/* ---- the end ---- */

static bool
result_is_draw(const char *word)
{
	return strcmp(word, "1/2") == 0 || strcmp(word, "\xc2\xbd-\xc2\xbd") == 0 ||
	       strcmp(word, "\xbd-\xbd") == 0;
}

/* Converts a result to one of the standard's four words. */
static const char *
result_word(const char *word)
{
	if (result_is_draw(word))
		return "1/2-1/2";
	return strcmp(word, "") == 0 || strcmp(word, "?") == 0 ? "*" : word;
}

/* Combines the tag and the result after the moves: they agree, or one is unknown. */
static int
result_read(struct reading_game *g, struct record_result *res)
{
	const char *tag = result_word(g->tags.result), *marker = result_word(g->marker);
	char shown[VALUE_SHOWN];

	if (strcmp(tag, "*") != 0 && strcmp(marker, "*") != 0 && strcmp(tag, marker) != 0)
		return fail(g, &g->marker_at, "the moves end with %s, but the tag Result says %s",
			    marker, value_shown(tag, shown));
	if (record_result_parse(strcmp(marker, "*") == 0 ? tag : marker, "", res) < 0)
		return fail(g, &g->tags.result_at,
			    "the result \"%s\" is none of 1-0 0-1 1/2-1/2 *",
			    value_shown(tag, shown));
	return 0;
}

static int
game_end(struct reading_game *g)
{
	struct record_result rules, *res = &g->r->result;
	const char *reason;

	if (result_read(g, res) < 0)
		return -1;
	/* The tag Termination is used only if its meaning is unambiguous. */
	reason = record_reason_find(g->tags.termination);
	if (reason && strcmp(reason, "time forfeit") == 0)
		reason = "time";
	/* PGN has no result for a game that all partners have lost. */
	if (reason && rules_partners(g->r->game) && strcmp(reason, "resignation") == 0)
		*res = record_result_given_up();
	else if (res->end != RECORD_UNFINISHED && reason)
		snprintf(res->reason, sizeof(res->reason), "%s", reason);
	if (record_result_settle(g->r, &rules) < 0)
		return fail(g, *g->marker ? &g->marker_at : &g->tags.result_at,
			    "the result is %s, but the moves end in %s, which is %s",
			    record_result_word(res), rules.reason, record_result_word(&rules));
	return 0;
}

/* ---- a game ---- */

/* Detects UTF-16 by its byte order mark, or by a zero byte beside a tag's bracket. */
static bool
is_utf16(const struct pgn_reader *p)
{
	static const char begins[][2] = {
		{ '\xff', '\xfe' },
		{ '\xfe', '\xff' },
		{ '[', '\0' },
		{ '\0', '[' },
	};

	for (size_t i = 0; p->len >= 2 && i < sizeof(begins) / sizeof(begins[0]); i++)
		if (memcmp(p->text, begins[i], 2) == 0)
			return true;
	return false;
}

/* Reports UTF-16 as one error, at the end of the text. */
static int
fail_utf16(struct reading_game *g)
{
	const struct pgn_token begin = { .line = 1, .column = 1 };

	g->p->game++;
	g->p->at = g->p->len;
	return fail(g, &begin, "the file is UTF-16, and has to be saved as UTF-8");
}

/* Reads the tags, up to the first other token. Returns 0 if there is a game, 1 if not. */
static int
read_tags(struct reading_game *g)
{
	struct pgn_reader before = *g->p;
	struct pgn_token t;

	if (before.at == 0 && is_utf16(&before))
		return fail_utf16(g);
	t = pgn_token_next(g->p);
	while (t.kind == PGN_COMMENT && !g->tags.any) {
		before = *g->p;
		t = pgn_token_next(g->p);
	}
	if (t.kind == PGN_END)
		return 1;
	g->p->game++;
	g->tags.first = g->tags.fen_at = g->tags.variant_at = g->tags.result_at = t;
	for (; t.kind == PGN_TAG; t = pgn_token_next(g->p)) {
		if (take_tag_token(g, &t) < 0)
			return -1;
		before = *g->p;
	}
	if (t.kind == PGN_BAD_TAG)
		return fail(g, &t, "%s", t.why);
	before.game = g->p->game;
	*g->p = before;
	return 0;
}

/* Reads the moves, up to the result, the next game's tags or the end of the text. */
static int
read_moves(struct reading_game *g)
{
	for (;;) {
		struct pgn_reader before = *g->p;
		struct pgn_token t = pgn_token_next(g->p);
		int err = 0;

		switch (t.kind) {
		case PGN_TAG:
		case PGN_BAD_TAG:
			*g->p = before;
			return 0;
		case PGN_END:
			return 0;
		case PGN_RESULT:
			memcpy(g->marker, t.text, t.len);
			g->marker_at = t;
			return 0;
		case PGN_BAD:
			return fail(g, &t, "%s", t.why);
		case PGN_COMMENT:
			err = take_acts(g, &t);
			if (err == 0 && *g->r->clock)
				take_time_left(g, &t);
			break;
		case PGN_WORD:
			err = take_move(g, &t);
			break;
		}
		if (err < 0)
			return err;
	}
}

/*
 * Reads a game. Returns 0, 1 at the end, or -1. *in_tags: the error is in the tags; *whole: the
 * game was read to its end.
 */
static int
read_game(struct reading_game *g, bool *in_tags, bool *whole)
{
	int got = read_tags(g);

	*in_tags = true;
	*whole = false;
	if (got != 0 || (got = game_begin(g)) < 0)
		return got;
	*in_tags = false;
	if (read_moves(g) < 0)
		return -1;
	*whole = true;
	return game_end(g);
}

int
pgn_read(struct pgn_reader *p, struct record *r, struct pgn_error *err)
{
	struct reading_game *g = calloc(1, sizeof(*g));
	bool in_tags, whole;
	int got;

	record_finish(r);
	*err = (struct pgn_error){
		.game = p->game + 1, .line = p->line, .column = 1, .why = "no memory"
	};
	if (!g)
		return -1;
	g->p = p;
	g->r = r;
	g->err = err;
	got = read_game(g, &in_tags, &whole);
	if (got < 0 && !whole)
		pgn_skip_game(p, in_tags);
	if (got < 0)
		record_finish(r);
	if (got == 0)
		*err = (struct pgn_error){ .game = p->game,
					   .line = g->tags.first.line,
					   .column = g->tags.first.column };
	free(g);
	return got < 0 ? -1 : got == 0;
}

bool
pgn_left_out(int got, const struct record *r, struct pgn_error *err)
{
	const char *why;

	if (got < 0 && err->hides)
		why = "it hides something until it is over, and was left out";
	else if (got > 0 && r->n == 0 && r->result.end == RECORD_UNFINISHED)
		why = "it has neither a move nor a result, and was left out";
	else
		return false;
	err->move[0] = '\0';
	(void)snprintf(err->why, sizeof(err->why), "%s", why);
	return true;
}
