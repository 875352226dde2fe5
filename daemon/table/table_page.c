/*
 * Who may see what a seat hides: the local screen while it holds that seat's
 * page open, and who has the seat's token, which is handed out with the page.
 *
 *   a client says it is the screen      one at a time; the first stays it until it goes
 *   the screen opens a seat's page      from then on it is told that seat's view
 *   closes it, opens another, goes,     the table's view again
 *   a game begins
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/record/secret_choice.h"
#include "daemon/table/table.h"
#include "daemon/words/words.h"

_Static_assert((int)TABLE_TOKEN <= (int)CHANCE_HEX, "one draw is enough for a token");

void
table_pages_begin(struct table *t)
{
	uint8_t bytes[CHANCE_BYTES];
	char hex[CHANCE_HEX];

	t->page = SEAT_NONE;
	for (unsigned s = 0; s < RULES_SEATS_MAX; s++) {
		t->token[s][0] = '\0';
		if (!t->ops->random || s >= rules_seats(t->game.game))
			continue;
		t->ops->random(t->ops_arg, bytes);
		chance_seed(bytes, hex);
		(void)snprintf(t->token[s], TABLE_TOKEN, "%.*s", TABLE_TOKEN - 1, hex);
	}
}

/* Of the right length it takes as long whichever digit is wrong. */
bool
table_token_fits(const struct table *t, unsigned seat, const char *token)
{
	unsigned differs = 0;

	if (strlen(token) != TABLE_TOKEN - 1 || !*t->token[seat])
		return false;
	for (unsigned i = 0; i < TABLE_TOKEN - 1; i++)
		differs |= (unsigned)(t->token[seat][i] ^ token[i]);
	return differs == 0;
}

int
table_screen(struct table *t, uint32_t client)
{
	if (t->screen != 0 && t->screen != client)
		return table_refuse(t, SAY_NOT_SCREEN_TAKEN);
	t->screen = client;
	t->version++;
	return 0;
}

void
table_focus(struct table *t, uint32_t client, bool on)
{
	if (t->screen == 0) {
		t->screen = client;
		t->version++;
	}
	if (t->screen == client)
		t->focus = on;
}

bool
table_press_take(struct table *t, struct table_press *out)
{
	if (t->n_presses == 0)
		return false;
	*out = t->press[0];
	memmove(t->press, t->press + 1, --t->n_presses * sizeof(t->press[0]));
	return true;
}

int
table_page_open(struct table *t, uint32_t client, unsigned seat)
{
	if (t->screen != client)
		return table_refuse(t, SAY_NOT_SCREEN);
	t->page = (uint8_t)seat;
	t->version++;
	return 0;
}

void
table_client_gone(struct table *t, uint32_t client)
{
	if (t->test_client == client)
		table_lamptest(t, 0, false);
	if (t->parcel.client == client) {
		free(t->parcel.text);
		t->parcel = (struct table_parcel){ 0 };
	}
	table_stick_gone(t, client);
	if (t->screen != client)
		return;
	t->screen = 0;
	t->focus = false;
	t->n_presses = 0;
	t->page = SEAT_NONE;
	table_show_close(t);
	t->version++;
}

unsigned
table_viewer(const struct table *t, uint32_t client)
{
	return t->screen == client && t->page != SEAT_NONE ? t->page : SEAT_TABLE;
}

bool
table_is_secret(const struct table *t, const char *action)
{
	const struct session_state *s = &t->state;

	if (strncmp(action, "bury:", 5) == 0 || strncmp(action, "assign:", 7) == 0)
		return true;
	/* Which card is in a hand: a refusal would tell as much as the card. */
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
	return table_refuse_with(t, SAY_NOT_BURIED_YET, SAY_ARGS(text));
}

bool
table_draw_secret(struct table *t, const char *word, char out[RULES_ACTION_TEXT])
{
	uint8_t bytes[CHANCE_BYTES];
	uint64_t chance;

	/* Without chance the first would be everybody's guess. */
	if (!t->ops->random)
		return false;
	t->ops->random(t->ops_arg, bytes);
	memcpy(&chance, bytes, sizeof(chance));
	return secret_draw(t->state.game, t->state.settled, word, chance, out);
}
