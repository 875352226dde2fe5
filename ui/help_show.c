#include "ui/help_show.h"

#include <stdio.h>
#include <string.h>

unsigned
help_show_steps(const struct help_show *show)
{
	unsigned n = 0;

	while (n < HELP_STEPS_MAX && show->step[n].text != NULL)
		n++;
	return n;
}

static void
pieces_set(const struct game *g, const struct position *p, struct ui_state *s)
{
	for (unsigned sq = 0; sq < rules_squares(g); sq++) {
		uint8_t piece = rules_at(g, p, sq);
		char text[4] = "";

		if (piece != 0)
			rules_piece_print(g, piece, text);
		s->at[sq] = (struct ui_piece){ text[0], piece & PIECE_MARK ? rules_mark(g) : '\0' };
	}
}

/* Reads the cards of one side's discards: "3D,8D"; `end` ends them. */
static void
discards_set(const char *list, const char *end, struct ui_cards *cards)
{
	cards->open = true;
	while (list < end && *list != '-' && cards->n < UI_CARDS_MAX) {
		size_t len = strcspn(list, ",/ ");

		snprintf(cards->card[cards->n++], UI_CARD_TEXT, "%.*s", (int)len, list);
		list += len + 1;
	}
}

/* Takes the discards from the printed position, if the game has cards. */
static void
cards_set(const struct game *g, const struct position *p, struct ui_keys *k)
{
	char text[RULES_POSITION_TEXT];
	const char *white, *black;

	rules_print(g, p, text);
	white = strstr(text, "discards=");
	if (white == NULL)
		return;
	white += strlen("discards=");
	black = strchr(white, '/') + 1;
	discards_set(white, black - 1, &k->discards[0]);
	discards_set(black, black + strcspn(black, " "), &k->discards[1]);
}

static void
light(struct ui_state *s, enum ui_light meaning, unsigned sq)
{
	sqset_add(&s->light[meaning], sq);
}

/* Lights the squares of a castling, from which or to which a piece moved. */
static void
castling_lights(const struct game *g, const struct position *before, const struct position *after,
		struct ui_state *s)
{
	for (unsigned sq = 0; sq < rules_squares(g); sq++)
		if (rules_at(g, before, sq) != rules_at(g, after, sq))
			light(s, rules_at(g, after, sq) == 0 ? UI_LIGHT_FROM : UI_LIGHT_TO, sq);
}

/* Lights a played action, and beside its own squares those that the rules changed. */
static void
action_lights(const struct game *g, const struct position *before, const struct position *after,
	      struct action a, struct ui_state *s)
{
	bool moves = a.kind == ACT_MOVE || a.kind == ACT_TRANSFER || a.kind == ACT_ATTEMPT;
	bool puts = a.kind == ACT_BUY && rules_at(g, before, a.to) != rules_at(g, after, a.to);

	if (a.kind == ACT_CASTLE) {
		castling_lights(g, before, after, s);
		return;
	}
	if (moves)
		light(s, UI_LIGHT_FROM, a.from);
	if (a.kind == ACT_ATTEMPT && rules_at(g, before, a.from) == rules_at(g, after, a.from))
		light(s, UI_LIGHT_ASKED, a.to);
	else if (moves || puts || a.kind == ACT_PROMOTE || a.kind == ACT_BURY)
		light(s, UI_LIGHT_TO, a.to);
	for (unsigned sq = 0; sq < rules_squares(g); sq++) {
		uint8_t now = rules_at(g, after, sq);

		if (rules_at(g, before, sq) == now || (moves && (sq == a.from || sq == a.to)))
			continue;
		light(s, now == 0 ? UI_LIGHT_CAPTURE : UI_LIGHT_HINT, sq);
	}
	if (moves && a.kind == ACT_MOVE && rules_at(g, after, a.from) != 0) /* a piece rose */
		light(s, UI_LIGHT_HINT, a.from);
}

/* Lights where the piece on a square may go; returns false if it has no move. */
static bool
lift_lights(const struct game *g, const struct position *p, unsigned from, struct ui_state *s)
{
	static struct action all[RULES_ACTIONS_MAX]; /* all calls are from one thread */
	size_t n = rules_actions(g, p, all);
	bool any = false;

	for (size_t i = 0; i < n; i++) {
		unsigned kind = all[i].kind, to = all[i].to;
		bool moves = kind == ACT_MOVE || kind == ACT_CASTLE;

		if (all[i].from != from || (!moves && kind != ACT_TRANSFER && kind != ACT_ATTEMPT))
			continue;
		any = true;
		if (kind == ACT_TRANSFER)
			light(s, UI_LIGHT_HINT, to);
		else if (kind == ACT_ATTEMPT || (kind == ACT_MOVE && rules_at(g, p, to) != 0))
			light(s, UI_LIGHT_CAPTURE, to);
		else
			light(s, UI_LIGHT_LEGAL, to);
		if (rules_effect(g, p, all[i]) == ANNOUNCE_CROOKED)
			sqset_add(&s->tricks, to);
	}
	light(s, UI_LIGHT_FROM, from); /* the piece stays visible: a reader must recognise it */
	return any;
}

/* Plays one step; lights it if s is not NULL. */
static bool
step_play(const struct game *g, const struct help_step *step, struct position *p,
	  struct ui_state *s)
{
	const struct position before = *p;
	struct action a;
	unsigned sq;

	if (step->action != NULL) {
		if (rules_action_parse(g, p, step->action, &a) < 0)
			return false;
		rules_apply(g, p, a);
		if (s != NULL)
			action_lights(g, &before, p, a, s);
	}
	if (step->lift != NULL && s != NULL) {
		sq = rules_square_parse(g, step->lift, strlen(step->lift));
		return sq != RULES_NO_SQ && lift_lights(g, p, sq, s);
	}
	return true;
}

/* Lights the zone that decides the game; the half of a seat is too large to be a mark. */
static void
area_light(const struct game *g, const struct position *p, struct ui_state *s)
{
	struct sqset area = rules_area(g, p);

	if (2 * sqset_count(area) < rules_squares(g))
		s->light[UI_LIGHT_AREA] = area;
}

bool
help_show_state(const char *game, const struct help_show *show, unsigned step, struct ui_state *s)
{
	const struct game *g = rules_game(game);
	struct rules_error err;
	struct position p;

	*s = (struct ui_state){ .phase = UI_PHASE_PLAYING };
	s->guidance.lift_sq = s->guidance.put_sq = RULES_NO_SQ;
	if (g == NULL || rules_parse(g, show->position, &p, &err) < 0)
		return false;
	s->files = (uint8_t)rules_files(g);
	s->ranks = (uint8_t)rules_ranks(g);
	snprintf(s->game, sizeof(s->game), "%s", game);
	for (unsigned i = 0; i <= step && i < help_show_steps(show); i++)
		if (!step_play(g, &show->step[i], &p, i == step ? s : NULL))
			return false;
	pieces_set(g, &p, s);
	cards_set(g, &p, &s->keys);
	area_light(g, &p, s);
	return true;
}
