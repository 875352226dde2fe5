/* Removes pieces that a puzzle does not need, so that few have to be set up. */
#include <stdio.h>
#include <string.h>

#include "daemon/engine/puzzle.h"

/*
 * Writes the position without the pieces on two squares. Returns false if the rules forbid it, or if
 * a side has no piece left: American Chess, which has no kings, allows that.
 */
static bool
remove_pieces(const struct game *g, const struct position *p, unsigned a, unsigned b,
	      struct position *out)
{
	char text[RULES_POSITION_TEXT], less[RULES_POSITION_TEXT], piece[4];
	const char *keep;
	unsigned files = rules_files(g), n = 0, empty = 0;
	struct rules_error err;

	for (unsigned i = 0; i < rules_squares(g); i++) {
		unsigned sq = (rules_ranks(g) - 1 - i / files) * files + i % files;
		bool stands = rules_at(g, p, sq) && sq != a && sq != b;
		bool last = i % files == files - 1;

		empty += !stands;
		if (empty && (stands || last)) {
			n += (unsigned)snprintf(less + n, sizeof(less) - n, "%u", empty);
			empty = 0;
		}
		rules_piece_print(g, rules_at(g, p, sq), piece);
		n += (unsigned)snprintf(less + n, sizeof(less) - n, "%s%s", stands ? piece : "",
					last && i + 1 < rules_squares(g) ? "/" : "");
	}
	rules_print(g, p, text);
	keep = strchr(text, ' ');
	snprintf(less + n, sizeof(less) - n, "%s", keep);
	if (rules_parse(g, less, out, &err) < 0) {
		/* A king or a rook whose right to castle would keep it: " w KQkq -". */
		snprintf(less + n, sizeof(less) - n, "%.3s-%s", keep, strchr(keep + 3, ' '));
		if (rules_parse(g, less, out, &err) < 0)
			return false;
	}
	return rules_outcome(g, out, NULL).result == RESULT_ONGOING &&
	       !sqset_empty(rules_occupied_by(g, out, 0)) &&
	       !sqset_empty(rules_occupied_by(g, out, 1));
}

/* Makes *z the puzzle of *p. Returns false if solution or theme are others. */
static bool
change(const struct puzzle_finder *f, struct puzzle *z, const struct position *p)
{
	struct puzzle less;

	if (!puzzle_find(f, z->g, p, &less) || !rules_action_equal(less.line[0], z->line[0]))
		return false;
	puzzle_set_theme(&less);
	if (strcmp(less.theme, z->theme) != 0)
		return false;
	*z = less;
	return true;
}

/* Reports whether the solution may be the same without these pieces, as far as a short search shows. */
static bool
may_lose(const struct puzzle_finder *f, const struct puzzle *z, const struct position *less)
{
	struct action a;

	return rules_legal(z->g, less, z->line[0]) &&
	       (rules_partners(z->g) ||
		(puzzle_may_be(f, z->g, less, &a) && rules_action_equal(a, z->line[0])));
}

/* Reports whether these are a piece, or a piece of each side: often only both can go. */
static bool
is_choice(const struct game *g, const struct position *p, unsigned a, unsigned b)
{
	uint8_t one = rules_at(g, p, a), other = rules_at(g, p, b);

	return one && other && (a == b || piece_colour(one) != piece_colour(other));
}

/*
 * Removes pieces that a short search does not need. With `prove`, *z is then the same puzzle; without,
 * only its position changes.
 */
static void
reduce(const struct puzzle_finder *f, struct puzzle *z, bool prove)
{
	struct position less;

	for (unsigned a = 0; a < rules_squares(z->g); a++)
		for (unsigned b = a; b < rules_squares(z->g); b++) {
			if (!is_choice(z->g, &z->p, a, b) ||
			    !remove_pieces(z->g, &z->p, a, b, &less) || !may_lose(f, z, &less))
				continue;
			if (prove)
				(void)change(f, z, &less);
			else
				z->p = less;
		}
}

void
puzzle_reduce(const struct puzzle_finder *f, struct puzzle *z)
{
	struct puzzle quick = *z;

	/* A turn of partners has no short search. */
	if (!rules_partners(z->g))
		reduce(f, &quick, false);
	if (rules_partners(z->g) || !change(f, z, &quick.p))
		reduce(f, z, true);
}
