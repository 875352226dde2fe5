/*
 * The maps of board descriptions, and other lists of squares and levels.
 *
 * A sensor's map lists the squares of its channels in order from channel 0, "-"
 * for a channel without a sensor. Its calibration has the same form. A lamp
 * chip's map gives each square's channels in any order: "e4:12/13/14" (red,
 * green, blue) or "e4:12".
 */
#include <stdlib.h>
#include <string.h>

#include "hw/board/board_read.h"

static const char blanks[] = " \t";

/* The place of the map being read. */
struct place {
	struct board_reader *r;
	const struct board_chip_limits *limit;
	unsigned section, index;
	unsigned line;
};

#define fail(p, ...) fail_key(p, "map", __VA_ARGS__)
#define fail_key(p, key, ...) \
	board_fail((p)->r, (p)->line, (p)->section, (p)->index, key, __VA_ARGS__)

/* Limits the length of quoted words in messages. */
static int
clip(size_t len)
{
	return len > 24 ? 24 : (int)len;
}

static int
sensor_word(struct place *p, const char *word, size_t len, unsigned channel)
{
	struct board_reader *r = p->r;
	struct board_sensor *s = &r->board.sensor[p->index];
	unsigned sq;

	if (channel >= p->limit->channels)
		return fail(p, "%.*s would be channel %u; a %s has channels 0 to %u", clip(len),
			    word, channel, p->limit->part, p->limit->channels - 1);
	if (len == 1 && word[0] == '-')
		return 0;
	sq = board_square_find(&r->board, word, len);
	if (sq == BOARD_NO_SQ)
		return fail(p, "%.*s is not a square of a board of %u x %u", clip(len), word,
			    r->board.files, r->board.ranks);
	if (p->limit->unusable[channel / 64] >> (channel % 64) & 1)
		return fail(p, "%.*s is on channel %u, which cannot be an input of a %s", clip(len),
			    word, channel, p->limit->part);
	if (r->sensor_of[sq] != BOARD_NO_CHIP)
		return fail(p, "%.*s is already read by sensor.%u, line %u", clip(len), word,
			    r->sensor_of[sq], r->sensor_map_line[sq]);
	r->sensor_of[sq] = (uint8_t)p->index;
	r->sensor_map_line[sq] = (uint16_t)p->line;
	s->sq[channel] = (uint8_t)board_square_turned(&r->board, sq);
	return 0;
}

/* Parses "12/13/14" or "12" into channel[]. */
static int
led_channels(struct place *p, const char *text, size_t len, bool rgb, uint16_t channel[3])
{
	const char *end = text + len;
	unsigned want = rgb ? 3 : 1, n = 0;
	unsigned long value;

	for (;;) {
		const char *slash = memchr(text, '/', (size_t)(end - text));
		size_t part = slash ? (size_t)(slash - text) : (size_t)(end - text);

		if (board_number(text, part, false, 65534, &value) < 0)
			return fail(p, "%.*s is not a channel number", clip(part), text);
		if (value >= p->limit->channels)
			return fail(p, "channel %lu: a %s has channels 0 to %u", value,
				    p->limit->part, p->limit->channels - 1);
		if (n < want)
			channel[n] = (uint16_t)value;
		n++;
		if (!slash)
			break;
		text = slash + 1;
	}
	if (n != want)
		return fail(p, "%u channels, but colours = %s needs %u", n, rgb ? "rgb" : "single",
			    want);
	return 0;
}

static int
led_word(struct place *p, const char *word, size_t len, uint16_t used_line[])
{
	struct board_reader *r = p->r;
	struct board_led *l = &r->board.led[p->index];
	const char *colon = memchr(word, ':', len);
	uint16_t channel[3] = { BOARD_NO_CHANNEL, BOARD_NO_CHANNEL, BOARD_NO_CHANNEL };
	unsigned sq;

	if (!colon)
		return fail(p, "%.*s is not of the form SQUARE:CHANNELS", clip(len), word);
	sq = board_square_find(&r->board, word, (size_t)(colon - word));
	if (sq == BOARD_NO_SQ)
		return fail(p, "%.*s is not a square of a board of %u x %u",
			    clip((size_t)(colon - word)), word, r->board.files, r->board.ranks);
	if (r->led_of[sq] != BOARD_NO_CHIP)
		return fail(p, "%.2s is already lit by led.%u, line %u", word, r->led_of[sq],
			    r->led_map_line[sq]);
	if (led_channels(p, colon + 1, len - (size_t)(colon + 1 - word), l->rgb, channel) < 0)
		return -1;
	for (unsigned i = 0; i < (l->rgb ? 3 : 1); i++) {
		if (used_line[channel[i]] != 0)
			return fail(p, "channel %u of %.2s already has a lamp, line %u", channel[i],
				    word, used_line[channel[i]]);
		used_line[channel[i]] = (uint16_t)p->line;
	}
	r->led_of[sq] = (uint8_t)p->index;
	r->led_map_line[sq] = (uint16_t)p->line;
	memcpy(l->channel[board_square_turned(&r->board, sq)], channel, sizeof(channel));
	return 0;
}

