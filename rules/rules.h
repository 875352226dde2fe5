/*
 * The rule core: what is legal in each game, and nothing else.
 *
 * Pure functions over plain values: no I/O, no allocation, no clock, no errno,
 * no variable that changes. A position, a history, an action are copied with
 * `=`. Everything is a function of its arguments; two calls with equal
 * arguments give equal answers on any machine.
 *
 * Programming errors (an action that is not legal handed to rules_apply, a
 * square off the board) are asserted. What people or files get wrong is an
 * answer: a struct rules_error, a struct refusal.
 *
 * The law behind every call is the rule document of the project; see
 * docs/games/ for each game.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/sqset.h"

#define MUST_USE __attribute__((warn_unused_result))

enum {
	RULES_FILES_MAX = 11,
	RULES_RANKS_MAX = 9,
	RULES_SQUARES_MAX = RULES_FILES_MAX * RULES_RANKS_MAX,
	RULES_SEATS_MAX = 4,
	RULES_NO_SQ = 0xff,
	/*
	 * Bytes that hold any printed position, its NUL included; the longest,
	 * below 1700, is a Zombie position set by hand with two graves below
	 * every square.
	 */
	RULES_POSITION_TEXT = 2048,
	RULES_ACTION_TEXT = 24, /* any printed action and its NUL */
	RULES_SAN_TEXT = 16,    /* any SAN move and its NUL: Qa1xb2+ */
	/*
	 * The most actions any position of any game may have; each game states
	 * its own bound in struct game. 218 for orthodox chess positions that
	 * can be reached, more for those set up by hand; half a board of
	 * missiles in American Chess has the most of all.
	 */
	RULES_ACTIONS_MAX = 2450,
	/* Squares whose content one action may change: a Zombie turn's end reaches all. */
	RULES_CHANGES_MAX = 64,
	/* Zombie: a word on each square left, and on each piece that finds no cover. */
	RULES_ANNOUNCEMENTS_MAX = 128,
	RULES_ANNOUNCEMENT_TEXT = 48, /* any printed announcement and its NUL */
	RULES_REFUSAL_TEXT = 128,     /* any printed refusal and its NUL */
};

/*
 * A piece on a square, one byte: kind, PIECE_BLACK, PIECE_MARK. 0 is empty.
 * The letter of a kind belongs to its game: see rules_piece_print.
 */
enum piece_kind {
	PIECE_NONE = 0,
	PIECE_PAWN,
	PIECE_KNIGHT,
	PIECE_BISHOP,
	PIECE_ROOK,
	PIECE_QUEEN,
	PIECE_KING,
	PIECE_STACK5,    /* Abstract: five stones, letter S */
	PIECE_MISSILE,   /* American: letter M */
	PIECE_ARTILLERY, /* American: letter C */
};

enum {
	PIECE_KIND_MASK = 0x0f,
	PIECE_BLACK = 0x10,
	PIECE_MARK = 0x20, /* crooked, zombie, behind the mirror */
};

static inline enum piece_kind
piece_kind(uint8_t piece)
{
	return (enum piece_kind)(piece & PIECE_KIND_MASK);
}

static inline uint8_t
piece_make(unsigned kind, unsigned colour)
{
	return (uint8_t)(kind | (colour ? PIECE_BLACK : 0u));
}

/* 0 White, 1 Black; meaningless for an empty square. */
static inline unsigned
piece_colour(uint8_t piece)
{
	return (piece & PIECE_BLACK) != 0;
}

/*
 * Who acts. Two-seat games use SEAT_W and SEAT_B; Crowded House acts in the
 * order SEAT_WK SEAT_BK SEAT_WQ SEAT_BQ. In both the colour is seat & 1.
 */
enum seat {
	SEAT_W = 0,
	SEAT_B = 1,
	SEAT_WK = 0,
	SEAT_BK = 1,
	SEAT_WQ = 2,
	SEAT_BQ = 3,
	SEAT_CHANCE = 4, /* dice */
	SEAT_NONE = 5,   /* the game is over */
	SEAT_TABLE = 6,  /* view: what everybody may see */
};

/*
 * One atomic thing that a seat or chance does. Fields that an action does not
 * need are zero, so actions compare with rules_action_equal.
 */
enum action_kind {
	ACT_NONE = 0,
	ACT_MOVE,     /* from to, arg: kind promoted to or 0; e2e4 e7e8q; en passant too */
	ACT_CASTLE,   /* from: king, to: as printed, arg: the castling rook's square */
	ACT_PASS,     /* pass */
	ACT_END,      /* end */
	ACT_ROLL,     /* arg: low die * 8 + high die */
	ACT_BUY,      /* arg: item or piece, to: square */
	ACT_TRANSFER, /* from to */
	ACT_BURY,     /* to */
	ACT_PROMOTE,  /* to, arg: kind */
	ACT_ASSIGN,   /* arg: permutation 0..119 */
	ACT_PLAY,     /* arg: card */
	ACT_ATTEMPT,  /* from to */
};

