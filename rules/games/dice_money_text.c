/* Dice-Money Chess as text: rolls and purchases, the keys of a position, the option `prices`. */
#include "rules/games/dice_money.h"
#include "rules/geometry.h"

enum {
	PRICE_MAX = 1000000000,
	/*
	 * Men of one side, lost or on the board. Play only moves men between
	 * the two, so no count overflows its byte and no list its text.
	 */
	MEN_MAX = 240,
};

static const char *const stage_names[STAGES] = {
	[STAGE_ROLL] = "roll",
	[STAGE_BUY] = "buy",
	[STAGE_MOVE] = "move",
	[STAGE_EXTRA] = "extra",
};

static const char *const lost_letters[2] = { "QRBNP", "qrbnp" };

static void
print_pair(unsigned first, unsigned second, struct text *out)
{
	text_number(out, first);
	text_char(out, ',');
	text_number(out, second);
}

/* Goods sold without a square. */
static const char *const item_names[ITEMS] = {
	[ITEM_EXTRA1] = "extra1",
	[ITEM_EXTRA2] = "extra2",
	[ITEM_FLIGHT] = "flight",
};

void
dice_money_verb_print(const struct position *p, struct action a, struct text *out)
{
	char piece[4];

	(void)p;
	if (a.kind == ACT_ROLL) {
		text_add(out, "roll:");
		print_pair(a.arg / 8, a.arg % 8, out);
		return;
	}
	text_add(out, "buy:");
	if (a.arg & BUY_ITEM) {
		text_add(out, item_names[a.arg & ~(unsigned)BUY_ITEM]);
		return;
	}
	rules_piece_print(&game_dice_money, a.arg, piece);
	text_add(out, piece);
	text_char(out, '@');
	geometry_print_square(&game_dice_money, a.to, out);
}

/* Reads "N@e4". */
static bool
read_placement(struct word w, struct action *a)
{
	static const char letters[] = "PNBRQ";

	if (w.len != 4 || w.s[1] != '@')
		return false;
	for (unsigned i = 0; i < KINDS_LOST; i++)
		for (unsigned colour = 0; colour < 2; colour++)
			if (w.s[0] == letters[i] + (colour ? 'a' - 'A' : 0))
				a->arg = piece_make(PIECE_PAWN + i, colour);
	a->to = (uint8_t)rules_square_parse(&game_dice_money, w.s + 2, 2);
	return a->arg && a->to != RULES_NO_SQ;
}

static bool
read_buy(struct word w, struct action *a)
{
	a->kind = ACT_BUY;
	for (unsigned i = 0; i < ITEMS; i++)
		if (item_names[i] && word_is(w, item_names[i])) {
			a->arg = (uint8_t)(BUY_ITEM | i);
			return true;
		}
	return read_placement(w, a);
}

/* Reads "2,5", the lower first. */
static bool
read_roll(struct word w, struct action *a)
{
	uint64_t die[2];
	struct rules_error err;

	if (word_counts("roll", w, 0, 2, 6, die, &err) < 0 || die[0] == 0 || die[0] > die[1])
		return false;
	a->kind = ACT_ROLL;
	a->arg = (uint8_t)(die[0] * 8 + die[1]);
	return true;
}

bool
dice_money_verb_read(struct word w, struct action *a)
{
	struct word verb, rest = w;

	if (!word_split(&rest, ':', &verb) || !rest.s)
		return false;
	if (word_is(verb, "roll"))
		return read_roll(rest, a);
	return word_is(verb, "buy") && read_buy(rest, a);
}

static int
parse_price_list(struct word w, size_t at, uint32_t price[ITEMS], struct rules_error *err)
{
	uint64_t n[ITEMS];

	if (word_counts("prices", w, at, ITEMS, PRICE_MAX, n, err) < 0)
		return -1;
	for (unsigned i = 0; i < ITEMS; i++)
		price[i] = (uint32_t)n[i];
	return 0;
}

static int
parse_lost(struct word w, size_t at, unsigned colour, struct position *p, struct rules_error *err)
{
	unsigned place = 0;

	if (word_is(w, "-"))
		return 0;
	if (w.len == 0)
		return error_set(err, at, "a list of lost pieces is empty");
	if (w.len + bits_count(p->b.colour[colour]) > MEN_MAX)
		return error_set(err, at, "a side has more than 240 men, lost ones included");
	for (size_t i = 0; i < w.len; i++) {
		while (place < KINDS_LOST && lost_letters[colour][place] != w.s[i])
			place++;
		if (place == KINDS_LOST)
			return error_quote(
				err, at + i,
				"lost pieces are QRBNP/qrbnp, each side in this order, not", w);
		p->x.dice_money.lost[colour][place]++;
	}
	return 0;
}

static int
parse_dice(struct fields *f, struct position *p, struct rules_error *err)
{
	bool rolled = p->x.dice_money.stage != STAGE_ROLL;
	struct word w;
	uint64_t die[2];
	size_t at;

	if (fields_key(f, "dice", &w, &at, err) < 0)
		return -1;
	if (word_is(w, "-") != !rolled)
		return error_quote(err, at,
				   "dice lie on the table at every stage but roll, not:", w);
	if (!rolled)
		return 0;
	if (word_counts("dice", w, at, 2, 6, die, err) < 0)
		return -1;
	if (die[0] == 0 || die[0] > die[1])
		return error_quote(err, at, "dice are 1 to 6, the lower first, not", w);
	p->x.dice_money.die[0] = (uint8_t)die[0];
	p->x.dice_money.die[1] = (uint8_t)die[1];
	return 0;
}

