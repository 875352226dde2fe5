/*
 * Cooperative Chess, by Don Kirkby. Both players hold cards, each of a kind of
 * piece, and play together against the cards. A turn is a move that takes
 * nothing, or none; then a card onto one's own discards; then captures, all
 * with one piece, as long as the capturing piece is of the kind of one's own
 * top card and the captured one of the kind of the partner's, which is then
 * moved to the captured cards; then a card is drawn. Taking a king ends the
 * game; what counts is how many kinds have left the board.
 *
 * Nobody is bound by a king. Hands and pile are hidden; with a real deck on the
 * table the program knows them by number alone.
 */
#include <assert.h>
#include <string.h>

#include "rules/movegen.h"
#include "rules/orthodox.h"

enum stage { STAGE_MOVE, STAGE_CAPTURE };

/* The order in which they are printed, and kept in card[]. */
enum list { HANDS, DISCARDS = HANDS + 2, CAPTURED = DISCARDS + 2, PILE, LISTS };

/* 2H 2D 2S 2C 3H … 5C, 8, 9 and 10 of each suit, QH QS KH KS. */
enum {
	CARDS = 32,
	CARD_KNIGHTS = 16,
	CARD_BISHOPS = 20,
	CARD_ROOKS = 24,
	CARD_QUEENS = 28,
	CARD_KINGS = 30,
	HAND = 3,
	NO_CARD = CARDS,
};

static enum piece_kind
card_kind(unsigned card)
{
	if (card < CARD_KNIGHTS)
		return PIECE_PAWN;
	if (card < CARD_BISHOPS)
		return PIECE_KNIGHT;
	if (card < CARD_ROOKS)
		return PIECE_BISHOP;
	if (card < CARD_QUEENS)
		return PIECE_ROOK;
	return card < CARD_KINGS ? PIECE_QUEEN : PIECE_KING;
}

/* Hearts and diamonds are White's. */
static unsigned
card_colour(unsigned card)
{
	return card < CARD_QUEENS ? card % 4 / 2 : card % 2;
}

static void
card_print(unsigned card, struct text *out)
{
	if (card < CARD_KNIGHTS)
		text_number(out, 2 + card / 4);
	else if (card < CARD_QUEENS)
		text_number(out, 4 + card / 4);
	else
		text_char(out, card < CARD_KINGS ? 'Q' : 'K');
	text_char(out, card < CARD_QUEENS ? "HDSC"[card % 4] : "HS"[card % 2]);
}

static unsigned
card_parse(struct word w)
{
	for (unsigned card = 0; card < CARDS; card++) {
		char name[4];
		struct text t = text_into(name, sizeof(name));

		card_print(card, &t);
		if (word_is(w, name))
			return card;
	}
	return NO_CARD;
}

/* Are its cards known, or their number alone? */
static bool
list_known(const struct position *p, unsigned list)
{
	return !p->x.cooperative.real || (list >= DISCARDS && list <= CAPTURED);
}

/* Where in card[] the list begins. */
static unsigned
list_at(const struct position *p, unsigned list)
{
	unsigned at = 0;

	for (unsigned i = 0; i < list; i++)
		if (list_known(p, i))
			at += p->x.cooperative.len[i];
	return at;
}

static unsigned
list_card(const struct position *p, unsigned list, unsigned i)
{
	return p->x.cooperative.card[list_at(p, list) + i];
}

/* The card that lies on top, NO_CARD: there is none. */
static unsigned
list_top(const struct position *p, unsigned list)
{
	unsigned len = p->x.cooperative.len[list];

	return len ? list_card(p, list, len - 1) : NO_CARD;
}

static void
list_push(struct position *p, unsigned list, unsigned card)
{
	unsigned at = list_at(p, list) + p->x.cooperative.len[list]++;
	uint8_t *cards = p->x.cooperative.card;

	if (!list_known(p, list))
		return;
	memmove(cards + at + 1, cards + at, CARDS - 1 - at);
	cards[at] = (uint8_t)card;
}

static unsigned
list_take(struct position *p, unsigned list, unsigned i)
{
	unsigned at = list_at(p, list) + i, card;
	uint8_t *cards = p->x.cooperative.card;

	p->x.cooperative.len[list]--;
	if (!list_known(p, list))
		return NO_CARD;
	card = cards[at];
	memmove(cards + at, cards + at + 1, CARDS - 1 - at);
	cards[CARDS - 1] = 0;
	return card;
}

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

