#include "ui/seat.h"

#include <stdio.h>
#include <string.h>

#include "hw/lang/lang.h"

struct seat_word {
	const char *seat, *name, *coloured; /* coloured: Blue or Red */
};

static const struct seat_word words[] = {
	{ "w", N_("White"), N_("Blue") },    { "b", N_("Black"), N_("Red") },
	{ "wk", N_("White (e–h)"), NULL },  { "bk", N_("Black (e–h)"), NULL },
	{ "wq", N_("White (a–d)"), NULL }, { "bq", N_("Black (a–d)"), NULL },
	{ "chance", N_("The dice"), NULL },
};

bool
seat_is_team(const char *game)
{
	const struct game *g = rules_game(game);

	return g != NULL && rules_is_blue_and_red(g);
}

bool
seat_is_computer(const struct ui_state *s, const char *seat)
{
	for (unsigned i = 0; i < s->n_hints; i++)
		if (strcmp(s->hints[i].seat, seat) == 0)
			return (s->computers >> i & 1) != 0;
	return false;
}

bool
seat_is_alone(const struct ui_state *s)
{
	unsigned persons = 0;

	for (unsigned i = 0; i < s->n_hints; i++)
		persons += !(s->computers >> i & 1);
	return s->computers != 0 && persons == 1;
}

bool
seat_are_partners(const char *game)
{
	const struct game *g = rules_game(game);

	return g != NULL && rules_partners(g);
}

const char *
seat_name(const char *game, const char *seat)
{
	bool coloured = seat_is_team(game);

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strcmp(words[i].seat, seat) == 0)
			return tr(coloured && words[i].coloured != NULL ? words[i].coloured
									: words[i].name);
	return seat;
}

const char *
seat_player(const struct ui_state *s, const char *seat, char text[SEAT_PLAYER_TEXT])
{
	const char *name = seat_name(s->game, seat);

	snprintf(text, SEAT_PLAYER_TEXT, "%s", name);
	for (unsigned i = 0; i < s->n_hints; i++)
		if (strcmp(s->hints[i].seat, seat) == 0 && s->names[i][0] != '\0')
			snprintf(text, SEAT_PLAYER_TEXT,
				 strchr(name, '(') != NULL ? "%s, %s" : "%s (%s)", s->names[i],
				 name);
	return text;
}

const char *
seat_turn(const struct ui_state *s)
{
	return s->turn_seat[0] != '\0' ? s->turn_seat : s->to_act;
}
