#include "ui/seat.h"
#include "ui/phrase.h"

#include <string.h>

struct seat_word {
	const char *seat, *name, *american;
};

static const struct seat_word words[] = {
	{ "w", "White", "Blue" },        { "b", "Black", "Red" },
	{ "wk", "White king's", NULL },  { "bk", "Black king's", NULL },
	{ "wq", "White queen's", NULL }, { "bq", "Black queen's", NULL },
	{ "chance", "The dice", NULL },
};

const char *
seat_name(const struct ui_state *s, const char *seat)
{
	bool american = strcmp(s->game, "american") == 0;

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strcmp(words[i].seat, seat) == 0)
			return phrase(american && words[i].american != NULL ? words[i].american
									 : words[i].name);
	return seat;
}

const char *
seat_turn(const struct ui_state *s)
{
	return s->turn_seat[0] != '\0' ? s->turn_seat : s->to_act;
}