/* The owner's pieces that the top card of its discards stands for: all, when it has none such. */
static uint64_t
matched(const struct position *p, unsigned owner)
{
	const struct bitboard *b = &p->b;
	unsigned card = list_top(p, DISCARDS + owner);
	uint64_t set;

	if (card == NO_CARD)
		return 0;
	set = kind_set(b, card_kind(card)) & b->colour[owner];
	return set ? set : b->colour[owner];
}

/* What may be captured now. */
static uint64_t
targets(const struct position *p)
{
	unsigned them = !p->b.seat;

	if (p->x.cooperative.wild && list_top(p, DISCARDS + them) != NO_CARD)
		return p->b.colour[them];
	return matched(p, them);
}

/* What may capture now. */
static uint64_t
takers(const struct position *p)
{
	uint64_t set = matched(p, p->b.seat);

	return p->x.cooperative.piece == RULES_NO_SQ ? set : set & bit(p->x.cooperative.piece);
}

ALWAYS_INLINE size_t
quiet_moves(const struct position *p, unsigned us, bool list, struct action *out)
{
	struct movegen m = movegen_free(&p->b, us, UINT64_MAX);
	size_t n;

	m.goal = ~m.occupied;
	n = movegen_pawns_plain(&m, list, out, 0);
	n = movegen_knights(&m, list, out, n);
	n = movegen_diag(&m, list, out, n);
	n = movegen_line(&m, list, out, n);
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
	n = movegen_pawns_plain(&m, list, out, 0);
	if (ep != RULES_NO_SQ && bitboard_ep_owner(ep) != us && bits_has(m.goal, ep ^ 8))
		n = movegen_ep_free(&m, list, out, n);
	n = movegen_knights(&m, list, out, n);
	n = movegen_diag(&m, list, out, n);
	n = movegen_line(&m, list, out, n);
	return movegen_kings_free(&m, list, out, n);
}

static size_t
board_moves(const struct position *p, bool list, struct action *out)
{
	bool black = p->b.seat;

	if (p->x.cooperative.stage == STAGE_CAPTURE) {
		if (list)
			return black ? captures(p, 1, true, out) : captures(p, 0, true, out);
		return black ? captures(p, 1, false, NULL) : captures(p, 0, false, NULL);
	}
	if (p->x.cooperative.piece != RULES_NO_SQ)
		return 0;
	if (list)
		return black ? quiet_moves(p, 1, true, out) : quiet_moves(p, 0, true, out);
	return black ? quiet_moves(p, 1, false, NULL) : quiet_moves(p, 0, false, NULL);
}

/* The cards that the seat to act may play, bit by card. */
static uint32_t
playable(const struct position *p)
{
	unsigned hand = HANDS + p->b.seat;
	uint32_t set = 0, seen = 0;

	if (p->x.cooperative.len[hand] == 0)
		return 0;
	for (unsigned i = 0; list_known(p, hand) && i < p->x.cooperative.len[hand]; i++)
		set |= UINT32_C(1) << list_card(p, hand, i);
	if (list_known(p, hand))
		return set;
	for (unsigned list = DISCARDS; list <= CAPTURED; list++)
		for (unsigned i = 0; i < p->x.cooperative.len[list]; i++)
			seen |= UINT32_C(1) << list_card(p, list, i);
	return ~seen;
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

/*
 * The square passed over outlives board moves, until the turn after the double
 * step ends; another double step replaces it, by its own square or none.
 */
static void
move_pieces(struct bitboard *b, struct action a, unsigned us)
{
	unsigned before = b->ep_sq;
	bool twice = bits_has(b->pawns, a.from) && (a.from ^ a.to) == 16;

	assert(a.to < 64);
	if (before != RULES_NO_SQ && bitboard_ep_owner(before) == us)
		b->ep_sq = RULES_NO_SQ; /* one's own is not to be taken */
	if (a.kind == ACT_CASTLE)
		bitboard_castle_pieces(b, us, a.from, a.arg);
	else
		bitboard_move_pieces(b, us, a.from, a.to, a.arg);
	if (!twice && before != RULES_NO_SQ && bitboard_ep_stands(b, before))
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
	if (!(b->kings & b->colour[!us])) /* no right without a king */
		b->castling &= us ? 0xff00 : 0x00ff;
}

/* The cards of a capture that has been made. */
static void
take_card(struct position *p)
{
	unsigned us = p->b.seat, from = DISCARDS + !us;
	unsigned card = list_take(p, from, p->x.cooperative.len[from] - 1u);

	p->x.cooperative.wild =
		card_colour(list_top(p, DISCARDS + us)) == us && card_colour(card) == !us;
	list_push(p, CAPTURED, card);
}

static void
play_card(struct position *p, unsigned card)
{
	unsigned hand = HANDS + p->b.seat, i = 0;

	while (list_known(p, hand) && list_card(p, hand, i) != card)
		i++;
	list_take(p, hand, i);
	list_push(p, DISCARDS + p->b.seat, card);
	p->x.cooperative.stage = STAGE_CAPTURE;
}

static void
end_turn(struct position *p)
{
	unsigned us = p->b.seat, ep = p->b.ep_sq;

	if (p->x.cooperative.len[PILE])
		list_push(p, HANDS + us, list_take(p, PILE, 0));
	if (ep != RULES_NO_SQ && bitboard_ep_owner(ep) != us)
		p->b.ep_sq = RULES_NO_SQ;
	p->x.cooperative.stage = STAGE_MOVE;
	p->x.cooperative.piece = RULES_NO_SQ;
	p->x.cooperative.wild = 0;
	p->b.turn += us;
	p->b.seat ^= 1;
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
	if (p->b.seat)
		board_move(p, a, 1);
	else
		board_move(p, a, 0);
	if (p->x.cooperative.stage == STAGE_CAPTURE)
		take_card(p);
}

/* A point for each kind of which neither colour has a piece left. */
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
	return (struct outcome){ .result = RESULT_ONGOING };
}

