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

/* Words that begin a header line; those from KEY_OPTION on may repeat. */
enum key {
	KEY_GAME,
	KEY_POSITION,
	KEY_SENSORS,
	KEY_SETTLE,
	KEY_DEBOUNCE,
	KEY_BOARD,
	KEY_KNOWN,
	KEY_BLIND,
	KEY_PROPS,
	KEY_COMPUTER,
	KEY_TIME,
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

/* The value of a key; line 0: absent. Parsed once all keys are read. */
struct given {
	struct text_part value;
	unsigned line;
};

struct head {
	struct given key[KEYS]; /* of option and played the last one */
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
take_key(struct head *head, const struct trace_line *line, struct trace_error *err)
{
	struct text_part value;
	struct text_part word = trace_line_key(line, &value);
	enum key k = key_of(word);
	unsigned words;

	if (k == KEYS)
		return trace_fail_word(err, line->no, word,
				       "neither a word of the header nor a time");
	if (head->key[k].line && k < KEY_OPTION)
		return trace_fail(err, line->no, "'%s' was given in line %u already", keys[k],
				  head->key[k].line);
	words = value_words(value);
	if (words == 0)
		return trace_fail(err, line->no, "'%s' lacks its value", keys[k]);
	if (k != KEY_POSITION && words != (k == KEY_DEBOUNCE ? 2u : 1u))
		return trace_fail(err, line->no, "'%s' takes %s", keys[k],
				  k == KEY_DEBOUNCE ? "two times, EMPTY_S OCCUPIED_S" : "one word");
	if (k == KEY_PLAYED && value.len >= RULES_ACTION_TEXT)
		return trace_fail_word(err, line->no, value, "too long for an action");
	head->key[k] = (struct given){ value, line->no };
	return 0;
}

static int
read_game(struct trace_header *h, const struct head *head, struct trace_error *err)
{
	const struct given *given = &head->key[KEY_GAME];
	char name[32];

	h->game = rules_game("chess");
	if (given->line) {
		h->game =
			trace_word_copy(given->value, name, sizeof(name)) ? rules_game(name) : NULL;
		if (!h->game)
			return trace_fail_word(err, given->line, given->value, "no such game");
	}
	return 0;
}

static int
read_sensors(struct trace_header *h, const struct head *head, struct trace_error *err)
{
	static const char *const names[] = {
		[SENSES_OCCUPANCY] = "occupancy",
		[SENSES_POLARITY] = "polarity",
		[SENSES_LEVEL] = "level",
	};
	const struct given *given = &head->key[KEY_SENSORS];

	if (!given->line)
		return 0;
	for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (text_part_is(given->value, names[i])) {
			h->config.senses = (uint8_t)i;
			return 0;
		}
	return trace_fail_word(err, given->line, given->value,
			       "sensors are occupancy, polarity or level");
}

static int
read_times(struct trace_header *h, const struct head *head, struct trace_error *err)
{
	static const char why[] = "a time is seconds with up to six decimals";
	const struct given *settle = &head->key[KEY_SETTLE], *debounce = &head->key[KEY_DEBOUNCE];
	const struct given *time = &head->key[KEY_TIME];
	struct trace_line both = { .s = debounce->value.s, .len = debounce->value.len };
	struct trace_words words;

	if (time->line && !trace_word_time(time->value, &h->time_us))
		return trace_fail_word(err, time->line, time->value, why);
	if (settle->line && !trace_word_time(settle->value, &h->config.settle_us))
		return trace_fail_word(err, settle->line, settle->value, why);
	if (!debounce->line)
		return 0;
	words = trace_line_words(&both);
	if (!trace_word_time(words.w[0], &h->config.debounce_empty_us))
		return trace_fail_word(err, debounce->line, words.w[0], why);
	if (!trace_word_time(words.w[1], &h->config.debounce_occupied_us))
		return trace_fail_word(err, debounce->line, words.w[1], why);
	return 0;
}

static int
read_options(struct trace_reader *r, const struct head *head, struct trace_error *err)
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
		return trace_fail(err, head->key[KEY_OPTION].line, "%s", why.why);
	return 0;
}

static int
read_position(struct trace_header *h, const struct head *head, struct trace_error *err)
{
	const struct given *given = &head->key[KEY_POSITION];
	struct rules_error why = { 0 };
	struct position p;

	if (!given->line)
		return 0;
	if (!trace_word_copy(given->value, h->position, sizeof(h->position)))
		return trace_fail(err, given->line, "the position is longer than %d bytes",
				  RULES_POSITION_TEXT - 1);
	if (rules_parse(h->game, h->position, &p, &why) < 0)
		return trace_fail(err, given->line, "%s", why.why);
	return 0;
}

static int
read_board(struct trace_header *h, const struct head *head, struct trace_error *err)
{
	const struct given *given = &head->key[KEY_BOARD];

	h->has_board = given->line != 0;
	return h->has_board ? trace_board_parse(h->game, h->config.senses, given->value,
						given->line, h->board, err)
			    : 0;
}

static int
read_known(struct trace_header *h, const struct head *head, struct trace_error *err)
{
	const struct given *given = &head->key[KEY_KNOWN];

	if (!given->line)
		return 0;
	h->known.exact = true;
	return trace_pieces_parse(h->game, given->value, true, given->line, h->known.standing, err);
}

static int
read_props(struct trace_header *h, const struct head *head, struct trace_error *err)
{
	const struct given *given = &head->key[KEY_PROPS];

	h->config.objects = given->line && text_part_is(given->value, "objects");
	if (given->line && !h->config.objects && !text_part_is(given->value, "lamps"))
		return trace_fail_word(err, given->line, given->value,
				       "props are lamps or objects");
	return 0;
}

static int
read_computers(struct trace_header *h, const struct head *head, struct trace_error *err)
{
	const struct given *given = &head->key[KEY_COMPUTER];
	struct text_part word, left = given->value;

	while (given->line && text_part_next(&left, ',', &word)) {
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
read_blind(struct trace_header *h, const struct head *head, struct trace_error *err)
{
	const struct given *given = &head->key[KEY_BLIND];

	if (!given->line)
		return 0;
	return trace_squares_parse(h->game, given->line, given->value, &h->config.blind, err);
}

/* Parses the values; each may depend on earlier ones. */
static int
read_head(struct trace_reader *r, const struct head *head, struct trace_error *err)
{
	struct trace_header *h = &r->header;

	if (read_game(h, head, err) < 0 || read_sensors(h, head, err) < 0 ||
	    read_props(h, head, err) < 0 || read_times(h, head, err) < 0 ||
	    read_options(r, head, err) < 0 || read_position(h, head, err) < 0 ||
	    read_blind(h, head, err) < 0 || read_computers(h, head, err) < 0)
		return -1;
	return read_board(h, head, err) < 0 ? -1 : read_known(h, head, err);
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
	struct head head = { 0 };
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
		if (take_key(&head, &line, err) < 0)
			return -1;
	}
	if (got < 0)
		return -1;
	if (got == 0)
		r->body = r->next;
	if (read_head(r, &head, err) < 0)
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
