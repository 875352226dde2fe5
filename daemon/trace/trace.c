/* Reads a trace: its header, then its events. */
#include "daemon/trace/trace.h"

#include <string.h>

#include "daemon/trace/trace_impl.h"

static const char first_line[] = TRACE_FIRST_LINE;

/* Reports whether the line begins with a time. */
static bool
is_event(const struct trace_line *line)
{
	struct text_part rest;
	struct text_part word = trace_line_key(line, &rest);

	return word.s[0] >= '0' && word.s[0] <= '9';
}

/* ---- the header ---- */

/*
 * Words that begin a header line, in the order in which their values are parsed: each may depend
 * on earlier ones. Those from KEY_OPTION on may repeat.
 */
enum key {
	KEY_GAME,
	KEY_SENSORS,
	KEY_PROPS,
	KEY_TIME,
	KEY_SETTLE,
	KEY_DEBOUNCE,
	KEY_POSITION,
	KEY_BLIND,
	KEY_COMPUTER,
	KEY_BOARD,
	KEY_KNOWN,
	KEY_OPTION,
	KEY_PLAYED,
	KEYS,
};

static const char *const keys[KEYS] = {
	[KEY_GAME] = "game",     [KEY_POSITION] = "position", [KEY_SENSORS] = "sensors",
	[KEY_SETTLE] = "settle", [KEY_DEBOUNCE] = "debounce", [KEY_BOARD] = "board",
	[KEY_BLIND] = "blind",   [KEY_OPTION] = "option",     [KEY_PLAYED] = "played",
	[KEY_PROPS] = "props",   [KEY_KNOWN] = "known",       [KEY_TIME] = "time",
	[KEY_COMPUTER] = "computer",
};

/* The value of a key; line 0: absent. Of option and played the last one. */
struct given {
	struct text_part value;
	unsigned line;
};

static enum key
key_of(struct text_part w)
{
	enum key k = 0;

	while (k < KEYS && !text_part_is(w, keys[k]))
		k++;
	return k;
}

static bool
is_first(const struct trace_line *line)
{
	return text_part_is((struct text_part){ line->s, line->len }, first_line);
}

/*
 * Reads the next line of the part that is neither empty nor a comment, and checks that it is
 * ASCII. Returns 1, 0 at the end, or -1.
 */
static int
next_line(const struct trace_reader *r, struct trace_place *place, struct trace_line *line,
	  struct trace_error *err)
{
	struct trace_place before = *place;
	int got;

	while ((got = trace_line_next(r->text, r->len, place, line, err)) > 0) {
		if (is_first(line)) {
			*place = before;
			return 0;
		}
		if (!trace_line_idle(line))
			break;
		before = *place;
	}
	for (size_t i = 0; got > 0 && i < line->len; i++)
		if ((unsigned char)line->s[i] >= 0x80)
			return trace_fail(err, line->no,
					  "byte %zu is 0x%02x; outside comments a trace is ASCII",
					  i + 1, (unsigned char)line->s[i]);
	return got;
}

/* Counts the words of a key's value. */
static unsigned
value_words(struct text_part value)
{
	struct trace_line line = { .s = value.s, .len = value.len };

	return trace_line_words(&line).n;
}

static int
take_key(struct given given[KEYS], const struct trace_line *line, struct trace_error *err)
{
	struct text_part value;
	struct text_part word = trace_line_key(line, &value);
	enum key k = key_of(word);
	unsigned words;

	if (k == KEYS)
		return trace_fail_word(err, line->no, word,
				       "neither a word of the header nor a time");
	if (given[k].line && k < KEY_OPTION)
		return trace_fail(err, line->no, "'%s' was given in line %u already", keys[k],
				  given[k].line);
	words = value_words(value);
	if (words == 0)
		return trace_fail(err, line->no, "'%s' lacks its value", keys[k]);
	if (k != KEY_POSITION && words != (k == KEY_DEBOUNCE ? 2u : 1u))
		return trace_fail(err, line->no, "'%s' takes %s", keys[k],
				  k == KEY_DEBOUNCE ? "two times, EMPTY_S OCCUPIED_S" : "one word");
	if (k == KEY_PLAYED && value.len >= RULES_ACTION_TEXT)
		return trace_fail_word(err, line->no, value, "too long for an action");
	given[k] = (struct given){ value, line->no };
	return 0;
}

static int
read_game(struct trace_header *h, const struct given *given, struct trace_error *err)
{
	char name[32];

	h->game = trace_word_copy(given->value, name, sizeof(name)) ? rules_game(name) : NULL;
	return h->game ? 0 : trace_fail_word(err, given->line, given->value, "no such game");
}

