/* Announcements of final actions and their English text. */
#include <assert.h>
#include <string.h>

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

uint8_t
rules_effect(const struct game *g, const struct position *before, struct action a)
{
	struct announcements said;

	rules_announce(g, before, a, &said);
	for (unsigned i = 0; i < said.n; i++)
		if (said.said[i].kind == ANNOUNCE_CAPTURE ||
		    said.said[i].kind == ANNOUNCE_NO_CAPTURE ||
		    said.said[i].kind == ANNOUNCE_CROOKED)
			return said.said[i].kind;
	return 0;
}

static void
print_attempt(const struct game *g, struct announcement said, const char *answer, struct text *t)
{
	text_add(t, rules_piece_name(g, said.piece));
	text_add(t, " captures ");
	geometry_print_square(g, said.sq, t);
	text_add(t, answer);
}

void
rules_announcement_print(const struct game *g, struct announcement said,
			 char out[RULES_ANNOUNCEMENT_TEXT])
{
	struct text t = text_into(out, RULES_ANNOUNCEMENT_TEXT);

	switch ((enum announcement_kind)said.kind) {
	case ANNOUNCE_CAPTURE:
		print_attempt(g, said, ": yes", &t);
		break;
	case ANNOUNCE_NO_CAPTURE:
		print_attempt(g, said, ": no", &t);
		break;
	case ANNOUNCE_RISEN:
		text_add(&t, "zombie ");
		text_add(&t, rules_piece_name(g, said.piece));
		text_char(&t, ' ');
		geometry_print_square(g, said.sq, &t);
		break;
	case ANNOUNCE_NO_ZOMBIE:
		text_add(&t, "no zombie ");
		geometry_print_square(g, said.sq, &t);
		break;
	case ANNOUNCE_NO_ZOMBIES:
		text_add(&t, "no zombies anywhere");
		break;
	case ANNOUNCE_CANNOT_BURY:
		text_add(&t, "cannot bury ");
		text_add(&t, rules_piece_name(g, said.piece));
		break;
	case ANNOUNCE_SCORE:
		text_add(&t, "score ");
		text_number(&t, said.number);
		break;
	case ANNOUNCE_ONE_ANSWER:
		text_add(&t, "Red has one move to answer");
		break;
	case ANNOUNCE_CROOKED:
		text_add(&t, "crooked ");
		text_add(&t, rules_piece_name(g, said.piece));
		text_char(&t, ' ');
		geometry_print_square(g, said.sq, &t);
		break;
	case ANNOUNCE_GENERAL:
		text_add(&t, "new general on ");
		geometry_print_square(g, said.sq, &t);
		break;
	case ANNOUNCE_CARDS_OVER:
		text_add(&t, "the cards allow nothing more");
		break;
	}
}

/* Returns the kind of that name in this game, or 0. */
static uint8_t
piece_named(const struct game *g, struct word name)
{
	for (unsigned kind = PIECE_PAWN; kind <= PIECE_ARTILLERY; kind++)
		if (geometry_letter(g, (uint8_t)kind) != '.' && word_is(name, rules_piece_name(g, (uint8_t)kind)))
			return (uint8_t)kind;
	return 0;
}

int
rules_announcement_parse(const struct game *g, const char *text, struct announcement *said)
{
	struct word rest = { text, strlen(text) }, w;
	struct announcement found = { 0 };

	/* The words decide which fields are set. The kind is the one that prints as this text. */
	while (word_split(&rest, ' ', &w)) {
		const size_t len = w.len > 0 && w.s[w.len - 1] == ':' ? w.len - 1 : w.len;
		const unsigned sq = rules_square_parse(g, w.s, len);
		const uint8_t piece = piece_named(g, w);
		uint64_t number;

		if (sq != RULES_NO_SQ)
			found.sq = (uint8_t)sq;
		else if (piece)
			found.piece = piece;
		else if (word_count(w, UINT8_MAX, &number) == 0)
			found.number = (uint8_t)number;
	}
	for (found.kind = ANNOUNCE_CAPTURE; found.kind <= ANNOUNCE_CARDS_OVER; found.kind++) {
		char printed[RULES_ANNOUNCEMENT_TEXT];

		rules_announcement_print(g, found, printed);
		if (strcmp(printed, text) == 0) {
			*said = found;
			return 0;
		}
	}
	return -1;
}
