/* What is said aloud when an action is final, and its English words. */
#include <assert.h>

#include "rules/game.h"
#include "rules/geometry.h"

void
announcements_add(struct announcements *out, enum announcement_kind kind, unsigned sq,
		  uint8_t piece)
{
	assert(out->n < RULES_ANNOUNCEMENTS_MAX);
	out->said[out->n++] =
		(struct announcement){ .kind = (uint8_t)kind, .sq = (uint8_t)sq, .piece = piece };
}

void
rules_announce(const struct game *g, const struct position *before, struct action a,
	       struct announcements *out)
{
	out->n = 0;
	if (g->announce)
		g->announce(before, a, out);
}

static void
put_asked(const struct game *g, struct announcement said, const char *answer, struct text *t)
{
	text_put(t, rules_piece_name(g, said.piece));
	text_put(t, " captures ");
	geometry_put_square(g, said.sq, t);
	text_put(t, answer);
}

void
rules_announcement_print(const struct game *g, struct announcement said,
			 char out[RULES_ANNOUNCEMENT_TEXT])
{
	struct text t = text_into(out, RULES_ANNOUNCEMENT_TEXT);

	switch ((enum announcement_kind)said.kind) {
	case ANNOUNCE_CAPTURE:
		put_asked(g, said, ": yes", &t);
		break;
	case ANNOUNCE_NO_CAPTURE:
		put_asked(g, said, ": no", &t);
		break;
	case ANNOUNCE_RISEN:
		text_put(&t, "zombie ");
		text_put(&t, rules_piece_name(g, said.piece));
		text_char(&t, ' ');
		geometry_put_square(g, said.sq, &t);
		break;
	case ANNOUNCE_NO_ZOMBIE:
		text_put(&t, "no zombie ");
		geometry_put_square(g, said.sq, &t);
		break;
	case ANNOUNCE_NO_ZOMBIES:
		text_put(&t, "no zombies anywhere");
		break;
	case ANNOUNCE_CANNOT_BURY:
		text_put(&t, "cannot bury ");
		text_put(&t, rules_piece_name(g, said.piece));
		break;
	case ANNOUNCE_SCORE:
		text_put(&t, "score ");
		text_number(&t, said.number);
		break;
	case ANNOUNCE_ONE_ANSWER:
		text_put(&t, "Red has one move to answer");
		break;
	}
}
