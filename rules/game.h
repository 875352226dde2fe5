/*
 * What a game is to the core: one const struct, one file under rules/games/.
 * A field left NULL or zero means the default that its comment names. Hooks
 * are pure like the core itself and write only what they are handed.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/rules.h"
#include "rules/text.h"

enum {
	GAME_OPTIONS_MAX = 8,
};

/* Draws that hold in a game besides its own ends. */
enum game_draws {
	DRAW_MATERIAL = 1,
	DRAW_REPETITION = 2,  /* fivefold; threefold is a claim */
	DRAW_SEVENTYFIVE = 4, /* fifty moves are a claim */
};

/* The castling field and how castling actions are written. */
enum game_castling {
	CASTLING_NONE,     /* the field is "-" */
	CASTLING_ORTHODOX, /* KQkq, e1g1; kings at home on e, rooks on a and h */
	CASTLING_FISCHER,  /* HAha, X-FEN is read too; the rook's square is named: e1h1 */
};

struct game {
	const char *name, *title;
	uint8_t files, ranks; /* 8 x 8 lives in struct bitboard, all else in struct wide_board */
	uint8_t seats;        /* 2 or 4 */
	const char *const *seat_names; /* NULL: "w", "b" */
	/* By enum piece_kind: upper-case letter, '.' where the game has no such kind. */
	const char *letters;
	const char *const *kind_names; /* by kind; NULL: "pawn" … "king" */
	const uint8_t *stones; /* by kind, how many it is a stack of; NULL: none are stacks */
	char mark;             /* '*', '^', '@'; 0: no piece is ever marked */
	uint16_t marked_kinds; /* bit k: kind k may carry the mark */
	bool has_san;
	uint8_t castling; /* enum game_castling */
	uint8_t draws;    /* enum game_draws, or-ed */
	/*
	 * A turn may be several actions, some of them no board moves. Whether an en
	 * passant square of the side to act can stand is then for `check` to say.
	 */
	bool long_turns;
	bool idle_turns; /* a turn may be a pass, which leaves the clock as it is */
	/* A position may come back across a capture: what was taken returns (Zombie). */
	bool resets_return;
	bool partners;        /* all seats play together, against the rules */
	bool draws_cards;     /* the action `end` draws one */
	bool reveals;         /* the end of a turn may bring to light what `conceal` hides */
	uint16_t actions_max; /* bound on rules_actions, at most RULES_ACTIONS_MAX */

	const char *start_text; /* the start position as printed; `start` may begin with it */
	/*
	 * Names of options besides `seed`, NULL-terminated; NULL: none. `start`
	 * gets their values in this order, s == NULL for one not given.
	 */
	const char *const *options;
	/* NULL: start_text, whatever the seed. */
	int (*start)(struct position *p, const struct word *values, const uint64_t *seed,
		     struct rules_error *err);

	/* The key=value fields after the six of FEN. NULL: there are none. */
	int (*keys_parse)(struct fields *f, struct position *p, struct rules_error *err);
	/* As `seat` may see them; SEAT_NONE: all. */
	void (*keys_print)(const struct position *p, unsigned seat, struct text *out);
	/*
	 * An en passant square as it is written: could an enemy pawn take there by
	 * shape? The stepped pawn is there, the square empty. NULL: as in chess.
	 */
	bool (*ep_stands)(const struct position *p, unsigned sq);
	/* Is a well-formed position one of this game? 0, or -1 and *err told. NULL: always. */
	int (*check)(const struct position *p, struct rules_error *err);

