#include "daemon/words.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

const char *
words_seat(const struct game *g, unsigned seat)
{
	static const char *const two[] = { "White", "Black" };
	static const char *const four[] = { "White's king hand", "Black's king hand",
					    "White's queen hand", "Black's queen hand" };

	if (seat == SEAT_CHANCE)
		return "The dice";
	if (seat >= RULES_SEATS_MAX)
		return "Nobody";
	return rules_seats(g) == 4 ? four[seat] : two[seat & 1];
}

void
words_action(const struct game *g, const struct position *p, struct action a, char out[WORDS_MOVE])
{
	char san[RULES_SAN_TEXT], text[RULES_ACTION_TEXT];

	if (rules_has_san(g)) {
		rules_san_print(g, p, a, san);
		(void)snprintf(out, WORDS_MOVE, "%s", san);
		return;
	}
	rules_action_print(g, p, a, text);
	(void)snprintf(out, WORDS_MOVE, "%s", text);
}

static const char *
colour_name(unsigned colour)
{
	return colour ? "Black" : "White";
}

/* The sentence behind a result by the rules; the winner is told by the caller. */
static const char *
reason_text(unsigned reason)
{
	static const char *const text[] = {
		[REASON_CHECKMATE] = "checkmate",
		[REASON_STALEMATE] = "stalemate",
		[REASON_MATERIAL] = "neither side can win with what is left",
		[REASON_REPETITION] = "the position has stood too often",
		[REASON_SEVENTYFIVE] = "75 moves without a capture or a pawn move",
		[REASON_KING_CAPTURED] = "the king is captured",
		[REASON_CEO_CAPTURED] = "the CEO is captured",
		[REASON_CEO_INDICTED] = "the CEO is indicted",
		[REASON_NO_INNOCENT_SHAREHOLDERS] = "no innocent shareholders are left",
		[REASON_ROYAL_CAPTURED] = "the royal piece is captured",
		[REASON_GENERALS] = "the generals are lost",
		[REASON_TURN_LIMIT] = "the turns are used up",
		[REASON_OUT_OF_CARDS] = "no cards are left",
		[REASON_ALL_PASSED] = "all have passed",
	};

	if (reason >= sizeof(text) / sizeof(text[0]) || !text[reason])
		return rules_reason_name(reason);
	return text[reason];
}

static void
result_by_rules(const struct session_state *s, struct words_result *out)
{
	const struct outcome *o = &s->outcome;

	(void)snprintf(out->reason, sizeof(out->reason), "%s", rules_reason_name(o->reason));
	switch ((enum result)o->result) {
	case RESULT_ONGOING:
		(void)snprintf(out->token, sizeof(out->token), "*");
		(void)snprintf(out->text, WORDS_LINE, "The game goes on");
		break;
	case RESULT_WIN:
		(void)snprintf(out->token, sizeof(out->token), "%s", o->colour ? "0-1" : "1-0");
		(void)snprintf(out->text, WORDS_LINE, "%s wins: %s", colour_name(o->colour),
			       reason_text(o->reason));
		break;
	case RESULT_DRAW:
		(void)snprintf(out->token, sizeof(out->token), "1/2-1/2");
		(void)snprintf(out->text, WORDS_LINE, "Draw: %s", reason_text(o->reason));
		break;
	case RESULT_SCORE:
		(void)snprintf(out->token, sizeof(out->token), "%u", o->score);
		(void)snprintf(out->text, WORDS_LINE, "Score %u: %s", o->score,
			       reason_text(o->reason));
		break;
	case RESULT_LOST:
		(void)snprintf(out->token, sizeof(out->token), "lost");
		(void)snprintf(out->text, WORDS_LINE, "Lost: %s", reason_text(o->reason));
		break;
	}
}

static void
draw_by_hand(const char *reason, const char *text, struct words_result *out)
{
	(void)snprintf(out->token, sizeof(out->token), "1/2-1/2");
	(void)snprintf(out->reason, sizeof(out->reason), "%s", reason);
	(void)snprintf(out->text, WORDS_LINE, "Draw: %s", text);
}

void
words_result(const struct session_state *s, struct words_result *out)
{
	switch ((enum session_end)s->end) {
	case SESSION_END_NONE:
	case SESSION_END_RULES:
		result_by_rules(s, out);
		break;
	case SESSION_END_RESIGNED:
		(void)snprintf(out->token, sizeof(out->token), "%s", s->end_colour ? "1-0" : "0-1");
		(void)snprintf(out->reason, sizeof(out->reason), "resignation");
		(void)snprintf(out->text, WORDS_LINE, "%s wins: %s resigned",
			       colour_name(!s->end_colour), colour_name(s->end_colour));
		break;
	case SESSION_END_AGREED:
		draw_by_hand("agreed", "agreed", out);
		break;
	case SESSION_END_THREEFOLD:
		draw_by_hand("threefold", "claimed, the position stood three times", out);
		break;
	case SESSION_END_FIFTY:
		draw_by_hand("fifty", "claimed, 50 moves without a capture or a pawn move", out);
		break;
	}
}

