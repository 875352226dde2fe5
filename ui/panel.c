#include "ui/panel.h"

#include <string.h>

#include "rules/game_list.h"
#include "rules/rules.h"

/* A game without a file of its own: only the moves. */
static const struct panel panel_plain = {
	.layout = panel_moves_layout,
	.pieces = panel_chess_pieces,
	.pieces_game = "chess",
	.help = {
		{ N_("The board"),
		  N_("Play with your hands, in any order: captor first or victim first, king or rook "
		  "first.\n"
		  "What you have done is shown, and is final when the hands are quiet, when Done or "
		  "the clock is pressed, or when the other side moves.\n"
		  "Put an earlier position back, and the game goes back to it.\n"
		  "What is not legal lights up the way back, one step at a time."), 0, 0 },
		{ N_("The buttons"),
		  N_("Done ends a turn or a set-up. The clock and OK do the same.\n"
		     "Yes and No answer a question. On the board: OK and Back.\n"
		     "OK also rolls dice. Held for a second it opens the menu.\n"
		     "Hint: which pieces can move."), 0, 0 },
		{ N_("The games"),
		  N_("Each game has its rules and examples: touch the game on the first page, then "
		  "Rules.\n"
		  "Pieces: how the pieces of chess move.\n"
		  "All lights: what each light means."), 0, 0 },
	},
};

#define PANEL_DECLARE(name) extern const struct panel panel_##name;
GAME_LIST(PANEL_DECLARE)
#define PANEL_ADDRESS(name) &panel_##name,
const struct panel *const panels[] = { GAME_LIST(PANEL_ADDRESS) PANEL_ADDRESS(plain) };
const size_t n_panels = sizeof(panels) / sizeof(panels[0]);

const struct panel *
panel_of(const char *game)
{
	size_t i = 0;

	while (panels[i]->game != NULL && strcmp(panels[i]->game, game) != 0)
		i++;
	return panels[i];
}

const char *
panel_title(const struct ui_state *s)
{
	const char *title = panel_of(s->game)->title;

	return title != NULL ? tr(title) : s->title;
}

unsigned
panel_levels(const struct panel *p)
{
	return p->game != NULL ? rules_levels(rules_game(p->game)) : RULES_LEVELS_MAX;
}

unsigned
panel_help_cards(const struct panel *p)
{
	unsigned n = 0;

	while (p->help[n].title != NULL)
		n++;
	return n;
}

unsigned
panel_help_shows(const struct help_show *shows)
{
	unsigned n = 0;

	while (shows != NULL && shows[n].title != NULL)
		n++;
	return n;
}

bool
panel_fits(const struct panel *p, const struct ui_room *room)
{
	const struct game *g = rules_game(p->game);

	return (room->files == 0 || rules_files(g) <= room->files) &&
	       (room->ranks == 0 || rules_ranks(g) <= room->ranks);
}

bool
panel_has_secrets(const struct ui_state *s)
{
	const char *cards = s->keys.cards;

	return panel_of(s->game)->own_layout != NULL &&
	       (cards[0] == '\0' || strcmp(cards, "dealt") == 0);
}

bool
panel_blinks(const struct ui_model *m)
{
	const struct panel *p = panel_of(m->state.game);

	return ui_model_page(m) == UI_PAGE_PLAY && p->blinks != NULL && p->blinks(&m->state);
}
