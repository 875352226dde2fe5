/*
 * Cooperative Chess, by Don Kirkby. Both players hold cards, each for a kind of
 * piece, and play together against the deck. A turn is an optional move without
 * capture, then a card played onto the player's own discards, then captures,
 * then a drawn card. One piece makes all captures of a turn. Its kind must
 * match the player's own top card, and the captured piece the partner's top
 * card, which moves to the captured cards. Capturing a king ends the game. The
 * score is the number of kinds gone from the board.
 *
 * Kings may move into attack. The pile is hidden, and so are the hands unless
 * the players agreed on open hands. With a real deck on the table, the program
 * knows hands and pile only by number.
 */
#include <assert.h>

#include "rules/games/cooperative_cards.h"
#include "rules/geometry.h"
#include "rules/movegen.h"
#include "rules/orthodox.h"

enum stage { STAGE_MOVE, STAGE_CAPTURE };

/* --- Effects of the cards ----------------------------------------------- */

/* Returns all pieces of a kind, of both colours. */
static uint64_t
kind_set(const struct bitboard *b, enum piece_kind kind)
{
	switch (kind) {
	case PIECE_PAWN:
		return b->pawns;
	case PIECE_KNIGHT:
		return b->knights;
	case PIECE_BISHOP:
		return b->diag & ~b->line;
	case PIECE_ROOK:
		return b->line & ~b->diag;
	case PIECE_QUEEN:
		return b->diag & b->line;
	case PIECE_KING:
		return b->kings;
	case PIECE_NONE:
	case PIECE_STACK5:
	case PIECE_MISSILE:
	case PIECE_ARTILLERY:
		break;
	}
	return 0;
}

/*
 * Returns the owner's pieces of the kind on top of its discards; all its pieces
 * if it has none of that kind.
 */
static uint64_t
matched(const struct position *p, unsigned owner)
{
	const struct bitboard *b = &p->b;
	unsigned card = cards_top(p, DISCARDS + owner);
	uint64_t set;

	if (card == NO_CARD)
		return 0;
	set = kind_set(b, cards_kind(card)) & b->colour[owner];
	return set ? set : b->colour[owner];
}

/* Returns the pieces that may be captured now. */
static uint64_t
targets(const struct position *p)
{
	unsigned them = !p->b.seat;

	if (p->x.cooperative.wild && cards_top(p, DISCARDS + them) != NO_CARD)
		return p->b.colour[them];
	return matched(p, them);
}

/* Returns the pieces that may capture now. */
static uint64_t
takers(const struct position *p)
{
	uint64_t set = matched(p, p->b.seat);

	return p->x.cooperative.piece == RULES_NO_SQ ? set : set & bit(p->x.cooperative.piece);
}

/* --- Actions ------------------------------------------------------------ */

ALWAYS_INLINE size_t
quiet_moves(const struct position *p, unsigned us, bool list, struct action *out)
{
	struct movegen m = movegen_free(&p->b, us, UINT64_MAX);
	size_t n;

	m.goal = ~m.occupied;
	n = movegen_men(&m, list, out, 0);
	n = movegen_kings_free(&m, list, out, n);
	return movegen_castling_free(&m, list, out, n);
}

ALWAYS_INLINE size_t
captures(const struct position *p, unsigned us, bool list, struct action *out)
{
	struct movegen m = movegen_free(&p->b, us, UINT64_MAX);
	unsigned ep = p->b.ep_sq;
	size_t n;

	m.own = takers(p);
	m.goal = targets(p);
	n = movegen_men(&m, list, out, 0);
	if (ep != RULES_NO_SQ && bitboard_ep_owner(ep) != us && bits_has(m.goal, ep ^ 8))
		n = movegen_ep_free(&m, list, out, n);
	return movegen_kings_free(&m, list, out, n);
}