static int
read_sensors(struct trace_header *h, const struct given *given, struct trace_error *err)
{
	for (unsigned i = 0; i <= SENSES_LEVEL; i++)
		if (text_part_is(given->value, trace_senses[i])) {
			h->config.senses = (uint8_t)i;
			return 0;
		}
	return trace_fail_word(err, given->line, given->value,
			       "sensors are occupancy, polarity or level");
}

static int
read_seconds(struct text_part word, unsigned line, uint64_t *out_us, struct trace_error *err)
{
	if (trace_word_time(word, out_us))
		return 0;
	return trace_fail_word(err, line, word, "a time is seconds with up to six decimals");
}

static int
read_time(struct trace_header *h, const struct given *given, struct trace_error *err)
{
	return read_seconds(given->value, given->line, &h->time_us, err);
}

static int
read_settle(struct trace_header *h, const struct given *given, struct trace_error *err)
{
	return read_seconds(given->value, given->line, &h->config.settle_us, err);
}

static int
read_debounce(struct trace_header *h, const struct given *given, struct trace_error *err)
{
	struct trace_line both = { .s = given->value.s, .len = given->value.len };
	struct trace_words words = trace_line_words(&both);

	if (read_seconds(words.w[0], given->line, &h->config.debounce_empty_us, err) < 0)
		return -1;
	return read_seconds(words.w[1], given->line, &h->config.debounce_occupied_us, err);
}

static int
read_position(struct trace_header *h, const struct given *given, struct trace_error *err)
{
	struct rules_error why = { 0 };
	struct position p;

	if (!trace_word_copy(given->value, h->position, sizeof(h->position)))
		return trace_fail(err, given->line, "the position is longer than %d bytes",
				  RULES_POSITION_TEXT - 1);
	if (rules_parse(h->game, h->position, &p, &why) < 0)
		return trace_fail(err, given->line, "%s", why.why);
	return 0;
}

static int
read_board(struct trace_header *h, const struct given *given, struct trace_error *err)
{
	h->has_board = true;
	return trace_board_parse(h->game, h->config.senses, given->value, given->line, h->board,
				 err);
}

static int
read_known(struct trace_header *h, const struct given *given, struct trace_error *err)
{
	h->known.exact = true;
	return trace_pieces_parse(h->game, given->value, true, given->line, h->known.standing, err);
}

static int
read_props(struct trace_header *h, const struct given *given, struct trace_error *err)
{
	h->config.objects = text_part_is(given->value, "objects");
	if (!h->config.objects && !text_part_is(given->value, "lamps"))
		return trace_fail_word(err, given->line, given->value,
				       "props are lamps or objects");
	return 0;
}

static int
read_computers(struct trace_header *h, const struct given *given, struct trace_error *err)
{
	struct text_part word, left = given->value;

	while (text_part_next(&left, ',', &word)) {
		char name[8];
		unsigned seat = rules_seats(h->game);

		if (trace_word_copy(word, name, sizeof(name)))
			seat = rules_seat_parse(h->game, name);
		if (seat >= rules_seats(h->game))
			return trace_fail_word(err, given->line, word, "no seat of this game");
		h->config.computers |= (uint8_t)(1u << seat);
	}
	return 0;
}

static int
read_blind(struct trace_header *h, const struct given *given, struct trace_error *err)
{
	return trace_squares_parse(h->game, given->line, given->value, &h->config.blind, err);
}

static int (*const read_key[KEY_OPTION])(struct trace_header *h, const struct given *given,
					 struct trace_error *err) = {
	[KEY_GAME] = read_game,          [KEY_SENSORS] = read_sensors,
	[KEY_PROPS] = read_props,        [KEY_TIME] = read_time,
	[KEY_SETTLE] = read_settle,      [KEY_DEBOUNCE] = read_debounce,
	[KEY_POSITION] = read_position,  [KEY_BLIND] = read_blind,
	[KEY_COMPUTER] = read_computers, [KEY_BOARD] = read_board,
	[KEY_KNOWN] = read_known,
};

/* Joins the options, the last of which is in that line. */
static int
read_options(struct trace_reader *r, unsigned last, struct trace_error *err)
{
	struct trace_header *h = &r->header;
	struct trace_place place = r->head;
	struct rules_error why = { 0 };
	struct position start;
	struct trace_line line;
	size_t n = 0;

	while (place.at < r->body.at && next_line(r, &place, &line, err) > 0) {
		struct text_part value;

		if (key_of(trace_line_key(&line, &value)) != KEY_OPTION)
			continue;
		if (n + (n > 0) + value.len >= sizeof(h->options))
			return trace_fail(err, line.no, "the options are longer than %d bytes",
					  TRACE_OPTIONS_TEXT - 1);
		if (n > 0)
			h->options[n++] = ' ';
		memcpy(h->options + n, value.s, value.len);
		n += value.len;
	}
	if (rules_start(h->game, h->options, &start, &why) < 0)
		return trace_fail(err, last, "%s", why.why);
	return 0;
}