struct action {
	uint8_t kind, from, to, arg;
};

static inline bool
rules_action_equal(struct action a, struct action b)
{
	return a.kind == b.kind && a.from == b.from && a.to == b.to && a.arg == b.arg;
}

/* What happened to a square, and why. */
enum change_cause {
	CAUSE_MOVED,    /* the mover left or arrived */
	CAUSE_CAPTURED, /* the square of a captured piece: taken, or en passant */
	CAUSE_PROMOTED, /* arrival as another kind */
	CAUSE_CASTLED,  /* king's and rook's squares in castling */
	CAUSE_PLACED,   /* bought, risen */
	CAUSE_REMOVED,  /* by rule: indicted, destroyed */
	CAUSE_MARKED,   /* the same piece on the same square, marked or unmarked */
};

/* What else happened to the piece that stands there then: its coin or checker. */
enum change_mark {
	MARK_KEPT,  /* as before, marked or not; no piece stands there */
	MARK_GIVEN, /* it became crooked, rose as a zombie, went behind the mirror */
	MARK_TAKEN, /* it came back from behind the mirror, became a Regulator */
};

struct change {
	uint8_t sq, before, after; /* piece bytes, 0 empty; before != after */
	uint8_t cause;             /* enum change_cause */
	uint8_t mark;              /* enum change_mark */
};

/*
 * What an action does to the physical squares: exactly those whose content
 * differs, in square order. The arrival square of a capture has the victim as
 * `before`, the captor as `after` and CAUSE_CAPTURED (a promotion by capture
 * too: the captor's kind tells).
 */
struct footprint {
	uint8_t n;
	struct change change[RULES_CHANGES_MAX];
};

enum result {
	RESULT_ONGOING,
	RESULT_WIN, /* seats: bit mask of winners */
	RESULT_DRAW,
	RESULT_SCORE, /* Cooperative: score */
	RESULT_LOST,  /* Cooperative */
};

enum reason {
	REASON_NONE,
	REASON_CHECKMATE,
	REASON_STALEMATE,
	REASON_MATERIAL,
	REASON_REPETITION,
	REASON_SEVENTYFIVE,
	REASON_KING_CAPTURED,
	REASON_CEO_CAPTURED,
	REASON_CEO_INDICTED,
	REASON_NO_INNOCENT_SHAREHOLDERS,
	REASON_ROYAL_CAPTURED,
	REASON_GENERALS,
	REASON_TURN_LIMIT,
	REASON_OUT_OF_CARDS,
	REASON_ALL_PASSED,
};

struct outcome {
	uint8_t result; /* enum result */
	uint8_t reason; /* enum reason */
	uint8_t colour; /* RESULT_WIN: 0 White's side, 1 Black's */
	uint8_t score;  /* RESULT_SCORE */
};

/* Where a text went wrong: `at` is a byte offset into what was handed in. */
struct rules_error {
	size_t at;
	char why[112]; /* one line, no full stop */
};

/*
 * Why an action is not to be had: the rule's name (a short stable word such as
 * "pinned", "blocked", "not-your-turn", "no-such-move", "king-attacked"), one
 * sentence for people, and the squares behind it (the pinning piece, what
 * stands in the way), from what `seat` may know. docs/rules.md has all names.
 */
struct refusal {
	const char *rule; /* static; NULL: the action is legal */
	const char *text; /* static, one sentence */
	struct sqset squares;
	uint32_t costs, money; /* "cannot-pay" alone: the price, and what there is; else 0 */
};

/* rules/position.h defines struct position and struct history; their fields are the core's own. */
#include "rules/position.h"

struct game; /* one const instance per game, see rules/game.h */

/* All games in the order of the rule document; *n is set. Never freed. */
const struct game *const *rules_games(size_t *n);
/* The game of that name, or NULL. "null" is the template game of the tests. */
const struct game *rules_game(const char *name);

const char *rules_name(const struct game *g);  /* "chess960" */
const char *rules_title(const struct game *g); /* "Chess960" */
unsigned rules_files(const struct game *g);
unsigned rules_ranks(const struct game *g);
unsigned rules_squares(const struct game *g);
unsigned rules_seats(const struct game *g);
const char *rules_seat_name(const struct game *g, unsigned seat); /* "w", "wk" */
/* SEAT_… of "w", "wk", "table"; SEAT_NONE if there is none such. */
unsigned rules_seat_parse(const struct game *g, const char *name);

