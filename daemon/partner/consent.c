/*
 * Consents of the computers' seats. A takeback is always agreed. A draw is agreed if the seat's last
 * search saw it losing, or late in a game without an advantage; without a search it is declined.
 */
#include "daemon/partner/partner.h"

#include <string.h>

enum {
	LOSING = -100,     /* centipawns */
	LATE_ACTIONS = 80,
	EVEN = 20,
};

/* Reports whether the array has that seat. */
static bool
has(const json_t *seats, const char *name)
{
	const json_t *seat;
	size_t i;

	json_array_foreach((json_t *)seats, i, seat)
		if (strcmp(json_string_value(seat), name) == 0)
			return true;
	return false;
}

static bool
agrees(const struct partner_seat *s, const char *kind, json_int_t n_actions)
{
	if (strcmp(kind, "takeback") == 0)
		return true;
	/* The score of a search before the connection is not known. */
	if (!s->searched)
		return false;
	return s->score <= LOSING || (n_actions >= LATE_ACTIONS && s->score <= EVEN);
}

/* Offers a draw for a seat that wanted to, once its move is made and nothing is asked. */
static void
offer(struct partner *p, const json_t *state)
{
	const char *to_act = json_string_value(json_object_get(state, "to_act"));

	if (!to_act || json_is_string(json_object_get(state, "plan")))
		return;
	for (unsigned s = 0; s < p->n_seats; s++) {
		bool *offers = &p->at[s].judged.offers;

		if (!*offers || strcmp(to_act, p->name[s]) == 0)
			continue;
		*offers = false;
		(void)client_send(&p->link, json_pack("{s:s, s:s}", "kind", "draw", "seat",
						      p->name[s]));
	}
}

void
partner_consent(struct partner *p, const json_t *state)
{
	const json_t *prompt = json_object_get(state, "prompt");
	const json_t *needs = json_object_get(prompt, "needs");
	const json_t *agreed = json_object_get(prompt, "agreed");
	const char *kind = json_string_value(json_object_get(prompt, "kind")), *name;
	json_int_t id = json_integer_value(json_object_get(prompt, "id"));
	json_int_t n = json_integer_value(json_object_get(state, "n_actions"));
	json_t *player;

	if (!kind)
		offer(p, state);
	if (!kind || (strcmp(kind, "draw") != 0 && strcmp(kind, "takeback") != 0))
		return;
	json_object_foreach(json_object_get(state, "seats"), name, player)
	{
		unsigned s = json_is_object(player) ? partner_seat(p, name) : PARTNER_SEATS;

		if (s == PARTNER_SEATS || p->at[s].answered == (uint32_t)id || !has(needs, name) ||
		    has(agreed, name))
			continue;
		p->at[s].answered = (uint32_t)id;
		(void)client_send(&p->link, json_pack("{s:s, s:I, s:b, s:s}", "kind", "answer",
						      "prompt", id, "yes",
						      agrees(&p->at[s], kind, n), "seat", name));
	}
}