	/* The actions by the game's own rules alone; draws are the core's. */
	size_t (*actions)(const struct position *p, struct action *out);
	/* How many they are. NULL: `actions` is asked. */
	size_t (*count)(const struct position *p);
	void (*apply)(struct position *p, struct action a);
	/* Ends of the game's own, before all draws. NULL: none. */
	struct outcome (*end)(const struct position *p);
	/* Kings in check, both sides'. NULL: the game knows no check. */
	struct sqset (*checked)(const struct position *p);
	/* NULL: the seat of the position. */
	unsigned (*to_act)(const struct position *p);
	/* Why a change came about. NULL: as in orthodox chess. */
	enum change_cause (*cause)(const struct position *before, struct action a, unsigned sq,
				   uint8_t was, uint8_t is);
	/* What is said of it, added to *out by announcements_add. NULL: nothing ever. */
	void (*announce)(const struct position *before, struct action a, struct announcements *out);
	/* Takes out of *p what the table does not know; a legal position stays. NULL: it knows all. */
	void (*conceal)(struct position *p);
	/* Called when no action goes from–to. NULL: "no-such-move". */
	void (*refuse)(const struct position *p, unsigned seat, unsigned from, unsigned to,
		       struct refusal *out);
	/* The kinds of action besides ACT_MOVE and ACT_CASTLE: bits 1 << kind. */
	uint16_t verbs;
	/*
	 * Called when an action of one of `verbs` is not legal, and it is the
	 * seat's turn; its `from`, if it has one, is a piece of that seat. Also
	 * for an ACT_MOVE that would be legal but for the kind it promotes to;
	 * then it need not tell anything. NULL: the game has no verbs.
	 */
	void (*refuse_verb)(const struct position *p, unsigned seat, struct action a,
			    struct refusal *out);
	/*
	 * Text of ACT_ROLL, ACT_BUY, ACT_ASSIGN and ACT_PLAY, and back: false for
	 * what cannot be one of them. NULL: the game has none of these.
	 */
	void (*verb_print)(const struct position *p, struct action a, struct text *out);
	bool (*verb_read)(struct word w, struct action *a);
	/*
	 * perft without repetition, faster than asking action by action, from the
	 * same generation. `bulk`: the last actions are counted; else each is also
	 * applied, as a measure of that. NULL: game_perft.
	 */
	uint64_t (*perft)(const struct position *p, unsigned depth, bool bulk);
};

/*
 * The games there are, in the order of the rule document: game_chess and so on.
 * Adding one is its file and its line here.
 */
#define GAME_LIST(X)     \
	X(chess)         \
	X(chess960)      \
	X(accounting)    \
	X(dice_money)    \
	X(abstract)      \
	X(zombie)        \
	X(masquerade)    \
	X(crowded_house) \
	X(cooperative)   \
	X(half_alice)    \
	X(american)

#define GAME_DECLARE(name) extern const struct game game_##name;
GAME_LIST(GAME_DECLARE)
GAME_DECLARE(null) /* the template: tested, never listed */

static inline bool
game_is_wide(const struct game *g)
{
	return g->files != 8 || g->ranks != 8;
}

/*
 * What most games' hooks `actions` and `count` are made of: one text that makes
 * the moves of the colour `us`, inlined with colour and use as constants. With
 * `list` the moves are written to out, without it they are only counted.
 */
typedef size_t game_moves_fn(const struct position *p, unsigned us, bool list, struct action *out);

ALWAYS_INLINE size_t
game_list_moves(game_moves_fn *moves, const struct position *p, struct action *out)
{
	return p->b.seat ? moves(p, 1, true, out) : moves(p, 0, true, out);
}

ALWAYS_INLINE size_t
game_count_moves(game_moves_fn *moves, const struct position *p)
{
	return p->b.seat ? moves(p, 1, false, NULL) : moves(p, 0, false, NULL);
}

/* The same for what a board move of the colour `us` does. */
typedef void game_move_fn(struct position *p, struct action a, unsigned us);

ALWAYS_INLINE void
game_make_move(game_move_fn *move, struct position *p, struct action a)
{
	if (p->b.seat)
		move(p, a, 1);
	else
		move(p, a, 0);
}

/* Results as the hook `end` gives them. */
static inline struct outcome
outcome_ongoing(void)
{
	return (struct outcome){ .result = RESULT_ONGOING };
}

static inline struct outcome
outcome_win(unsigned colour, enum reason reason)
{
	return (struct outcome){ RESULT_WIN, (uint8_t)reason, (uint8_t)colour, 0 };
}

static inline struct outcome
outcome_draw(enum reason reason)
{
	return (struct outcome){ .result = RESULT_DRAW, .reason = (uint8_t)reason };
}

/* What the hook `refuse` answers; `squares` of an 8 x 8 board, both texts static. */
static inline void
refusal_tell(struct refusal *out, const char *rule, const char *text, uint64_t squares)
{
	*out = (struct refusal){ .rule = rule, .text = text, .squares = { { squares, 0 } } };
}

/* Is the game over by the position alone: an end of its own, material, seventy-five moves? */
bool game_finished(const struct game *g, const struct position *p);
void announcements_add(struct announcements *out, enum announcement_kind kind, unsigned sq,
		       uint8_t piece);
/* What the hook `cause` says in a game without it. */
enum change_cause game_orthodox_cause(struct action a, unsigned sq, uint8_t was, uint8_t is);
/*
 * What the hook `perft` does in a game without it: by `actions`, `count` and
 * `apply`, as deep as the stack, without repetition.
 */
uint64_t game_perft(const struct game *g, const struct position *p, unsigned depth, bool bulk);