static void
cooperative_announce(const struct position *before, struct action a, struct announcements *out)
{
	struct position after = *before;
	struct outcome o;

	cooperative_apply(&after, a);
	o = cooperative_end(&after);
	if (o.result != RESULT_SCORE)
		return;
	announcements_add(out, ANNOUNCE_SCORE, a.to, 0);
	out->said[out->n - 1].number = o.score;
}

static void
cooperative_verb_print(const struct position *p, struct action a, struct text *out)
{
	(void)p;
	text_put(out, "play:");
	card_print(a.arg, out);
}

/* Cards separated by commas, "-" for none. *seen: cards that lie anywhere already. */
static int
parse_cards(struct word w, size_t at, struct position *p, unsigned list, uint32_t *seen,
	    struct rules_error *err)
{
	struct word item;

	if (word_is(w, "-"))
		return 0;
	while (word_split(&w, ',', &item)) {
		unsigned card = card_parse(item);

		if (card == NO_CARD)
			return error_quote(err, at, "there is no such card:", item);
		if (*seen >> card & 1)
			return error_quote(err, at, "a card lies in two places:", item);
		*seen |= UINT32_C(1) << card;
		list_push(p, list, card);
	}
	return 0;
}

static int
parse_list(struct word w, size_t at, struct position *p, unsigned list, uint32_t *seen,
	   struct rules_error *err)
{
	uint64_t n;

	if (list_known(p, list))
		return parse_cards(w, at, p, list, seen, err);
	if (w.len < 2 || w.s[0] != '#' ||
	    word_count((struct word){ w.s + 1, w.len - 1 }, CARDS, &n) < 0)
		return error_quote(err, at, "cards known by number alone are #COUNT, not", w);
	p->x.cooperative.len[list] = (uint8_t)n;
	return 0;
}

/* One list, or with `both` White's and Black's with '/' between. */
static int
parse_lists(struct fields *f, const char *key, bool both, unsigned list, struct position *p,
	    uint32_t *seen, struct rules_error *err)
{
	struct word w, side;
	size_t at;

	if (fields_key(f, key, &w, &at, err) < 0)
		return -1;
	if (!both)
		return parse_list(w, at, p, list, seen, err);
	for (unsigned i = 0; i < 2; i++) {
		const char *begin = w.s;

		if (!word_split(&w, '/', &side) || !w.s != (i == 1))
			return error_quote(err, at, "lists are WHITE/BLACK in:",
					   (struct word){ key, strlen(key) });
		if (parse_list(side, at, p, list + i, seen, err) < 0)
			return -1;
		at += w.s ? (size_t)(w.s - begin) : 0;
	}
	return 0;
}

/* The index of the word that is the field's value. */
static int
parse_choice(struct fields *f, const char *key, const char *const choices[2], uint8_t *out,
	     struct rules_error *err)
{
	struct word w;
	size_t at;

	if (fields_key(f, key, &w, &at, err) < 0)
		return -1;
	for (*out = 0; *out < 2; ++*out)
		if (word_is(w, choices[*out]))
			return 0;
	return error_quote(err, at, "this cannot be the value here:", w);
}