static size_t
board_moves(const struct position *p, bool list, struct action *out)
{
	if (p->x.cooperative.stage == STAGE_CAPTURE)
		return list ? game_list_moves(captures, p, out) : game_count_moves(captures, p);
	if (p->x.cooperative.piece != RULES_NO_SQ)
		return 0;
	return list ? game_list_moves(quiet_moves, p, out) : game_count_moves(quiet_moves, p);
}

/* Returns the cards that the seat to act may play, one bit per card. */
static uint32_t
playable(const struct position *p)
{
	unsigned hand = HANDS + p->b.seat;
	uint32_t open = 0;

	if (cards_known(p, hand) || p->x.cooperative.len[hand] == 0)
		return cards_set(p, hand);
	for (unsigned list = DISCARDS; list <= CAPTURED; list++)
		open |= cards_set(p, list);
	return ~open;
}

static size_t
cooperative_actions(const struct position *p, struct action *out)
{
	size_t n = board_moves(p, true, out);
	uint32_t cards;

	if (p->x.cooperative.stage == STAGE_CAPTURE) {
		out[n++] = (struct action){ .kind = ACT_END };
		return n;
	}
	for (cards = playable(p); cards; cards &= cards - 1)
		out[n++] = (struct action){ .kind = ACT_PLAY, .arg = (uint8_t)bits_first(cards) };
	return n;
}

static size_t
cooperative_count(const struct position *p)
{
	size_t n = board_moves(p, false, NULL);

	return n + (p->x.cooperative.stage == STAGE_CAPTURE ? 1 : bits_count(playable(p)));
}

/* --- What an action does ------------------------------------------------ */

/*
 * Every double step sets the en passant square: an enemy pawn may still arrive
 * next to the stepped pawn and capture it in the same turn. The square outlives
 * the partner's moves while the stepped pawn is there and the square is empty.
 * end_turn clears it.
 */
static void
move_pieces(struct bitboard *b, struct action a, unsigned us)
{
	unsigned before = b->ep_sq;
	bool twice = bits_has(b->pawns, a.from) && (a.from ^ a.to) == 16;

	assert(a.to < 64);
	if (a.kind == ACT_CASTLE)
		bitboard_castle_pieces(b, us, a.from, a.arg);
	else
		bitboard_move_pieces(b, us, a.from, a.to, a.arg);
	if (twice)
		b->ep_sq = (uint8_t)((a.from + a.to) / 2);
	else if (before != RULES_NO_SQ && bitboard_ep_passed(b, before))
		b->ep_sq = (uint8_t)before;
}

static void
board_move(struct position *p, struct action a, unsigned us)
{
	struct bitboard *b = &p->b;
	bool reset = bits_has(b->pawns, a.from) || bits_has(b->colour[!us], a.to);

	move_pieces(b, a, us);
	b->halfmoves = reset ? 0 : b->halfmoves + 1;
	p->x.cooperative.piece = a.to;
	if (!(b->kings & b->colour[!us]))
		bitboard_castling_lose(b, !us);
}

/*
 * Moves the captured piece's card to the captured cards. If both cards have
 * their owners' colours, the next capture is wild.
 */
static void
take_card(struct position *p)
{
	unsigned us = p->b.seat, from = DISCARDS + !us;
	unsigned card = cards_take(p, from, p->x.cooperative.len[from] - 1u);

	p->x.cooperative.wild =
		cards_colour(cards_top(p, DISCARDS + us)) == us && cards_colour(card) == !us;
	cards_push(p, CAPTURED, card);
}

static void
play_card(struct position *p, unsigned card)
{
	unsigned hand = HANDS + p->b.seat, i = 0;

	while (cards_known(p, hand) && cards_in(p, hand, i) != card)
		i++;
	cards_take(p, hand, i);
	cards_push(p, DISCARDS + p->b.seat, card);
	p->x.cooperative.stage = STAGE_CAPTURE;
}

