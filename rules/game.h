/*
 * The interface of a game to the core: one const struct, one file under
 * rules/games/. A NULL or zero field means the default given in its comment.
 * Hooks are as pure as the core and write only to their output arguments.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/game_list.h"
#include "rules/rules.h"
#include "rules/text.h"

enum {
	GAME_OPTIONS_MAX = 8,
};

/* Draws that apply to a game besides its own ends. */
enum game_draws {
	DRAW_MATERIAL = 1,
	DRAW_REPETITION = 2,  /* fivefold; threefold is a claim */
	DRAW_SEVENTYFIVE = 4, /* fifty moves are a claim */
};

/* The rules for the castling field and for writing castling actions. */
enum game_castling {
	CASTLING_NONE,     /* the field is "-" */
	CASTLING_ORTHODOX, /* KQkq, e1g1; home squares: king on e, rooks on a and h */
	CASTLING_FISCHER,  /* HAha, X-FEN is accepted too; the action names the rook's square:
			    * e1h1 */
};

struct game {
	const char *name, *title;
	uint8_t files, ranks; /* 8 x 8 uses struct bitboard, all other sizes struct wide_board */
	uint8_t seats;        /* 2 or 4 */
	const char *const *seat_names; /* NULL: "w", "b" */
	/*
	 * By enum piece_kind: upper-case letter, '.' for a kind the game lacks;
	 * zeroes after the last.
	 */
	char letters[PIECE_KIND_MASK + 1];
	const char *const *kind_names; /* by kind; NULL: "pawn" … "king" */
	const uint8_t *stones; /* by kind, the number of stones in the stack; NULL: no piece is a
			        * stack */
	char mark;             /* '*', '^', '@'; 0: no piece is ever marked */
	uint16_t marked_kinds; /* bit k: kind k may carry the mark */
	uint8_t removing_kind; /* removes enemies beside the square where it lands; 0: no kind */
	bool blue_and_red;     /* the armies; otherwise White and Black */
	bool has_san;
	uint8_t castling; /* enum game_castling */
	uint8_t draws;    /* enum game_draws, or-ed */
	/*
	 * A turn may consist of several actions, not all of them board moves.
	 * `check` then decides whether an en passant square of the side to act
	 * is possible.
	 */
	bool long_turns;
	bool idle_turns; /* a turn may be a pass, which does not change the half-move clock */
	/* A position may recur after a capture, because captured pieces return. */
	bool resets_return;
	bool partners;        /* all seats play together against the rules */
	bool draws_cards;     /* the action `end` draws a card */
	bool reveals;         /* the end of a turn may reveal what `conceal` hides */
	uint8_t levels;       /* see rules_levels; 0: RULES_LEVELS_MAX */
	uint16_t actions_max; /* bound on rules_actions, at most RULES_ACTIONS_MAX */

	const char *start_text; /* the start position as printed; `start` may parse it first */
	/*
	 * Names of options besides `seed`, NULL-terminated; NULL: none. `start`
	 * receives their values in this order, with s == NULL for an option
	 * that is not given.
	 */
	const char *const *options;
	/* Sets up the start position. NULL: start_text for every seed. */
	int (*start)(struct position *p, const struct word *values, const uint64_t *seed,
		     struct rules_error *err);

	/* Parses the key=value fields after the six of FEN. NULL: there are none. */
	int (*keys_parse)(struct fields *f, struct position *p, struct rules_error *err);
	/* Prints the key=value fields as `seat` may see them; SEAT_NONE: everything. */
	void (*keys_print)(const struct position *p, unsigned seat, struct text *out);
	/*
	 * Reports whether an en passant square may be set: an enemy pawn could
	 * capture there by shape. The core has checked that the square is empty
	 * and the stepped pawn is present. NULL: as in chess.
	 */
	bool (*ep_stands)(const struct position *p, unsigned sq);
	/*
	 * Checks whether a well-formed position belongs to the game: 0, or -1
	 * and sets *err. NULL: always.
	 */
	int (*check)(const struct position *p, struct rules_error *err);