const char *
words_prompt_kind(unsigned kind)
{
	static const char *const name[] = {
		[PROMPT_NONE] = "none",         [PROMPT_WHICH] = "which",
		[PROMPT_CONFIRM] = "confirm",   [PROMPT_PROMOTION] = "promotion",
		[PROMPT_TAKEBACK] = "takeback", [PROMPT_NEW_GAME] = "new-game",
		[PROMPT_DRAW] = "draw",         [PROMPT_RESIGN] = "resign",
		[PROMPT_MENU] = "menu",
		[PROMPT_END] = "end",
		[PROMPT_PAY] = "pay",
	};

	return kind < sizeof(name) / sizeof(name[0]) ? name[kind] : "none";
}

void
words_menu(const struct game *g, unsigned kind, unsigned seat, char out[WORDS_LINE])
{
	if (kind == PROMPT_DRAW)
		(void)snprintf(out, WORDS_LINE, "Is it a draw? OK: yes. Back: go on");
	else if (kind == PROMPT_RESIGN)
		(void)snprintf(out, WORDS_LINE, "Does %s resign? OK: yes. Back: go on",
			       words_seat(g, seat));
	else
		(void)snprintf(out, WORDS_LINE, "Clock: draw. Hint: resign. Back: go on");
}

void
words_prompt(const struct session_state *s, char out[WORDS_LINE])
{
	const struct prompt *p = &s->prompt;
	char move[WORDS_MOVE] = "";

	if (p->n_options > 0)
		words_action(s->game, s->settled, p->option[0], move);
	switch ((enum session_prompt)p->kind) {
	case PROMPT_NONE:
		*out = '\0';
		break;
	case PROMPT_WHICH:
		(void)snprintf(out, WORDS_LINE, "Which move was it?");
		break;
	case PROMPT_CONFIRM:
		(void)snprintf(out, WORDS_LINE, "Was it %s? The clock or OK says yes", move);
		break;
	case PROMPT_PROMOTION:
		(void)snprintf(out, WORDS_LINE, "Promoted to another piece?");
		break;
	case PROMPT_TAKEBACK:
		if (p->n == 1)
			(void)snprintf(out, WORDS_LINE, "Take back the last move?");
		else
			(void)snprintf(out, WORDS_LINE, "Take back %u moves?", p->n);
		break;
	case PROMPT_NEW_GAME:
		(void)snprintf(out, WORDS_LINE, "Begin a new game of %s?",
			       rules_title(p->game ? p->game : s->game));
		break;
	case PROMPT_END:
		(void)snprintf(out, WORDS_LINE, "Is the turn over?");
		break;
	case PROMPT_PAY:
		(void)snprintf(out, WORDS_LINE, "Pay for the king's flight?");
		break;
	case PROMPT_DRAW:
	case PROMPT_RESIGN:
	case PROMPT_MENU:
		words_menu(s->game, p->kind, p->seat, out);
		break;
	}
}

/* "white pawn", or "piece" where it is not known */
static void
piece_words(const struct game *g, uint8_t piece, char *out, size_t size)
{
	if (piece_kind(piece) == PIECE_NONE)
		(void)snprintf(out, size, "piece");
	else
		(void)snprintf(out, size, "%s %s", piece_colour(piece) ? "black" : "white",
			       rules_piece_name(g, piece));
}

void
words_guidance(const struct session_state *s, char out[WORDS_LINE])
{
	const struct guidance *gu = &s->guidance;
	char lift[4] = "", put[4] = "", piece[48], more[32] = "";

	piece_words(s->game, gu->put_piece, piece, sizeof(piece));
	if (gu->lift_sq != RULES_NO_SQ)
		rules_square_print(s->game, gu->lift_sq, lift);
	if (gu->put_sq != RULES_NO_SQ)
		rules_square_print(s->game, gu->put_sq, put);
	if (gu->steps > 1)
		(void)snprintf(more, sizeof(more), " (%u steps to go)", gu->steps);
	if (*lift && *put)
		(void)snprintf(out, WORDS_LINE, "Put the %s from %s back on %s%s", piece, lift, put,
			       more);
	else if (*put)
		(void)snprintf(out, WORDS_LINE, "Put the %s on %s%s", piece, put, more);
	else if (*lift)
		(void)snprintf(out, WORDS_LINE, "Take the piece off %s%s", lift, more);
	else
		(void)snprintf(out, WORDS_LINE, "The board does not show the position%s", more);
}