static void
end_turn(struct position *p)
{
	unsigned us = p->b.seat, ep = p->b.ep_sq;

	if (p->x.cooperative.len[PILE])
		cards_push(p, HANDS + us, cards_take(p, PILE, 0));
	if (ep != RULES_NO_SQ && bitboard_ep_owner(ep) != us)
		p->b.ep_sq = RULES_NO_SQ;
	p->x.cooperative.stage = STAGE_MOVE;
	p->x.cooperative.piece = RULES_NO_SQ;
	p->x.cooperative.wild = 0;
	bitboard_next_seat(&p->b);
}

static void
cooperative_apply(struct position *p, struct action a)
{
	if (a.kind == ACT_PLAY) {
		play_card(p, a.arg);
		return;
	}
	if (a.kind == ACT_END) {
		end_turn(p);
		return;
	}
	game_make_move(board_move, p, a);
	if (p->x.cooperative.stage == STAGE_CAPTURE)
		take_card(p);
}

/* --- Ends --------------------------------------------------------------- */

/* Counts one point for each kind that neither colour has left. */
static unsigned
score(const struct bitboard *b)
{
	unsigned points = 0;

	for (unsigned kind = PIECE_PAWN; kind <= PIECE_KING; kind++)
		points += kind_set(b, (enum piece_kind)kind) == 0;
	return points;
}

static struct outcome
cooperative_end(const struct position *p)
{
	const struct bitboard *b = &p->b;

	if (!(b->kings & b->colour[!b->seat]))
		return (struct outcome){ RESULT_SCORE, REASON_KING_CAPTURED, 0, (uint8_t)score(b) };
	if (p->x.cooperative.stage == STAGE_MOVE && p->x.cooperative.len[HANDS + b->seat] == 0)
		return (struct outcome){ .result = RESULT_LOST, .reason = REASON_OUT_OF_CARDS };
	return outcome_ongoing();
}

static void
cooperative_announce(const struct position *before, struct action a, struct announcements *out)
{
	struct position after = *before;
	struct outcome o;

	if (a.kind == ACT_END && cooperative_count(before) == 1)
		announcements_add(out, ANNOUNCE_CARDS_OVER, 0, 0);
	cooperative_apply(&after, a);
	o = cooperative_end(&after);
	if (o.result != RESULT_SCORE)
		return;
	announcements_add(out, ANNOUNCE_SCORE, a.to, 0);
	out->said[out->n - 1].number = o.score;
}

/* --- Text --------------------------------------------------------------- */

static void
cooperative_verb_print(const struct position *p, struct action a, struct text *out)
{
	(void)p;
	text_add(out, "play:");
	card_print(a.arg, out);
}

static bool
cooperative_verb_read(struct word w, struct action *a)
{
	struct word verb, rest = w;
	unsigned card;

	if (!word_split(&rest, ':', &verb) || !word_is(verb, "play") || !rest.s)
		return false;
	card = card_read(rest);
	*a = (struct action){ .kind = ACT_PLAY, .arg = (uint8_t)card };
	return card != NO_CARD;
}

static const char *const decks[DECKS] = { "dealt", "real", "open" };
static const char no_deck[] = "cards is dealt, real or open, not";
static const char *const stages[] = { "move", "capture" };
static const char *const digits[] = { "0", "1" };

static int
parse_piece(struct fields *f, struct position *p, struct rules_error *err)
{
	struct word w;
	unsigned sq = RULES_NO_SQ;
	size_t at;

	if (fields_key(f, "piece", &w, &at, err) < 0)
		return -1;
	if (!word_is(w, "-")) {
		sq = rules_square_parse(&game_cooperative, w.s, w.len);
		if (sq == RULES_NO_SQ || !bits_has(p->b.colour[p->b.seat], sq))
			return error_quote(
				err, at, "no piece of the side to act has moved and stands on", w);
	}
	p->x.cooperative.piece = (uint8_t)sq;
	return 0;
}