/* "e4" and back; parse gives RULES_NO_SQ for what is no square of the board. */
void rules_square_print(const struct game *g, unsigned sq, char out[4]);
unsigned rules_square_parse(const struct game *g, const char *text, size_t len);
/* "P", "n", "K*"; "." for empty */
void rules_piece_print(const struct game *g, uint8_t piece, char out[4]);
/* "pawn", "Shareholder": the kind's name in this game */
const char *rules_piece_name(const struct game *g, uint8_t piece);

/* All seats play together: they win or lose as one, and nobody can offer a draw. */
bool rules_partners(const struct game *g);
/* Kings may stand in check; false: they are taken like any other piece. */
bool rules_knows_check(const struct game *g);
/* The end of a turn draws a card that others may not see. */
bool rules_draws_cards(const struct game *g);
/* Pieces are marked in this game: a checker, coin or halo may lie under them. */
bool rules_marks(const struct game *g);
/* How many stones the piece is a stack of; 0: it is none, or nobody says. */
unsigned rules_stones(const struct game *g, uint8_t piece);
/*
 * Something hidden in *p may come to light by the end of a turn (a burial, by
 * whoever stands on it leaving): once told, the turn cannot be taken back unseen.
 */
bool rules_reveals(const struct game *g, const struct position *p);

/*
 * The start position. `options` is "" or words "key=value" separated by one
 * space (seed=N, index=N, cards=…). 0, or -1 with *err told and *p untouched.
 */
MUST_USE int rules_start(const struct game *g, const char *options, struct position *p,
			 struct rules_error *err);
MUST_USE int rules_parse(const struct game *g, const char *text, struct position *p,
			 struct rules_error *err);
void rules_print(const struct game *g, const struct position *p, char out[RULES_POSITION_TEXT]);

/* The piece on a square: kind, colour, mark; 0 empty. */
uint8_t rules_at(const struct game *g, const struct position *p, unsigned sq);
struct sqset rules_occupied(const struct game *g, const struct position *p);
struct sqset rules_occupied_by(const struct game *g, const struct position *p, unsigned colour);
/*
 * Who is to act by the position alone: a seat, or SEAT_CHANCE. It is told for a
 * finished game too; rules_outcome says whether anybody still may.
 */
unsigned rules_to_act(const struct game *g, const struct position *p);
/* Whose turn it is: a seat, while chance acts in it too. */
unsigned rules_turn_seat(const struct game *g, const struct position *p);
unsigned rules_turn(const struct game *g, const struct position *p); /* full-turn number */
unsigned rules_halfmoves(const struct game *g, const struct position *p);
/* Squares of the kings that stand in check, as everybody may see. */
struct sqset rules_checked(const struct game *g, const struct position *p);

/*
 * The legal actions of a position, `out` with room for RULES_ACTIONS_MAX, in
 * an order that depends on the position alone. The number of them. History
 * plays no part: whether the game is already drawn by repetition is
 * rules_outcome's to say.
 */
size_t rules_actions(const struct game *g, const struct position *p, struct action *out);
bool rules_legal(const struct game *g, const struct position *p, struct action a);
/* Applies a legal action. *p is the position after it. */
void rules_apply(const struct game *g, struct position *p, struct action a);
/* What the legal action a would do to the squares of *p. */
void rules_footprint(const struct game *g, const struct position *p, struct action a,
		     struct footprint *out);

/*
 * The history for repetition: the caller starts it with the first position,
 * then pushes the position after each action. It knows by itself what is
 * irreversible. Fixed size; never fails.
 */
void rules_history_start(const struct game *g, struct history *h, const struct position *p);
void rules_history_push(const struct game *g, struct history *h, const struct position *p);
/* How often the position pushed last has stood since, itself included. */
unsigned rules_history_count(const struct history *h);

/* h ends with *p; NULL: repetition is left out. */
struct outcome rules_outcome(const struct game *g, const struct position *p,
			     const struct history *h);
/* "ongoing", "win w checkmate", "draw stalemate" */
void rules_outcome_print(const struct game *g, struct outcome o, char out[64]);
const char *rules_reason_name(unsigned reason);

/* What the side to act may claim as a draw (FIDE 9.2, 9.3): CLAIM_… bits. */
enum {
	CLAIM_THREEFOLD = 1,
	CLAIM_FIFTY = 2,
};
unsigned rules_claims(const struct game *g, const struct position *p, const struct history *h);

/* The position as `seat` may see it (SEAT_TABLE: everybody), printed with `?` for the unknown. */
void rules_view_print(const struct game *g, const struct position *p, unsigned seat,
		      char out[RULES_POSITION_TEXT]);