static void
turn_message(const struct session_state *s, char out[WORDS_LINE])
{
	const char *who = words_seat(s->game, s->to_act);
	char move[WORDS_MOVE];
	unsigned next;

	if (s->has_provisional) {
		words_action(s->game, s->settled, s->provisional, move);
		next = rules_to_act(s->game, s->shown);
		if (rules_outcome(s->game, s->shown, NULL).result != RESULT_ONGOING)
			(void)snprintf(out, WORDS_LINE, "%s: %s", who, move);
		else
			(void)snprintf(out, WORDS_LINE, "%s: %s. %s to move", who, move,
				       words_seat(s->game, next));
		return;
	}
	(void)snprintf(out, WORDS_LINE, "%s to move%s", who,
		       sqset_empty(rules_checked(s->game, s->settled)) ? "" : ", in check");
}

void
words_message(const struct session_state *s, char out[WORDS_LINE])
{
	struct words_result result;

	if (s->phase == SESSION_NO_GAME) {
		(void)snprintf(out, WORDS_LINE, "No game yet: set up the pieces or choose a game");
	} else if (s->prompt.kind != PROMPT_NONE && s->prompt.kind != PROMPT_PROMOTION) {
		words_prompt(s, out);
	} else if (s->over) {
		words_result(s, &result);
		(void)snprintf(out, WORDS_LINE, "%s", result.text);
	} else if (s->guidance.on) {
		words_guidance(s, out);
	} else if (s->refusal.rule) {
		(void)snprintf(out, WORDS_LINE, "%s", s->refusal.text);
	} else {
		turn_message(s, out);
	}
}

/* Appends a run of squares of one rank: "c2" or "a1-h1". */
static size_t
add_run(const struct board *b, unsigned from, unsigned to, char *out, size_t at, size_t size)
{
	int n;

	if (at >= size)
		return at;
	n = snprintf(out + at, size - at, "%s%c%u", at ? ", " : "", 'a' + (int)(from % b->files),
		     from / b->files + 1);
	at += n > 0 ? (size_t)n : 0;
	if (from == to || at >= size)
		return at;
	n = snprintf(out + at, size - at, "-%c%u", 'a' + (int)(to % b->files), to / b->files + 1);
	return at + (n > 0 ? (size_t)n : 0);
}

void
words_squares(const struct board *b, const uint8_t *sq, size_t n, char *out, size_t size)
{
	bool has[BOARD_SQUARES_MAX] = { false };
	unsigned squares = (unsigned)b->files * b->ranks, from;
	size_t at = 0;

	for (size_t i = 0; i < n; i++)
		if (sq[i] < squares)
			has[sq[i]] = true;
	for (unsigned i = 0; i < squares; i++) {
		if (!has[i])
			continue;
		from = i;
		while (i + 1 < squares && has[i + 1] && (i + 1) % b->files != 0)
			i++;
		at = add_run(b, from, i, out, at, size);
	}
	if (at == 0)
		(void)snprintf(out, size, "none");
}

static const char *
err_words(int err)
{
	switch (-err) {
	case ENXIO:
		return "does not answer";
	case ETIMEDOUT:
		return "holds the bus";
	case ESTALE:
		return "lost its settings (reset?)";
	case ENODEV:
		return "is out of reach, its bus is gone";
	default:
		return "answers wrongly";
	}
}

/* "sensor chip 3 (ADS7830 at 0x49 behind port 1 of the mux at 0x70, bus 0)" */
static void
name_sensor(const struct board *b, unsigned i, char out[96])
{
	const struct board_sensor *s = &b->sensor[i];
	char mux[48] = "";

	if (s->mux != BOARD_NO_MUX)
		(void)snprintf(mux, sizeof(mux), " behind port %u of the mux at 0x%02x,", s->port,
			       s->mux);
	(void)snprintf(out, 96, "sensor chip %u (%s at 0x%02x%s on bus %u)", i, s->part, s->addr,
		       mux, s->bus);
}

void
words_sensor_silent(const struct board *b, unsigned i, int err, char out[WORDS_LINE])
{
	char squares[96], name[96];

	name_sensor(b, i, name);
	words_squares(b, b->sensor[i].sq, BOARD_CHANNELS_MAX, squares, sizeof(squares));
	(void)snprintf(out, WORDS_LINE,
		       "%s %s: squares %s are dark to me; checking again every second", name,
		       err_words(err), squares);
}