static const char *const decks[] = { "dealt", "real" };
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
check_cards(const struct position *p, uint32_t seen, size_t at, struct rules_error *err)
{
	unsigned n = bits_count(seen);

	for (unsigned list = 0; list < LISTS; list++)
		if (!list_known(p, list))
			n += p->x.cooperative.len[list];
	if (n > CARDS)
		return error_tell(err, at, "these are more than 32 cards");
	if (p->x.cooperative.stage == STAGE_CAPTURE && !p->x.cooperative.len[DISCARDS + p->b.seat])
		return error_tell(
			err, at, "at stage=capture a card lies on the discards of the side to act");
	return 0;
}

static int
cooperative_keys_parse(struct fields *f, struct position *p, struct rules_error *err)
{
	uint32_t seen = 0;
	size_t at = f->at;

	if (parse_choice(f, "cards", decks, &p->x.cooperative.real, err) < 0 ||
	    parse_choice(f, "stage", stages, &p->x.cooperative.stage, err) < 0 ||
	    parse_lists(f, "hands", true, HANDS, p, &seen, err) < 0 ||
	    parse_lists(f, "discards", true, DISCARDS, p, &seen, err) < 0 ||
	    parse_lists(f, "captured", false, CAPTURED, p, &seen, err) < 0 ||
	    parse_lists(f, "pile", false, PILE, p, &seen, err) < 0 ||
	    check_cards(p, seen, at, err) < 0 || parse_piece(f, p, err) < 0)
		return -1;
	at = f->at;
	if (parse_choice(f, "wild", digits, &p->x.cooperative.wild, err) < 0)
		return -1;
	if (p->x.cooperative.wild &&
	    (p->x.cooperative.stage == STAGE_MOVE || p->x.cooperative.piece == RULES_NO_SQ))
		return error_tell(err, at, "wild=1 can be only after a capture of this turn");
	return 0;
}

static void
print_count(const struct position *p, unsigned list, struct text *out)
{
	text_char(out, '#');
	text_number(out, p->x.cooperative.len[list]);
}

static void
print_cards(const struct position *p, unsigned list, struct text *out)
{
	if (p->x.cooperative.len[list] == 0)
		text_char(out, '-');
	for (unsigned i = 0; i < p->x.cooperative.len[list]; i++) {
		if (i)
			text_char(out, ',');
		card_print(list_card(p, list, i), out);
	}
}

/* SEAT_NONE sees all; a seat its own hand; the table no hand; and nobody the pile. */
static void
print_list(const struct position *p, unsigned list, unsigned seat, struct text *out)
{
	bool hidden = list == PILE || (list < DISCARDS && list != HANDS + seat);

	if (!list_known(p, list) || (hidden && seat != SEAT_NONE))
		print_count(p, list, out);
	else
		print_cards(p, list, out);
}

static void
cooperative_keys_print(const struct position *p, unsigned seat, struct text *out)
{
	static const char *const keys[LISTS] = {
		" hands=", "/", " discards=", "/", " captured=", " pile=",
	};
	char sq[4] = "-";

	text_put(out, " cards=");
	text_put(out, decks[p->x.cooperative.real]);
	text_put(out, " stage=");
	text_put(out, stages[p->x.cooperative.stage]);
	for (unsigned list = 0; list < LISTS; list++) {
		text_put(out, keys[list]);
		print_list(p, list, seat, out);
	}
	if (p->x.cooperative.piece != RULES_NO_SQ)
		rules_square_print(&game_cooperative, p->x.cooperative.piece, sq);
	text_put(out, " piece=");
	text_put(out, sq);
	text_put(out, p->x.cooperative.wild ? " wild=1" : " wild=0");
}

static int
cooperative_check(const struct position *p, struct rules_error *err)
{
	const struct bitboard *b = &p->b;
	bool capture = p->x.cooperative.stage == STAGE_CAPTURE;

	/* A game that has just ended lacks the partner's king. */
	if (orthodox_check_king(b, 0, capture && b->seat == 1, err) < 0 ||
	    orthodox_check_king(b, 1, capture && b->seat == 0, err) < 0 ||
	    orthodox_check_pawns(b, err) < 0)
		return -1;
	if (b->ep_sq != RULES_NO_SQ && bitboard_ep_owner(b->ep_sq) == b->seat &&
	    p->x.cooperative.piece != (b->ep_sq ^ 8))
		return error_tell(err, 0,
				  "a pawn of the side to act has passed the en passant "
				  "square, but is not the piece that moved");
	return 0;
}