/*
 * *p without what is hidden from the table: a position to work with on the
 * table's knowledge alone. Positions whose table view is the same give the
 * same bytes. What it says of hidden things is no fact: Zombie's graves are
 * empty, masks are one choice of all that the answers allow, hands of cards
 * are known by number; beside open hands the pile is any that there can be.
 */
void rules_public(const struct game *g, const struct position *p, struct position *out);

/*
 * "e2e4", "e7e8q", "e1h1" … and back. Parsing finds the legal action that the
 * text names, by walking the list of them.
 */
void rules_action_print(const struct game *g, const struct position *p, struct action a,
			char out[RULES_ACTION_TEXT]);
MUST_USE int rules_action_parse(const struct game *g, const struct position *p, const char *text,
				struct action *a); /* 0, or -1: not a legal action */
/*
 * What the text would be in this game, legal or not; a castling reads as the
 * ACT_MOVE that it is written as. 0, or -1: the game writes no action so.
 */
MUST_USE int rules_action_read(const struct game *g, const char *text, struct action *a);

/*
 * Why an action is not legal now, from what `seat` may know: the seat whose turn
 * it is knows its own secrets, anybody else (SEAT_TABLE, SEAT_CHANCE, another
 * seat) what the table knows. Any action that rules_action_read gives may be
 * asked about, or that was legal in another position. refusal->rule is NULL when
 * it is legal as far as the seat knows: SEAT_TABLE knows nothing of what the
 * mover has hidden, so an action may be refused and the table not know why.
 */
void rules_refuse_action(const struct game *g, const struct position *p, unsigned seat,
			 struct action a, struct refusal *out);
/* The same of an action as written; "no-such-action" for what cannot be read. */
void rules_refuse_text(const struct game *g, const struct position *p, unsigned seat,
		       const char *text, struct refusal *out);
/*
 * The same of hands, which name no action: why the piece on `from` goes to `to`
 * by none, or goes nowhere at all (to == RULES_NO_SQ). The pieces of the seat to
 * act are asked about, whoever asks.
 */
void rules_refuse(const struct game *g, const struct position *p, unsigned seat, unsigned from,
		  unsigned to, struct refusal *out);
/* The sentence, with the numbers that belong to it. */
void rules_refusal_print(const struct refusal *r, char out[RULES_REFUSAL_TEXT]);

/*
 * What everybody at the table is told when an action is final, besides what the
 * board shows: for the screen, the record and the voice. Fields that a kind
 * does not name are zero.
 */
enum announcement_kind {
	ANNOUNCE_CAPTURE = 1, /* Masquerade: the asking `piece` captures on `sq` */
	ANNOUNCE_NO_CAPTURE,  /* Masquerade: it does not */
	ANNOUNCE_RISEN,       /* Zombie: `piece` was found on the square left, `sq` */
	ANNOUNCE_NO_ZOMBIE,   /* Zombie: nothing was found on `sq` */
	ANNOUNCE_NO_ZOMBIES,  /* Zombie: the mover has nothing buried, and nothing rose */
	ANNOUNCE_CANNOT_BURY, /* Zombie: `piece` goes to the dust for want of a cover */
	ANNOUNCE_SCORE,       /* Cooperative: a king is taken for `number` points */
	ANNOUNCE_ONE_ANSWER, /* American: a side's last general has left the gauntlet, Red is to act */
};

struct announcement {
	uint8_t kind, sq, piece, number;
};

struct announcements {
	uint8_t n;
	struct announcement said[RULES_ANNOUNCEMENTS_MAX];
};

/* What the legal action a, applied to *before, lets everybody know; out->n is 0 for most. */
void rules_announce(const struct game *g, const struct position *before, struct action a,
		    struct announcements *out);
/* "bishop captures b5: no", "no zombie c6": plain words, no full stop. */
void rules_announcement_print(const struct game *g, struct announcement said,
			      char out[RULES_ANNOUNCEMENT_TEXT]);

/*
 * SAN, in the games that have it (rules_has_san); `a` is legal in *p. Parsing
 * accepts what other programs write: 0-0, missing or superfluous + # x =,
 * over-disambiguation, e8Q; -1 with *err: nothing matches, or several do.
 */
bool rules_has_san(const struct game *g);
void rules_san_print(const struct game *g, const struct position *p, struct action a,
		     char out[RULES_SAN_TEXT]);
MUST_USE int rules_san_parse(const struct game *g, const struct position *p, const char *text,
			     struct action *a, struct rules_error *err);

/*
 * The number of action sequences of that length; a finished game has none.
 * *h may be NULL: then ends by repetition do not count.
 */
uint64_t rules_perft(const struct game *g, const struct position *p, const struct history *h,
		     unsigned depth);