	/* Lists the actions by the game's own rules; the core adds the draws. */
	size_t (*actions)(const struct position *p, struct action *out);
	/* See rules_captures. NULL: the game has none. */
	size_t (*captures)(const struct position *p, struct action *out);
	/* Counts the actions. NULL: the core counts those listed by `actions`. */
	size_t (*count)(const struct position *p);
	void (*apply)(struct position *p, struct action a);
	/* Returns an end by the game's own rules, which precede all draws. NULL: none. */
	struct outcome (*end)(const struct position *p);
	/* Reports whether the king of a colour is in check. NULL: the game has no check. */
	bool (*in_check)(const struct position *p, unsigned colour);
	/* See rules_area. NULL: the game has no area. */
	struct sqset (*area)(const struct position *p);
	/* Returns the seat to act, or chance. NULL: the seat of the position. */
	unsigned (*to_act)(const struct position *p);
	/* Returns the cause of a change. NULL: as in orthodox chess. */
	enum change_cause (*cause)(const struct position *before, struct action a, unsigned sq,
				   uint8_t was, uint8_t is);
	/* Adds the action's announcements by announcements_add. NULL: never any. */
	void (*announce)(const struct position *before, struct action a, struct announcements *out);
	/* Returns the money that the action earns its mover. NULL: none. */
	uint8_t (*earned)(const struct position *before, struct action a);
	/*
	 * Removes from *p what the table may not know; the result is a legal
	 * position. NULL: nothing is hidden.
	 */
	void (*conceal)(struct position *p);
	/* Explains why no action leads from–to. NULL: "no-such-move". */
	void (*refuse)(const struct position *p, unsigned seat, unsigned from, unsigned to,
		       struct refusal *out);
	/* The kinds of action besides ACT_MOVE and ACT_CASTLE: bits 1 << kind. */
	uint16_t verbs;
	/*
	 * Explains why an action of one of `verbs` is not legal, on the seat's
	 * own turn. Its `from`, if any, holds a piece of that seat. Also called
	 * for an ACT_MOVE that is illegal only by its promotion kind; it may
	 * then leave *out unset. NULL: the game has no verbs.
	 */
	void (*refuse_verb)(const struct position *p, unsigned seat, struct action a,
			    struct refusal *out);
	/*
	 * Print and read ACT_ROLL, ACT_BUY, ACT_ASSIGN and ACT_PLAY. verb_read
	 * returns false if the word is none of them. NULL: the game has none of
	 * these.
	 */
	void (*verb_print)(const struct position *p, struct action a, struct text *out);
	bool (*verb_read)(struct word w, struct action *a);
	/*
	 * perft without repetition, from the same generation but faster than
	 * one action at a time. `bulk`: counts the last actions without
	 * applying them; otherwise each is applied, for benchmarks. NULL:
	 * game_perft.
	 */
	uint64_t (*perft)(const struct position *p, unsigned depth, bool bulk);
};

/* All games: game_chess and so on. */
#define GAME_DECLARE(name) extern const struct game game_##name;
GAME_LIST(GAME_DECLARE)
GAME_DECLARE(null) /* the template: tested, never listed */

static inline bool
game_is_wide(const struct game *g)
{
	return g->files != 8 || g->ranks != 8;
}

/*
 * Common form of the hooks `actions` and `count`: generates the moves of colour
 * `us`, inlined with colour and use as constants. `list`: writes the moves to
 * out; otherwise only counts them.
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

/* Common form of the hook `apply`: makes a board move of colour `us`. */
typedef void game_move_fn(struct position *p, struct action a, unsigned us);

ALWAYS_INLINE void
game_make_move(game_move_fn *move, struct position *p, struct action a)
{
	if (p->b.seat)
		move(p, a, 1);
	else
		move(p, a, 0);
}

/* Results for the hook `end`. */
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

/*
 * Sets the result of the hook `refuse`. `squares` belong to an 8 x 8 board;
 * both texts are static.
 */
static inline void
refusal_set(struct refusal *out, const char *rule, const char *text, uint64_t squares)
{
	*out = (struct refusal){ .rule = rule, .text = text, .squares = { { squares, 0 } } };
}

/*
 * Reports whether the position alone ends the game: by the game's own rules,
 * material or seventy-five moves.
 */
bool game_finished(const struct game *g, const struct position *p);
void announcements_add(struct announcements *out, enum announcement_kind kind, unsigned sq,
		       uint8_t piece);
/* The default of the hook `cause`. */
enum change_cause game_orthodox_cause(struct action a, unsigned sq, uint8_t was, uint8_t is);
/*
 * The default of the hook `perft`: uses `actions`, `count` and `apply`, ignores
 * repetition, and recurses as deep as the stack allows.
 */
uint64_t game_perft(const struct game *g, const struct position *p, unsigned depth, bool bulk);