/* Returns the next word at or after *at, or NULL. */
static const char *
next_word(const char **at, size_t *len)
{
	const char *word = *at + strspn(*at, blanks);

	*len = strcspn(word, blanks);
	*at = word + *len;
	return *len ? word : NULL;
}

static bool
is_map_of(const struct board_entry *e, const struct place *p)
{
	return e->section == p->section && e->index == p->index &&
	       strcmp(board_sections[e->section].keys[e->key], "map") == 0;
}

int
board_map_sensor(struct board_reader *r, unsigned index, const struct board_chip_limits *limit)
{
	struct place p = { .r = r, .limit = limit, .section = SECTION_SENSOR, .index = index };
	unsigned channel = 0;
	const char *word;
	size_t len;

	for (unsigned i = 0; i < r->n_entries; i++) {
		const char *at = r->entry[i].value;

		if (!is_map_of(&r->entry[i], &p))
			continue;
		p.line = r->entry[i].line;
		while ((word = next_word(&at, &len)))
			if (sensor_word(&p, word, len, channel++) < 0)
				return -1;
	}
	return 0;
}

int
board_map_led(struct board_reader *r, unsigned index, const struct board_chip_limits *limit)
{
	struct place p = { .r = r, .limit = limit, .section = SECTION_LED, .index = index };
	uint16_t used_line[1024] = { 0 }; /* by channel: the line that gave it a lamp */
	const char *word;
	size_t len;

	for (unsigned i = 0; i < r->n_entries; i++) {
		const char *at = r->entry[i].value;

		if (!is_map_of(&r->entry[i], &p))
			continue;
		p.line = r->entry[i].line;
		while ((word = next_word(&at, &len)))
			if (led_word(&p, word, len, used_line) < 0)
				return -1;
	}
	return 0;
}

/* ---- calibration ---- */

/* Parses "128" or "-43". Returns 0 or -1. */
static int
signed_number(const char *text, size_t len, long *out)
{
	bool minus = len > 1 && text[0] == '-';
	unsigned long n;

	if (board_number(text + minus, len - minus, false, 0xffff, &n) < 0)
		return -1;
	*out = minus ? -(long)n : (long)n;
	return 0;
}

static bool
has_square(const struct board_sensor *s, unsigned channel)
{
	return channel < BOARD_MEASURES_MAX && s->sq[channel] != BOARD_NO_SQ;
}

/* Parses one value per channel of `key`, from min to max, or "-" for a channel without a square. */
static int
channel_values(struct place *p, const char *key, long min, long max, long out[BOARD_MEASURES_MAX])
{
	const struct board_sensor *s = &p->r->board.sensor[p->index];
	const struct board_entry *e = board_entry_find(p->r, p->section, p->index, key);
	const char *at, *word;
	unsigned channel = 0;
	size_t len;

	p->line = e ? e->line : p->r->section_line[p->section][p->index];
	if (!e)
		return fail_key(p, key, "missing: a %s needs it", p->limit->part);
	for (at = e->value; (word = next_word(&at, &len)); channel++) {
		bool none = len == 1 && word[0] == '-';

		if (none == has_square(s, channel))
			return fail_key(p, key, "%.*s for channel %u, where the map has %s square",
					clip(len), word, channel, none ? "a" : "no");
		if (none)
			continue;
		if (signed_number(word, len, &out[channel]) < 0 || out[channel] < min ||
		    out[channel] > max)
			return fail_key(p, key, "%.*s is not a number from %ld to %ld", clip(len),
					word, min, max);
	}
	if (has_square(s, channel))
		return fail_key(p, key, "no value for channel %u and its square", channel);
	return 0;
}