static int
cooperative_keys_parse(struct fields *f, struct position *p, struct rules_error *err)
{
	size_t at;

	if (fields_choice(f, "cards", decks, DECKS, no_deck, &p->x.cooperative.deck, err) < 0 ||
	    fields_choice(f, "stage", stages, 2, "the stage is move or capture, not",
			  &p->x.cooperative.stage, err) < 0 ||
	    cards_parse(f, p, err) < 0 || parse_piece(f, p, err) < 0)
		return -1;
	at = f->at;
	if (fields_choice(f, "wild", digits, 2, "wild is 0 or 1, not", &p->x.cooperative.wild,
			  err) < 0)
		return -1;
	if (p->x.cooperative.wild &&
	    (p->x.cooperative.stage == STAGE_MOVE || p->x.cooperative.piece == RULES_NO_SQ))
		return error_set(err, at, "wild=1 can be only after a capture of this turn");
	return 0;
}

static void
cooperative_keys_print(const struct position *p, unsigned seat, struct text *out)
{
	text_add(out, " cards=");
	text_add(out, decks[p->x.cooperative.deck]);
	text_add(out, " stage=");
	text_add(out, stages[p->x.cooperative.stage]);
	cards_print(p, seat, out);
	text_add(out, " piece=");
	if (p->x.cooperative.piece == RULES_NO_SQ)
		text_char(out, '-');
	else
		geometry_print_square(&game_cooperative, p->x.cooperative.piece, out);
	text_add(out, p->x.cooperative.wild ? " wild=1" : " wild=0");
}

/* --- Valid positions ---------------------------------------------------- */

/* Reports every en passant square as usable: a pawn may still arrive next to it. */
static bool
cooperative_ep_stands(const struct position *p, unsigned sq)
{
	return bitboard_ep_passed(&p->b, sq);
}

static int
cooperative_check(const struct position *p, struct rules_error *err)
{
	const struct bitboard *b = &p->b;
	bool capture = p->x.cooperative.stage == STAGE_CAPTURE;

	/* In a position that ended the game, the partner may lack its king. */
	if (orthodox_check_men(b, capture ? !b->seat : ORTHODOX_BOTH_KINGS, err) < 0)
		return -1;
	if (capture && cards_top(p, DISCARDS + b->seat) == NO_CARD)
		return error_set(err, 0,
				 "at stage=capture a card lies on the discards of the side to act");
	if (b->ep_sq != RULES_NO_SQ && bitboard_ep_owner(b->ep_sq) == b->seat &&
	    p->x.cooperative.piece != (b->ep_sq ^ 8))
		return error_set(err, 0,
				 "a pawn of the side to act has passed the en passant "
				 "square, but is not the piece that moved");
	return 0;
}

/* --- Set-up ------------------------------------------------------------- */

static int
cooperative_start(struct position *p, const struct word *values, const uint64_t *seed,
		  struct rules_error *err)
{
	unsigned deck = values[0].s ? word_choice(values[0], decks, DECKS) : DECK_DEALT;

	if (deck == DECKS)
		return error_quote(err, 0, no_deck, values[0]);
	if (rules_parse(&game_cooperative, game_cooperative.start_text, p, err) < 0)
		return -1;
	p->x.cooperative.deck = (uint8_t)deck;
	if (deck != DECK_REAL)
		cards_deal(p, seed ? *seed : 0);
	return 0;
}

/* --- Reasons ------------------------------------------------------------ */

/* Refuses by the way pieces move. Attacks restrict no move, not even castling. */
static bool
refuse_shape(const struct position *p, unsigned from, unsigned to, struct refusal *out)
{
	struct position peaceful = { .b = bitboard_tamed(&p->b, !p->b.seat, 0) };

	return orthodox_refuse_shape(&peaceful, from, to, out);
}

static void
refuse_move(const struct position *p, unsigned from, unsigned to, struct refusal *out)
{
	if (p->x.cooperative.piece != RULES_NO_SQ)
		refusal_set(out, "card-first", "The move has been made; now play a card.",
			    bit(p->x.cooperative.piece));
	else if (!refuse_shape(p, from, to, out))
		refusal_set(out, "capture-later", "Captures are made after a card is played.",
			    to == RULES_NO_SQ ? 0 : bit(to));
}

