/* Records in memory: actions, results, texts, dates. Files: record_file.c. */
#include "daemon/record/record.h"
#include "daemon/record/secret.h"
#include "hw/text/text.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

static const char *const result_words[] = {
	[RECORD_UNFINISHED] = "*",  [RECORD_WHITE_WINS] = "1-0", [RECORD_BLACK_WINS] = "0-1",
	[RECORD_DRAWN] = "1/2-1/2", [RECORD_SCORED] = "*",       [RECORD_LOST] = "*",
};

void
record_init(struct record *r, const struct game *g, const struct position *start)
{
	memset(r, 0, sizeof(*r));
	r->game = g;
	r->start = *start;
	r->last = *start;
	strcpy(r->date, RECORD_DATE_UNSET);
}

void
record_finish(struct record *r)
{
	free(r->review);
	free(r->action);
	memset(r, 0, sizeof(*r));
}

int
record_reserve(struct record *r, uint32_t n)
{
	uint32_t room = r->room ? r->room : 128;
	struct record_action *more;

	if (n > RECORD_ACTIONS_MAX)
		return -E2BIG;
	if (n <= r->room)
		return 0;
	while (room < n)
		room *= 2;
	more = realloc(r->action, room * sizeof(*more));
	if (!more)
		return -ENOMEM;
	r->action = more;
	r->room = room;
	return 0;
}

void
record_copy_tags(struct record *to, const struct record *from)
{
	memcpy(to->date, from->date, sizeof(to->date));
	memcpy(to->name, from->name, sizeof(to->name));
	memcpy(to->event, from->event, sizeof(to->event));
	memcpy(to->site, from->site, sizeof(to->site));
	memcpy(to->round, from->round, sizeof(to->round));
	memcpy(to->seeds, from->seeds, sizeof(to->seeds));
}

int
record_copy(struct record *out, const struct record *r)
{
	*out = *r;
	out->action = NULL;
	out->review = NULL;
	out->n = out->room = 0;
	if (record_reserve(out, r->n) < 0) {
		record_finish(out);
		return -ENOMEM;
	}
	if (r->n)
		memcpy(out->action, r->action, r->n * sizeof(*r->action));
	out->n = r->n;
	return 0;
}

int
record_add(struct record *r, struct action a, uint64_t t_us)
{
	int err = record_reserve(r, r->n + 1);

	if (err < 0)
		return err;
	rules_apply(r->game, &r->last, a);
	r->action[r->n++] =
		(struct record_action){ .action = a, .t_us = t_us, .clock_us = CLOCK_NO_TIME };
	return 0;
}

int
record_add_text(struct record *r, const char *text, uint64_t t_us)
{
	struct action a;

	if (rules_action_parse(r->game, &r->last, text, &a) < 0)
		return -EINVAL;
	return record_add(r, a, t_us);
}

int
record_add_san(struct record *r, const char *san, uint64_t t_us, struct rules_error *why)
{
	struct action a;

	if (rules_san_parse(r->game, &r->last, san, &a, why) < 0)
		return -EINVAL;
	return record_add(r, a, t_us);
}

enum record_stage
record_stage_of(const struct record *r)
{
	if (r->result.end == RECORD_UNFINISHED)
		return RECORD_STAGE_RUNNING;
	return r->revisable ? RECORD_STAGE_ENDED : RECORD_STAGE_CLOSED;
}

bool
record_hides(const struct record *r)
{
	return secret_between_seats(r->game, &r->start) ||
	       secret_held(r->game, &r->start, SEAT_NONE);
}

bool
record_is_public(const struct record *r)
{
	switch (record_stage_of(r)) {
	case RECORD_STAGE_RUNNING:
		return false;
	case RECORD_STAGE_ENDED:
		return !record_hides(r) && !(*r->seeds && secret_in_seeds(r->game));
	case RECORD_STAGE_CLOSED:
		break;
	}
	return true;
}

/* ---- a record at one of its moves ---- */

static void
find_changed(const struct record *r, struct record_walk *w)
{
	w->changed = (struct sqset){ { 0, 0 } };
	for (unsigned sq = 0; sq < rules_squares(r->game); sq++)
		if (rules_at(r->game, &w->at, sq) != rules_at(r->game, &w->before, sq))
			sqset_add(&w->changed, sq);
}

