/*
 * Access to a seat's secrets: by the local screen while it shows that seat's page, and by
 * holders of the seat's token, which is issued with the page.
 *
 *   a client registers as the screen    one at a time; the first remains until it leaves
 *   the screen opens a seat's page      it gets that seat's view from then on
 *   it closes it, opens another one     the table's view again
 *   or leaves; a game begins
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/record/secret.h"
#include "daemon/table/table.h"
#include "daemon/words/words.h"

_Static_assert((int)TABLE_TOKEN <= (int)CHANCE_HEX, "one draw is enough for a token");

void
table_token_renew(struct table *t, unsigned seat)
{
	uint8_t bytes[CHANCE_BYTES];
	char hex[CHANCE_HEX];

	t->pages.token[seat][0] = '\0';
	if (!t->ops->random || seat >= rules_seats(t->game.game))
		return;
	t->ops->random(t->ops_arg, bytes);
	chance_seed(bytes, hex);
	(void)snprintf(t->pages.token[seat], TABLE_TOKEN, "%.*s", TABLE_TOKEN - 1, hex);
}

/* Closes the page and makes new tokens. */
static void
begin(struct table *t)
{
	t->pages.open = SEAT_NONE;
	for (unsigned s = 0; s < RULES_SEATS_MAX; s++)
		table_token_renew(t, s);
}

bool
table_equals(const char *a, const char *b, size_t len)
{
	unsigned differs = 0;

	for (size_t i = 0; i < len; i++)
		differs |= (unsigned)(a[i] ^ b[i]);
	return differs == 0;
}

bool
table_token_fits(const struct table *t, unsigned seat, const char *token)
{
	return strlen(token) == TABLE_TOKEN - 1 && *t->pages.token[seat] &&
	       table_equals(t->pages.token[seat], token, TABLE_TOKEN - 1);
}

bool
table_is_screen(const struct table *t, uint32_t client)
{
	return t->pages.screen == client;
}

int
table_screen(struct table *t, uint32_t client)
{
	if (!table_is_screen(t, 0) && !table_is_screen(t, client))
		return table_refuse(t, tr("another screen is connected"));
	t->pages.screen = client;
	t->version++;
	return 0;
}

int
table_page_open(struct table *t, uint32_t client, unsigned seat)
{
	if (!table_is_screen(t, client))
		return table_refuse(t, tr("private pages open only on the board's screen"));
	t->pages.open = (uint8_t)seat;
	t->version++;
	return 0;
}

unsigned
table_viewer(const struct table *t, uint32_t client)
{
	return table_is_screen(t, client) && t->pages.open != SEAT_NONE ? t->pages.open
									: SEAT_TABLE;
}

bool
table_is_secret(const struct table *t, const char *action)
{
	const struct session_state *s = &t->state;

	if (strncmp(action, "bury:", 5) == 0 || strncmp(action, "assign:", 7) == 0)
		return true;
	/* Playing a card: even a refusal would reveal whether the hand has that card. */
	return strncmp(action, "play:", 5) == 0 && s->to_act < RULES_SEATS_MAX &&
	       secret_held(s->game, s->settled, s->to_act);
}

int
table_burial_ready(struct table *t, const char *action)
{
	char text[WORDS_LINE];

	if (strncmp(action, "bury:", 5) != 0 || !session_burial_waits(&t->state))
		return 0;
	words_guidance(&t->state, text);
	return table_refuse(t, tr("the board comes first: {1}"), text);
}

bool
table_draw_secret(struct table *t, const char *word, char out[RULES_ACTION_TEXT])
{
	uint8_t bytes[CHANCE_BYTES];
	uint64_t chance;

	/* Without random numbers the choice would be predictable. */
	if (!t->ops->random)
		return false;
	t->ops->random(t->ops_arg, bytes);
	memcpy(&chance, bytes, sizeof(chance));
	return secret_draw(t->state.game, t->state.settled, word, chance, out);
}

static void
screen_disconnected(struct table *t)
{
	t->pages.screen = 0;
	t->pages.open = SEAT_NONE;
	t->version++;
}

static bool
event(struct table *t, struct duty_event *e)
{
	if (e->kind == DUTY_INIT)
		t->pages.open = SEAT_NONE;
	else if (e->kind == DUTY_OPENED)
		begin(t);
	else if (e->kind == DUTY_DISCONNECTED && table_is_screen(t, e->client))
		screen_disconnected(t);
	return false;
}

const struct duty table_page_duty = { .event = event };