void
words_sensor_back(const struct board *b, unsigned i, char out[WORDS_LINE])
{
	char name[96];

	name_sensor(b, i, name);
	(void)snprintf(out, WORDS_LINE, "%s answers again", name);
}

/* The chip's squares that have that error, or "". */
static void
squares_with(const struct board_sensor *s, const struct board *b, const int8_t *err, int which,
	     char *out, size_t size)
{
	uint8_t sq[BOARD_CHANNELS_MAX];
	size_t n = 0;

	for (unsigned c = 0; c < BOARD_CHANNELS_MAX; c++)
		if (s->sq[c] != BOARD_NO_SQ && err[s->sq[c]] == which)
			sq[n++] = s->sq[c];
	out[0] = '\0';
	if (n > 0)
		words_squares(b, sq, n, out, size);
}

void
words_square_odd(const struct board *b, unsigned i, const int8_t err[BOARD_SQUARES_MAX],
		 char out[WORDS_LINE])
{
	const struct board_sensor *s = &b->sensor[i];
	char broken[48], flickers[48];

	squares_with(s, b, err, -EIO, broken, sizeof(broken));
	squares_with(s, b, err, -EAGAIN, flickers, sizeof(flickers));
	(void)snprintf(out, WORDS_LINE, "sensor chip %u (%s at 0x%02x):%s%s%s%s%s", i, s->part,
		       s->addr, *broken ? " no sensor gives what comes from " : "", broken,
		       *broken ? ", is a wire off?" : "",
		       *flickers ? " flickering without end: " : "", flickers);
}

void
words_square_sound(const struct board *b, unsigned i, char out[WORDS_LINE])
{
	(void)snprintf(out, WORDS_LINE, "sensor chip %u (%s at 0x%02x): all its squares read well",
		       i, b->sensor[i].part, b->sensor[i].addr);
}

void
words_led_silent(const struct board *b, unsigned i, int err, char out[WORDS_LINE])
{
	const struct board_led *l = &b->led[i];

	(void)snprintf(out, WORDS_LINE,
		       "lamp chip %u (%s at 0x%02x on bus %u) %s: its lamps stay as they are; "
		       "the game goes on, trying again every second",
		       i, l->part, l->addr, l->bus, err_words(err));
}

void
words_led_back(const struct board *b, unsigned i, char out[WORDS_LINE])
{
	const struct board_led *l = &b->led[i];

	(void)snprintf(out, WORDS_LINE, "lamp chip %u (%s at 0x%02x on bus %u) answers again", i,
		       l->part, l->addr, l->bus);
}

void
words_line_stuck(const struct board *b, unsigned i, char out[WORDS_LINE])
{
	const struct board_sensor *s = &b->sensor[i];

	(void)snprintf(out, WORDS_LINE,
		       "interrupt line %d of sensor chip %u stays low after the chip was read: "
		       "reading it 100 times a second instead",
		       s->interrupt, i);
}

void
words_line_free(const struct board *b, unsigned i, char out[WORDS_LINE])
{
	(void)snprintf(out, WORDS_LINE, "interrupt line %d of sensor chip %u works again",
		       b->sensor[i].interrupt, i);
}

void
words_bus_gone(const struct board *b, unsigned i, int err, char out[WORDS_LINE])
{
	(void)snprintf(
		out, WORDS_LINE,
		"bus %u (%s) is gone (%s): the board is dark to me; trying again every second", i,
		b->bus[i].device, strerror(-err));
}

void
words_bus_back(const struct board *b, unsigned i, char out[WORDS_LINE])
{
	(void)snprintf(out, WORDS_LINE, "bus %u (%s) is back", i, b->bus[i].device);
}

void
words_gpio_gone(const struct board *b, int err, char out[WORDS_LINE])
{
	(void)snprintf(
		out, WORDS_LINE,
		"interrupt and button lines of %s cannot be used (%s): reading the sensors 100 "
		"times a second instead; the board's buttons do nothing",
		*b->gpio ? b->gpio : "the description, which names no gpio,", strerror(-err));
}

void
words_store(const char *what, unsigned lost, char out[WORDS_LINE])
{
	char gone[64] = "";

	if (lost > 0)
		(void)snprintf(gone, sizeof(gone),
			       "%u action%s of an earlier game could not be kept", lost,
			       lost == 1 ? "" : "s");
	(void)snprintf(out, WORDS_LINE, "%s%s%s", what, *what && *gone ? "; " : "", gone);
}

const char *
words_starting(void)
{
	return "Reading the board";
}