int
board_map_calibration(struct board_reader *r, unsigned index, const struct board_chip_limits *limit)
{
	/* Level 1 must begin this many codes from zero; otherwise noise would count as pieces. */
	enum { CODE_MAX = 255, SPAN_MAX = 127, FIRST_LEVEL_CODES = 4 };
	struct place p = { .r = r, .limit = limit, .section = SECTION_SENSOR, .index = index };
	struct board_sensor *s = &r->board.sensor[index];
	long zero[BOARD_MEASURES_MAX] = { 0 }, span[BOARD_MEASURES_MAX] = { 0 };
	/* a missing key is reported later */
	long lo = r->board.n_levels ? r->board.level[0].lo : 1000;
	long least = (FIRST_LEVEL_CODES * 1000 + lo - 1) / lo;

	if (channel_values(&p, "zero", 1, CODE_MAX - 1, zero) < 0)
		return -1;
	if (channel_values(&p, "span", -SPAN_MAX, SPAN_MAX, span) < 0)
		return -1;
	for (unsigned c = 0; c < BOARD_MEASURES_MAX; c++) {
		if (has_square(s, c) && labs(span[c]) < least)
			return fail_key(&p, "span",
					"%ld of channel %u: a piece must make a difference of at "
					"least %ld",
					span[c], c, least);
		if (zero[c] - labs(span[c]) < 0 || zero[c] + labs(span[c]) > CODE_MAX)
			return fail_key(&p, "span",
					"%ld of channel %u: with zero = %ld a piece of one colour "
					"or the other leaves 0 to %d",
					span[c], c, zero[c], CODE_MAX);
		s->zero[c] = (uint8_t)zero[c];
		s->span[c] = (int8_t)span[c];
	}
	return 0;
}

/* Parses "250-700". */
static int
level_band(struct place *p, const char *word, size_t len, struct board_level *out)
{
	const char *dash = memchr(word, '-', len);
	size_t low = dash ? (size_t)(dash - word) : 0;
	unsigned long lo, hi;

	if (!dash || board_number(word, low, false, 9999, &lo) < 0 ||
	    board_number(dash + 1, len - low - 1, false, 9999, &hi) < 0 || lo == 0 || lo >= hi)
		return fail_key(p, "levels", "%.*s is not of the form LOW-HIGH, in thousandths",
				clip(len), word);
	*out = (struct board_level){ (uint16_t)lo, (uint16_t)hi };
	return 0;
}

int
board_map_levels(struct board_reader *r)
{
	const struct board_entry *e = board_entry_find(r, SECTION_BOARD, 0, "levels");
	struct place p = { .r = r, .section = SECTION_BOARD, .line = e->line };
	struct board *b = &r->board;
	const char *at = e->value, *word;
	size_t len;

	while ((word = next_word(&at, &len))) {
		struct board_level *l = &b->level[b->n_levels];

		if (b->n_levels == BOARD_LEVELS_MAX)
			return fail_key(&p, "levels", "more than %d", BOARD_LEVELS_MAX);
		if (level_band(&p, word, len, l) < 0)
			return -1;
		if (b->n_levels > 0 && (l->lo <= l[-1].lo || l->hi <= l[-1].hi || l->lo > l[-1].hi))
			return fail_key(&p, "levels",
					"%.*s must begin and end above the level before it, and "
					"leave no gap",
					clip(len), word);
		b->n_levels++;
	}
	return 0;
}

int
board_map_blind(struct board_reader *r)
{
	const struct board_entry *e = board_entry_find(r, SECTION_BOARD, 0, "blind");
	struct place p = { .r = r, .section = SECTION_BOARD, .line = e->line };
	const char *at = e->value, *word;
	size_t len;

	while ((word = next_word(&at, &len))) {
		unsigned sq = board_square_find(&r->board, word, len);

		if (sq == BOARD_NO_SQ)
			return fail_key(&p, "blind", "%.*s is not a square of a board of %u x %u",
					clip(len), word, r->board.files, r->board.ranks);
		sq = board_square_turned(&r->board, sq);
		if (r->board.blind[sq])
			return fail_key(&p, "blind", "%.*s is listed twice", clip(len), word);
		r->board.blind[sq] = true;
	}
	return 0;
}

int
board_map_home(struct board_reader *r)
{
	enum { SMALLER = 8 };
	const struct board_entry *e = board_entry_find(r, SECTION_BOARD, 0, "home");
	const struct place p = { .r = r, .section = SECTION_BOARD, .line = e->line };
	struct board *b = &r->board;
	size_t len = strlen(e->value);
	unsigned home = board_square_find(b, e->value, len), files, ranks;

	if (home == BOARD_NO_SQ)
		return fail_key(&p, "home", "%.*s is not a square of a board of %u x %u", clip(len),
				e->value, b->files, b->ranks);
	b->home_file = (uint8_t)(home % b->files);
	b->home_rank = (uint8_t)(home / b->files);
	files = (unsigned)b->files - b->home_file;
	ranks = (unsigned)b->ranks - b->home_rank;
	if (b->files < SMALLER || b->ranks < SMALLER || (files >= SMALLER && ranks >= SMALLER))
		return 0;
	return fail_key(&p, "home", "from %.*s on the board has %u x %u squares, not %d x %d",
			clip(len), e->value, files, ranks, SMALLER, SMALLER);
}