static uint64_t
next_random(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

static void
deal(struct position *p, uint64_t seed)
{
	uint8_t *card = p->x.cooperative.card;

	for (unsigned i = 0; i < CARDS; i++)
		card[i] = (uint8_t)i;
	for (unsigned i = CARDS - 1; i > 0; i--) {
		unsigned j = (unsigned)(next_random(&seed) % (i + 1));
		uint8_t swapped = card[i];

		card[i] = card[j];
		card[j] = swapped;
	}
}

static int
cooperative_start(struct position *p, const struct word *values, const uint64_t *seed,
		  struct rules_error *err)
{
	static const char text[] =
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 cards=real stage=move "
		"hands=#3/#3 discards=-/- captured=- pile=#26 piece=- wild=0";
	bool real = values[0].s && word_is(values[0], decks[1]);

	if (values[0].s && !real && !word_is(values[0], decks[0]))
		return error_quote(err, 0, "cards is dealt or real, not", values[0]);
	if (rules_parse(&game_cooperative, text, p, err) < 0)
		return -1;
	p->x.cooperative.real = real;
	if (!real)
		deal(p, seed ? *seed : 0);
	return 0;
}

static void
tell(struct refusal *out, const char *rule, const char *text, uint64_t squares)
{
	*out = (struct refusal){ .rule = rule, .text = text, .squares = { { squares, 0 } } };
}

/* By the way pieces move; attacks hinder nobody, not even a king that castles. */
static bool
refuse_shape(const struct position *p, unsigned from, unsigned to, struct refusal *out)
{
	struct position peaceful = *p;
	struct bitboard *b = &peaceful.b;
	uint64_t own = b->colour[b->seat];

	b->pawns &= own;
	b->knights &= own;
	b->diag &= own;
	b->line &= own;
	b->kings &= own;
	return orthodox_refuse_shape(&peaceful, from, to, out);
}

static void
refuse_move(const struct position *p, unsigned from, unsigned to, struct refusal *out)
{
	if (p->x.cooperative.piece != RULES_NO_SQ)
		tell(out, "card-first", "One move has been made; now a card is played.",
		     bit(p->x.cooperative.piece));
	else if (!refuse_shape(p, from, to, out))
		tell(out, "capture-later", "Captures are made after a card is played.",
		     to == RULES_NO_SQ ? 0 : bit(to));
}

static void
refuse_capture(const struct position *p, unsigned from, unsigned to, struct refusal *out)
{
	const struct bitboard *b = &p->b;
	unsigned piece = p->x.cooperative.piece;
	bool ep = to == b->ep_sq && bits_has(b->pawns, from);

	if (piece != RULES_NO_SQ && from != piece)
		tell(out, "one-piece", "One piece makes all moves of a turn.", bit(piece));
	else if (!targets(p))
		tell(out, "no-card", "The partner's discards are empty, so nothing is captured.",
		     0);
	else if (!bits_has(takers(p), from))
		tell(out, "card-played", "The card just played is not of this piece's kind.",
		     bit(from));
	else if (to == RULES_NO_SQ)
		tell(out, "nothing-to-capture", "This piece reaches nothing that the cards allow.",
		     0);
	else if (refuse_shape(p, from, to, out))
		return;
	else if (!ep && !bits_has(b->colour[!b->seat], to))
		tell(out, "captures-only", "After the card only captures are made.", bit(to));
	else
		tell(out, "card-discarded",
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

static const char *const options[] = { "cards", NULL };

/* As if the deck were a real one: hands and pile by number. */
static void
cooperative_conceal(struct position *p)
{
	uint8_t open[CARDS] = { 0 };
	unsigned n = 0;

	for (unsigned list = DISCARDS; list <= CAPTURED; list++)
		for (unsigned i = 0; i < p->x.cooperative.len[list]; i++)
			open[n++] = (uint8_t)list_card(p, list, i);
	memcpy(p->x.cooperative.card, open, sizeof(open));
	p->x.cooperative.real = true;
}

const struct game game_cooperative = {
	.name = "cooperative",
	.title = "Cooperative Chess",
	.files = 8,
	.ranks = 8,
	.seats = 2,
	.letters = ".PNBRQK",
	.castling = CASTLING_ORTHODOX,
	.long_turns = true,
	/* Moves as in chess, and each card. */
	.actions_max = ORTHODOX_ACTIONS_MAX + CARDS,
	.options = options,
	.start = cooperative_start,
	.keys_parse = cooperative_keys_parse,
	.keys_print = cooperative_keys_print,
	.check = cooperative_check,
	.draws_cards = true,
	.actions = cooperative_actions,
	.count = cooperative_count,
	.apply = cooperative_apply,
	.end = cooperative_end,
	.conceal = cooperative_conceal,
	.refuse = cooperative_refuse,
	.announce = cooperative_announce,
	.verb_print = cooperative_verb_print,
};