static int
read_head(struct trace_reader *r, const struct given given[KEYS], struct trace_error *err)
{
	r->header.game = rules_game("chess");
	for (unsigned k = 0; k < KEY_OPTION; k++)
		if (given[k].line && read_key[k](&r->header, &given[k], err) < 0)
			return -1;
	return read_options(r, given[KEY_OPTION].line, err);
}

static int
check_first_line(struct trace_reader *r, struct trace_error *err)
{
	struct trace_line line = { .no = 1 };
	int got = trace_line_next(r->text, r->len, &r->next, &line, err);

	if (got < 0)
		return -1;
	if (got == 0 || !is_first(&line))
		return trace_fail(err, 1, "the first line is not '%s'", first_line);
	return 0;
}

/* Returns to the first event of the part. */
static void
rewind_part(struct trace_reader *r)
{
	r->next = r->body;
	r->last_us = r->header.time_us;
	r->line = 0;
}

/* Reads the header that begins at r->next. */
static int
read_part(struct trace_reader *r, struct trace_error *err)
{
	struct given given[KEYS] = { 0 };
	struct trace_line line;
	int got;

	memset(&r->header, 0, sizeof(r->header));
	r->header.config = session_config_default();
	r->head = r->next;
	for (;;) {
		r->body = r->next;
		got = next_line(r, &r->next, &line, err);
		if (got <= 0 || is_event(&line))
			break;
		if (take_key(given, &line, err) < 0)
			return -1;
	}
	if (got < 0)
		return -1;
	if (got == 0)
		r->body = r->next;
	if (read_head(r, given, err) < 0)
		return -1;
	rewind_part(r);
	return 0;
}

int
trace_open(struct trace_reader *r, const char *text, size_t len, struct trace_error *err)
{
	memset(r, 0, sizeof(*r));
	r->text = text;
	r->len = len;
	r->next.line = 1;
	return check_first_line(r, err) < 0 ? -1 : read_part(r, err);
}

int
trace_part_next(struct trace_reader *r, struct trace_error *err)
{
	struct trace_line line;
	int got = trace_line_next(r->text, r->len, &r->next, &line, err);

	/* After a part's last event comes the first line of another part, or the end. */
	if (got <= 0)
		return got;
	return read_part(r, err) < 0 ? -1 : 1;
}

/* ---- line by line ---- */

enum trace_line_kind
trace_line_kind(const char *s, size_t len)
{
	struct trace_line line = { .s = s, .len = len };

	if (is_first(&line))
		return TRACE_LINE_FIRST;
	if (trace_line_idle(&line))
		return TRACE_LINE_IDLE;
	return is_event(&line) ? TRACE_LINE_EVENT : TRACE_LINE_HEADER;
}

void
trace_feed(struct trace_reader *r, const char *text, size_t len, unsigned line)
{
	r->text = text;
	r->len = len;
	r->next = (struct trace_place){ .line = line };
}

/* ---- the events ---- */

/* Reports an error for a line that should be an event but does not begin with a digit. */
static int
fail_event(const struct trace_line *line, struct trace_error *err)
{
	struct text_part value;
	struct text_part word = trace_line_key(line, &value);

	return trace_fail_word(err, line->no, word,
			       key_of(word) == KEYS
				       ? "no time; an event is 'SECONDS WHAT'"
				       : "a line of the header stands after the first event");
}

int
trace_next(struct trace_reader *r, struct event *e, struct trace_error *err)
{
	struct trace_line line;
	int got = next_line(r, &r->next, &line, err);

	if (got <= 0)
		return got;
	if (!is_event(&line))
		return fail_event(&line, err);
	got = trace_event_parse(&r->header, &line, e, r, err);
	if (got < 0)
		return -1;
	if (e->t_us < r->last_us) {
		struct trace_words words = trace_line_words(&line);

		return trace_fail_word(err, line.no, words.w[0],
				       r->line ? "earlier than the event before it"
					       : "earlier than the time in the header");
	}
	r->last_us = e->t_us;
	r->line = line.no;
	return got;
}

bool
trace_played_next(const struct trace_reader *r, struct trace_played *it)
{
	struct trace_error unused;
	struct trace_line line;

	if (it->next.line == 0)
		it->next = r->head;
	while (it->next.at < r->body.at && next_line(r, &it->next, &line, &unused) > 0) {
		struct text_part value;

		if (key_of(trace_line_key(&line, &value)) != KEY_PLAYED)
			continue;
		it->line = line.no;
		return trace_word_copy(value, it->action, sizeof(it->action));
	}
	return false;
}