static int
parse_goods(struct fields *f, struct position *p, struct rules_error *err)
{
	struct word w, side[2];
	uint64_t money[2];
	size_t at;

	if (fields_key(f, "money", &w, &at, err) < 0 ||
	    word_counts("money", w, at, 2, MONEY_MAX, money, err) < 0)
		return -1;
	p->x.dice_money.money[0] = (uint8_t)money[0];
	p->x.dice_money.money[1] = (uint8_t)money[1];
	if (fields_key(f, "prices", &w, &at, err) < 0 || word_sides(w, at, side, err) < 0)
		return -1;
	for (unsigned i = 0; i < 2; i++)
		if (parse_price_list(side[i], at, p->x.dice_money.price[i], err) < 0)
			return -1;
	if (fields_key(f, "lost", &w, &at, err) < 0 || word_sides(w, at, side, err) < 0)
		return -1;
	for (unsigned i = 0; i < 2; i++)
		if (parse_lost(side[i], at + (size_t)(side[i].s - w.s), i, p, err) < 0)
			return -1;
	return 0;
}

/* Parses the further moves and the king's flight, as the stage allows. */
static int
parse_bought(struct fields *f, struct position *p, struct rules_error *err)
{
	unsigned stage = p->x.dice_money.stage;
	uint64_t extra, flight;
	struct word w;
	size_t at;

	if (fields_key(f, "extra", &w, &at, err) < 0)
		return -1;
	if (word_count(w, 2, &extra) < 0 || (stage < STAGE_MOVE && extra) ||
	    (stage == STAGE_EXTRA && !extra))
		return error_quote(err, at,
				   "at this stage there cannot be so many further moves:", w);
	if (fields_key(f, "flight", &w, &at, err) < 0)
		return -1;
	if (word_count(w, 1, &flight) < 0 || (flight && (stage != STAGE_MOVE || extra)))
		return error_quote(err, at, "flight is 0, or 1 at stage=move without extra, not",
				   w);
	p->x.dice_money.extra = (uint8_t)extra;
	p->x.dice_money.flight = (uint8_t)flight;
	return 0;
}

int
dice_money_keys_parse(struct fields *f, struct position *p, struct rules_error *err)
{
	if (fields_choice(f, "stage", stage_names, STAGES,
			  "the stage is roll, buy, move or extra, not", &p->x.dice_money.stage,
			  err) < 0 ||
	    parse_dice(f, p, err) < 0 || parse_goods(f, p, err) < 0)
		return -1;
	return parse_bought(f, p, err);
}

static void
print_prices(const struct position *p, struct text *out)
{
	for (unsigned side = 0; side < 2; side++) {
		for (unsigned i = 0; i < ITEMS; i++) {
			text_number(out, p->x.dice_money.price[side][i]);
			if (i + 1 < ITEMS)
				text_char(out, ',');
		}
		if (side == 0)
			text_char(out, '/');
	}
}

static void
print_lost(const struct position *p, unsigned side, struct text *out)
{
	size_t before = out->len;

	for (unsigned i = 0; i < KINDS_LOST; i++)
		for (unsigned n = p->x.dice_money.lost[side][i]; n > 0; n--)
			text_char(out, lost_letters[side][i]);
	if (out->len == before)
		text_char(out, '-');
}

void
dice_money_keys_print(const struct position *p, unsigned seat, struct text *out)
{
	const uint8_t *die = p->x.dice_money.die;

	(void)seat; /* nothing is hidden */
	text_add(out, " stage=");
	text_add(out, stage_names[p->x.dice_money.stage]);
	text_add(out, " dice=");
	if (die[0])
		print_pair(die[0], die[1], out);
	else
		text_char(out, '-');
	text_add(out, " money=");
	print_pair(p->x.dice_money.money[0], p->x.dice_money.money[1], out);
	text_add(out, " prices=");
	print_prices(p, out);
	text_add(out, " lost=");
	print_lost(p, 0, out);
	text_char(out, '/');
	print_lost(p, 1, out);
	text_add(out, " extra=");
	text_number(out, p->x.dice_money.extra);
	text_add(out, " flight=");
	text_number(out, p->x.dice_money.flight);
}

const char *const dice_money_options[] = { "prices", NULL };

int
dice_money_start(struct position *p, const struct word *values, const uint64_t *seed,
		 struct rules_error *err)
{
	uint32_t price[ITEMS];

	(void)seed; /* dice are rolled during the game */
	if (values[0].s && parse_price_list(values[0], 0, price, err) < 0)
		return -1;
	if (rules_parse(&game_dice_money, game_dice_money.start_text, p, err) < 0)
		return -1;
	for (unsigned i = 0; values[0].s && i < ITEMS; i++)
		p->x.dice_money.price[0][i] = p->x.dice_money.price[1][i] = price[i];
	return 0;
}