void
record_walk(const struct record *r, uint32_t n, struct record_walk *out)
{
	assert(n <= r->n);
	out->at = out->before = r->start;
	for (uint32_t i = 0; i < n; i++) {
		out->before = out->at;
		rules_apply(r->game, &out->at, r->action[i].action);
	}
	find_changed(r, out);
}

/* ---- texts ---- */

void
record_text_set(char out[RECORD_TEXT_MAX], const char *text)
{
	text_take(out, RECORD_TEXT_MAX, text);
}

/* ---- results ---- */

static struct record_result
result_of(enum record_end end, const char *reason)
{
	struct record_result res = { .end = (uint8_t)end };

	snprintf(res.reason, sizeof(res.reason), "%s", reason);
	return res;
}

struct record_result
record_result_rules(struct outcome o)
{
	const char *reason = rules_reason_name(o.reason);
	struct record_result res = result_of(RECORD_UNFINISHED, "");

	switch ((enum result)o.result) {
	case RESULT_ONGOING:
		break;
	case RESULT_WIN:
		res = result_of(o.colour ? RECORD_BLACK_WINS : RECORD_WHITE_WINS, reason);
		break;
	case RESULT_DRAW:
		res = result_of(RECORD_DRAWN, reason);
		break;
	case RESULT_SCORE:
		res = result_of(RECORD_SCORED, reason);
		res.score = o.score;
		break;
	case RESULT_LOST:
		res = result_of(RECORD_LOST, reason);
		break;
	}
	return res;
}

struct record_result
record_result_resigned(unsigned colour)
{
	return result_of(colour ? RECORD_WHITE_WINS : RECORD_BLACK_WINS, "resignation");
}

struct record_result
record_result_time(unsigned colour)
{
	return result_of(colour ? RECORD_WHITE_WINS : RECORD_BLACK_WINS, "time");
}

struct record_result
record_result_given_up(void)
{
	return result_of(RECORD_LOST, "resignation");
}

struct record_result
record_result_drawn(const char *reason)
{
	return result_of(RECORD_DRAWN, reason);
}

int
record_halves(enum record_end end, unsigned seat)
{
	switch (end) {
	case RECORD_WHITE_WINS:
		return seat & 1u ? 0 : 2;
	case RECORD_BLACK_WINS:
		return seat & 1u ? 2 : 0;
	case RECORD_DRAWN:
		return 1;
	case RECORD_UNFINISHED:
	case RECORD_SCORED:
	case RECORD_LOST:
		break;
	}
	return -1;
}

const char *
record_result_word(const struct record_result *res)
{
	return result_words[res->end];
}

const char *
record_result_print(const struct record_result *res, char out[RECORD_RESULT_TEXT])
{
	if (res->end == RECORD_SCORED)
		snprintf(out, RECORD_RESULT_TEXT, "%u", (unsigned)res->score);
	else
		snprintf(out, RECORD_RESULT_TEXT, "%s",
			 res->end == RECORD_LOST ? "lost" : record_result_word(res));
	return out;
}

int
record_result_parse(const char *word, const char *reason, struct record_result *out)
{
	if (strlen(reason) >= RECORD_REASON_MAX)
		return -1;
	for (unsigned end = RECORD_UNFINISHED; end <= RECORD_DRAWN; end++)
		if (strcmp(result_words[end], word) == 0) {
			*out = result_of((enum record_end)end, reason);
			return 0;
		}
	return -1;
}

static struct outcome
rules_end(const struct record *r)
{
	struct position p = r->start;
	struct history h;

	rules_history_start(r->game, &h, &p);
	for (uint32_t i = 0; i < r->n; i++) {
		rules_apply(r->game, &p, r->action[i].action);
		rules_history_push(r->game, &h, &p);
	}
	return rules_outcome(r->game, &p, &h);
}

const char *
record_reason_find(const char *text)
{
	static const char *const reasons[] = {
		"resignation", "agreed",       "threefold",       "fifty",
		"time",        "time forfeit", "abandoned",       "adjudication",
		"death",       "emergency",    "rules infraction"
	};

	for (size_t i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++)
		if (strcasecmp(text, reasons[i]) == 0)
			return reasons[i];
	return NULL;
}