static void
refuse_capture(const struct position *p, unsigned from, unsigned to, struct refusal *out)
{
	const struct bitboard *b = &p->b;
	unsigned piece = p->x.cooperative.piece;
	bool ep = to == b->ep_sq && bits_has(b->pawns, from);

	if (piece != RULES_NO_SQ && from != piece)
		refusal_set(out, "one-piece", "One piece must make all moves of a turn.",
			    bit(piece));
	else if (!targets(p))
		refusal_set(out, "no-card",
			    "The partner's discards are empty, so nothing can be captured.", 0);
	else if (!bits_has(takers(p), from))
		refusal_set(out, "card-played", "The card just played is not of this piece's kind.",
			    bit(from));
	else if (to == RULES_NO_SQ)
		refusal_set(out, "nothing-to-capture",
			    "This piece reaches nothing that the cards allow.", 0);
	else if (refuse_shape(p, from, to, out))
		return;
	else if (!ep && !bits_has(b->colour[!b->seat], to))
		refusal_set(out, "captures-only", "After the card only captures are possible.",
			    bit(to));
	else
		refusal_set(out, "card-discarded",
			    "The top card of the partner's discards is not of that piece's kind.",
			    bit(to));
}

static void
cooperative_refuse(const struct position *p, unsigned seat, unsigned from, unsigned to,
		   struct refusal *out)
{
	(void)seat; /* board, discards and captured cards are public */
	if (p->x.cooperative.stage == STAGE_MOVE)
		refuse_move(p, from, to, out);
	else
		refuse_capture(p, from, to, out);
}

static void
cooperative_refuse_verb(const struct position *p, unsigned seat, struct action a,
			struct refusal *out)
{
	uint32_t open = 0;

	(void)seat; /* other seats see the position with the cards known only by number */
	for (unsigned list = DISCARDS; list <= CAPTURED; list++)
		open |= cards_set(p, list);
	if (a.kind == ACT_END)
		refusal_set(out, "card-first", "A card must be played before the turn ends.", 0);
	else if (a.kind == ACT_PLAY && p->x.cooperative.stage == STAGE_CAPTURE)
		refusal_set(out, "one-card", "Only one card is played in a turn.", 0);
	else if (a.kind == ACT_PLAY && open >> a.arg & 1)
		refusal_set(out, "card-used", "This card is already face up.", 0);
	else if (a.kind == ACT_PLAY)
		refusal_set(out, "not-in-hand", "This card is not in the hand.", 0);
}

static const char *const options[] = { "cards", NULL };

const struct game game_cooperative = {
	.name = "cooperative",
	.title = "Cooperative Chess",
	.files = 8,
	.ranks = 8,
	.seats = 2,
	.letters = ".PNBRQK",
	.castling = CASTLING_ORTHODOX,
	.long_turns = true,
	.levels = 4,
	/* The moves of chess and each card. */
	.actions_max = ORTHODOX_ACTIONS_MAX + CARDS,
	/* Start for a real deck; other decks are dealt into it. */
	.start_text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 cards=real "
		      "stage=move hands=#3/#3 discards=-/- captured=- pile=#26 piece=- wild=0",
	.options = options,
	.start = cooperative_start,
	.keys_parse = cooperative_keys_parse,
	.keys_print = cooperative_keys_print,
	.ep_stands = cooperative_ep_stands,
	.check = cooperative_check,
	.partners = true,
	.draws_cards = true,
	.actions = cooperative_actions,
	.count = cooperative_count,
	.apply = cooperative_apply,
	.end = cooperative_end,
	.conceal = cards_conceal,
	.refuse = cooperative_refuse,
	.verbs = 1 << ACT_PLAY | 1 << ACT_END,
	.refuse_verb = cooperative_refuse_verb,
	.announce = cooperative_announce,
	.verb_print = cooperative_verb_print,
	.verb_read = cooperative_verb_read,
};
