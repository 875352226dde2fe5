/* Removes pieces that a puzzle does not need, so that few have to be set up. */
#include <stdio.h>
#include <string.h>

#include "daemon/engine/puzzle.h"

/* Writes the position without the piece on a square. Returns false if the rules do not allow it. */
static bool
remove_piece(const struct game *g, const struct position *p, unsigned but, struct position *out)
{
	char text[RULES_POSITION_TEXT], less[RULES_POSITION_TEXT], piece[4];
	unsigned files = rules_files(g), n = 0, empty = 0;
	struct rules_error err;

	for (unsigned i = 0; i < rules_squares(g); i++) {
		unsigned sq = (rules_ranks(g) - 1 - i / files) * files + i % files;
		bool stands = rules_at(g, p, sq) && sq != but, last = i % files == files - 1;

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
	snprintf(less + n, sizeof(less) - n, "%s", strchr(text, ' '));
	return rules_parse(g, less, out, &err) == 0 &&
	       rules_outcome(g, out, NULL).result == RESULT_ONGOING;
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

/* Returns the position without each piece that a short search does not need for the solution. */
static struct position
reduce_quickly(const struct puzzle_finder *f, const struct puzzle *z)
{
	struct position p = z->p, less;
	struct action a;

	for (unsigned sq = 0; sq < rules_squares(z->g); sq++)
		if (rules_at(z->g, &p, sq) && remove_piece(z->g, &p, sq, &less) &&
		    rules_legal(z->g, &less, z->line[0]) && puzzle_may_be(f, z->g, &less, &a) &&
		    rules_action_equal(a, z->line[0]))
			p = less;
	return p;
}

void
puzzle_reduce(const struct puzzle_finder *f, struct puzzle *z)
{
	struct position p;

	if (!rules_partners(z->g)) {
		p = reduce_quickly(f, z);
		if (change(f, z, &p))
			return;
	}
	for (unsigned sq = 0; sq < rules_squares(z->g); sq++)
		if (rules_at(z->g, &z->p, sq) && remove_piece(z->g, &z->p, sq, &p) &&
		    rules_legal(z->g, &p, z->line[0]))
			(void)change(f, z, &p);
}
