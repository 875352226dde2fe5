#include "daemon/voice/say.h"

#include <stdio.h>
#include <string.h>

void
say_reset(struct say *s)
{
	memset(s, 0, sizeof(*s));
	s->rest_ms = SAY_NEVER;
}

/* Returns the last move of a state, or "". */
static const char *
last_of(const struct say_state *now)
{
	return now->n > 0 ? now->move[now->n - 1] : "";
}

/* Counts all moves as heard. */
static void
skip_moves(struct say *s, const struct say_state *now)
{
	s->heard = now->from + now->n;
	(void)snprintf(s->last, sizeof(s->last), "%s", last_of(now));
}

/* Adds a final move to those that wait; if there are too many, the oldest is lost. */
static void
add_move(struct say *s, const char *text)
{
	if (!*text)
		return;
	if (s->n_moves == SAY_MOVES)
		memmove(s->move[0], s->move[1], sizeof(s->move[0]) * --s->n_moves);
	(void)snprintf(s->move[s->n_moves++], sizeof(s->move[0]), "%s", text);
}

static void
take_moves(struct say *s, const struct say_state *now)
{
	const uint32_t total = now->from + now->n;

	/* A takeback, or a piece that was put back. */
	if (s->heard > total)
		skip_moves(s, now);
	/* Another action replaces the last one. */
	if (s->heard == total && now->n > 0 && strcmp(s->last, last_of(now)) != 0)
		s->heard--;
	if (s->heard < now->from)
		s->heard = now->from;
	for (; s->heard < now->final && s->heard < total; s->heard++) {
		const char *text = now->move[s->heard - now->from];

		add_move(s, text);
		(void)snprintf(s->last, sizeof(s->last), "%s", text);
	}
	s->n_shown = total;
	(void)snprintf(s->shown, sizeof(s->shown), "%s", total > s->heard ? last_of(now) : "");
}

static bool
ends_with(const char *text, const char *end)
{
	size_t len = strlen(text), n = strlen(end);

	return n <= len && strcmp(text + len - n, end) == 0;
}

/* Takes the daemon's sentence, which says the shown move too. */
static void
take_sentence(struct say *s, const char *message, int64_t now_ms)
{
	if (ends_with(s->sentence, message)) {
		/* The beginning has gone: a shown move has become final, a remark is over. */
		memmove(s->sentence, message, strlen(message) + 1); /* not longer than before */
		s->rest_ms = SAY_NEVER;
	} else if (strcmp(s->waits, message) != 0 || s->rest_ms == SAY_NEVER) {
		s->rest_ms = now_ms + SAY_REST_MS;
	}
	(void)snprintf(s->waits, sizeof(s->waits), "%s", message);
}

void
say_take(struct say *s, const struct say_state *now, int64_t now_ms)
{
	if (!s->begun || now->game != s->game) {
		s->n_moves = 0;
		skip_moves(s, now);
	}
	if (!s->begun)
		s->asked = now->asked;
	s->begun = true;
	s->game = now->game;
	take_moves(s, now);
	take_sentence(s, now->message, now_ms);
	if (now->asked != s->asked)
		(void)snprintf(s->answer, sizeof(s->answer), "%s", now->answer);
	s->asked = now->asked;
}

/* Begins a text of that rank. */
static struct say_order
begin(struct say *s, enum say_rank rank, const char *text)
{
	struct say_order o = { .text = text, .cancels = s->speaking != SAY_NOTHING };

	s->speaking = rank;
	return o;
}

/* Returns the rank of the sentence: that of a move if it says one for the first time. */
static enum say_rank
rank_of_sentence(const struct say *s)
{
	return *s->shown && strstr(s->waits, s->shown) ? SAY_MOVE : SAY_SENTENCE;
}

/* Reports whether a text of that rank has to wait for the one that is being said. */
static bool
must_wait(const struct say *s, enum say_rank rank)
{
	return rank < s->speaking || (rank == SAY_MOVE && s->speaking == SAY_MOVE);
}

static struct say_order
begin_sentence(struct say *s)
{
	enum say_rank rank = rank_of_sentence(s);

	if (rank == SAY_MOVE) {
		s->heard = s->n_shown;
		memcpy(s->last, s->shown, sizeof(s->last));
	}
	memcpy(s->sentence, s->waits, sizeof(s->sentence));
	s->rest_ms = SAY_NEVER;
	return begin(s, rank, s->sentence);
}

struct say_order
say_next(struct say *s, int64_t now_ms)
{
	static const struct say_order nothing = { .text = NULL };

	if (s->n_moves > 0) {
		if (must_wait(s, SAY_MOVE))
			return nothing;
		memcpy(s->said, s->move[0], sizeof(s->move[0]));
		memmove(s->move[0], s->move[1], sizeof(s->move[0]) * --s->n_moves);
		return begin(s, SAY_MOVE, s->said);
	}
	if (*s->answer) {
		if (must_wait(s, SAY_ANSWER))
			return nothing;
		memcpy(s->said, s->answer, sizeof(s->said));
		*s->answer = '\0';
		return begin(s, SAY_ANSWER, s->said);
	}
	if (s->rest_ms > now_ms || must_wait(s, rank_of_sentence(s)))
		return nothing;
	return begin_sentence(s);
}

void
say_done(struct say *s)
{
	s->speaking = SAY_NOTHING;
}

int64_t
say_deadline(const struct say *s)
{
	return must_wait(s, rank_of_sentence(s)) ? SAY_NEVER : s->rest_ms;
}