bool
record_reason_is_of_rules(const char *reason)
{
	for (unsigned i = REASON_CHECKMATE; i < REASONS_N; i++)
		if (strcmp(reason, rules_reason_name(i)) == 0)
			return true;
	return false;
}

int
record_result_settle(struct record *r, struct record_result *rules)
{
	struct outcome o = rules_end(r);

	*rules = record_result_rules(o);
	if (r->result.end == RECORD_UNFINISHED || r->result.end == rules->end) {
		/* An unfinished game has no reason; a reason of the rules must hold. */
		if (rules->end == RECORD_UNFINISHED && r->result.reason[0])
			return -1;
		r->result = *rules;
		return 0;
	}
	if (r->result.end == RECORD_LOST && rules_partners(r->game) &&
	    strcmp(r->result.reason, "resignation") == 0 && rules->end == RECORD_UNFINISHED)
		return 0;
	/* Only the rules end a game with a score or with one of their reasons. */
	if (r->result.end > RECORD_DRAWN || record_reason_is_of_rules(r->result.reason))
		return -1;
	return rules->end == RECORD_UNFINISHED || o.reason == REASON_REPETITION ||
			       o.reason == REASON_SEVENTYFIVE || o.reason == REASON_MATERIAL
		       ? 0
		       : -1;
}

/* ---- dates ---- */

void
record_date_print(int64_t unix_s, bool trusted, char out[RECORD_DATE_SIZE])
{
	time_t t = (time_t)unix_s;
	struct tm tm;

	strcpy(out, RECORD_DATE_UNSET);
	if (trusted && localtime_r(&t, &tm) && tm.tm_year >= 0 && tm.tm_year < 8100)
		strftime(out, RECORD_DATE_SIZE, "%Y.%m.%d", &tm);
}

/* Reports whether s is a field of n digits from min to max, or of n question marks. */
static bool
date_field(const char *s, unsigned n, unsigned min, unsigned max)
{
	unsigned value = 0, marks = 0;

	for (unsigned i = 0; i < n; i++) {
		if (s[i] == '?')
			marks++;
		else if (s[i] >= '0' && s[i] <= '9')
			value = value * 10 + (unsigned)(s[i] - '0');
		else
			return false;
	}
	return marks == n || (marks == 0 && value >= min && value <= max);
}

/* Reports whether the calendar has the day. */
static bool
day_exists(int year, int month, int day)
{
	struct tm tm = { .tm_year = year - 1900, .tm_mon = month - 1, .tm_mday = day };

	return timegm(&tm) != -1 && tm.tm_mon == month - 1;
}

bool
record_date_valid(const char *date)
{
	int year, month, day;

	if (strlen(date) != RECORD_DATE_SIZE - 1 || date[4] != '.' || date[7] != '.' ||
	    !date_field(date, 4, 0, 9999) || !date_field(date + 5, 2, 1, 12) ||
	    !date_field(date + 8, 2, 1, 31))
		return false;
	if (sscanf(date + 5, "%2d.%2d", &month, &day) != 2)
		return true;
	/* The 29th of February of an unknown year is possible. */
	return day_exists(sscanf(date, "%4d", &year) == 1 ? year : 2000, month, day);
}

/* Parses a date as people write it; returns false if *out must be unset. */
static bool
date_take(const char *text, char out[RECORD_DATE_SIZE])
{
	static const unsigned char at[] = { 0, 5, 8 }, wide[] = { 4, 2, 2 };
	char between = '\0';

	for (unsigned i = 0; i < 3; i++) {
		size_t len = strspn(text, "0123456789?");

		if (len == 0 || len > wide[i] || (i == 0 && len < wide[i]))
			return false;
		if (len < wide[i])
			out[at[i]] = *text == '?' ? '?' : '0';
		memcpy(out + at[i] + wide[i] - len, text, len);
		text += len;
		if (!*text)
			return record_date_valid(out);
		if (!strchr(".-/", *text) || (i > 0 && *text != between))
			return false;
		between = *text++;
	}
	return false;
}

void
record_date_read(const char *text, char out[RECORD_DATE_SIZE])
{
	strcpy(out, RECORD_DATE_UNSET);
	if (!date_take(text, out))
		strcpy(out, RECORD_DATE_UNSET);
}
