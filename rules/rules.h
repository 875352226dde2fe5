/*
 * The rule core: what is legal in each game, and nothing else.
 *
 * Pure functions over plain values: no I/O, no allocation, no clock, no errno,
 * no mutable variable. A position, a history and an action are copied with `=`.
 * Equal arguments give equal results on any machine.
 *
 * Programming errors (an illegal action passed to rules_apply, a square off the
 * board) are asserted. Mistakes of people or files are reported by a struct
 * rules_error or a struct refusal.
 *
 * The rule document of the project is authoritative for every call; see
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
	RULES_LEVELS_MAX = 10, /* of a computer */
	RULES_NO_SQ = 0xff,
	/*
	 * Bytes for any printed position with its NUL. The longest, below 1700,
	 * is set by hand, with two graves below every square.
	 */
	RULES_POSITION_TEXT = 2048,
	RULES_ACTION_TEXT = 24, /* any printed action and its NUL */
	RULES_SAN_TEXT = 16,    /* any SAN move and its NUL: Qa1xb2+ */
	/*
	 * The most actions of any position in any game; each game has its own
	 * bound in struct game. Reachable orthodox positions have up to 218,
	 * set-up positions more. Half a board of missiles has the most.
	 */
	RULES_ACTIONS_MAX = 2450,
	/* Squares that one action may change: the end of a turn may reach all 64. */
	RULES_CHANGES_MAX = 64,
	/* One for each square left and one for each piece without a cover. */
	RULES_ANNOUNCEMENTS_MAX = 128,
	RULES_ANNOUNCEMENT_TEXT = 48, /* any printed announcement and its NUL */
	RULES_REFUSAL_TEXT = 128,     /* any printed refusal and its NUL */
};

/*
 * A piece on a square in one byte: kind, PIECE_BLACK, PIECE_MARK; 0 is empty.
 * The letter of a kind depends on the game: see rules_piece_print.
 */
enum piece_kind {
	PIECE_NONE = 0,
	PIECE_PAWN,
	PIECE_KNIGHT,
	PIECE_BISHOP,
	PIECE_ROOK,
	PIECE_QUEEN,
	PIECE_KING,
	PIECE_STACK5,    /* five stones, letter S */
	PIECE_MISSILE,   /* letter M */
	PIECE_ARTILLERY, /* letter C */
};

enum {
	PIECE_KIND_MASK = 0x0f,
	PIECE_BLACK = 0x10,
	PIECE_MARK = 0x20, /* crooked, zombie, or behind the mirror */
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

/* Returns 0 for White, 1 for Black; meaningless for an empty square. */
static inline unsigned
piece_colour(uint8_t piece)
{
	return (piece & PIECE_BLACK) != 0;
}

/*
 * Seats. Two-seat games use SEAT_W and SEAT_B. Four seats act in the order SEAT_WK
 * SEAT_BK SEAT_WQ SEAT_BQ. In both the colour is seat & 1.
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
	SEAT_TABLE = 6,  /* for views: what is public at the table */
};

/*
 * One atomic action of a seat or of chance. Fields that an action does not use
 * are zero, so rules_action_equal can compare actions.
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

/* The cause of a change on a square. */
enum change_cause {
	CAUSE_MOVED,    /* the moving piece left or arrived */
	CAUSE_CAPTURED, /* the square of a captured piece, en passant included */
	CAUSE_PROMOTED, /* arrival of a pawn as another kind */
	CAUSE_CASTLED,  /* the squares of king and rook in castling */
	CAUSE_PLACED,   /* bought or risen */
	CAUSE_REMOVED,  /* by rule: indicted or destroyed */
	CAUSE_MARKED,   /* the same piece on the same square gained or lost its mark */
};

/* The change of the mark (coin or checker) of the piece that is on the square afterwards. */
enum change_mark {
	MARK_KEPT,  /* unchanged, or the square is empty */
	MARK_GIVEN, /* the piece became crooked, rose as a zombie, or went behind the mirror */
	MARK_TAKEN, /* the piece came back from behind the mirror, or became a Regulator */
};

struct change {
	uint8_t sq, before, after; /* piece bytes, 0: empty; before != after */
	uint8_t cause;             /* enum change_cause */
	uint8_t mark;              /* enum change_mark */
};

/*
 * What an action does to the physical squares: exactly the squares whose
 * content differs, in square order. The arrival square of a capture has the
 * victim as `before`, the captor as `after` and CAUSE_CAPTURED. This includes a
 * promotion by capture: compare the captor's kind.
 */
struct footprint {
	uint8_t n;
	struct change change[RULES_CHANGES_MAX];
};

enum result {
	RESULT_ONGOING,
	RESULT_WIN, /* seats: bit mask of winners */
	RESULT_DRAW,
	RESULT_SCORE, /* of partners: score */
	RESULT_LOST,  /* by partners */
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
	REASONS_N,
};

struct outcome {
	uint8_t result; /* enum result */
	uint8_t reason; /* enum reason */
	uint8_t colour; /* RESULT_WIN: 0: White's side, 1: Black's */
	uint8_t score;  /* RESULT_SCORE */
};

/* A parse error. `at` is a byte offset into the text passed in. */
struct rules_error {
	size_t at;
	char why[112]; /* one line, no full stop */
};

/*
 * Why an action is not legal, from what `seat` may know. Holds the rule's name
 * (a short stable word such as "pinned", "blocked", "not-your-turn",
 * "no-such-move", "king-attacked") and one sentence for people. `squares` are
 * the reason (the pinning piece, the blockers). docs/rules.md lists all names.
 */
struct refusal {
	const char *rule; /* static; NULL: the action is legal */
	const char *text; /* static, one sentence */
	struct sqset squares;
	uint32_t costs, money; /* only for "cannot-pay": the price and the money available;
			        * otherwise 0 */
	bool reaches; /* Set for "own-piece" if the way of moving reaches the square. Never set in
		       * Abstract, for a missile, or for an attempt in notation. */
};

/*
 * rules/position.h defines struct position and struct history. Only the core reads their
 * fields, and daemon/engine, which evaluates millions of positions a second.
 */
#include "rules/position.h"

struct game; /* one const instance per game, see rules/game.h */

/* Returns all games in the order of the rule document and sets *n. Never freed. */
const struct game *const *rules_games(size_t *n);
/* Returns the game of that name, or NULL. "null" is the template game of the tests. */
const struct game *rules_game(const char *name);

const char *rules_name(const struct game *g);  /* "chess" */
const char *rules_title(const struct game *g); /* "Chess" */
unsigned rules_files(const struct game *g);
unsigned rules_ranks(const struct game *g);
unsigned rules_squares(const struct game *g);
unsigned rules_seats(const struct game *g);
const char *rules_seat_name(const struct game *g, unsigned seat); /* "w", "wk" */
/* Returns the seat for "w", "wk" or "table"; SEAT_NONE for any other word. */
unsigned rules_seat_parse(const struct game *g, const char *name);

/*
 * Print and parse squares such as "e4"; parse returns RULES_NO_SQ if the board
 * has no such square.
 */
void rules_square_print(const struct game *g, unsigned sq, char out[4]);
unsigned rules_square_parse(const struct game *g, const char *text, size_t len);
/* Prints "P", "n" or "K*"; "." for empty. */
void rules_piece_print(const struct game *g, uint8_t piece, char out[4]);
/* Returns the unmarked piece with that letter, 0 if there is none. */
uint8_t rules_piece_parse(const struct game *g, char letter);
/* Returns the kind's name in this game: "pawn", "Shareholder". */
const char *rules_piece_name(const struct game *g, uint8_t piece);

/* Reports whether all seats play together: they win or lose as one, and draws cannot be offered. */
bool rules_partners(const struct game *g);
/* Reports whether the game has check; if not, kings are captured like other pieces. */
bool rules_knows_check(const struct game *g);
/* Reports whether the end of a turn draws a card that the other seats may not see. */
bool rules_draws_cards(const struct game *g);
/*
 * Reports whether players make secret choices during play: where to bury a
 * piece, which masks to deal.
 */
bool rules_chooses_secretly(const struct game *g);
/*
 * Returns the character printed after a marked piece: '*' crooked, '^' zombie,
 * '@' behind the mirror; 0: the game marks no piece.
 */
char rules_mark(const struct game *g);
/* Reports whether the armies are Blue and Red instead of White and Black. */
bool rules_is_blue_and_red(const struct game *g);
/* Reports whether games begin from one of several arrays. */
bool rules_has_arrays(const struct game *g);
/*
 * Returns squares that the rules treat apart now: a zone that decides the game,
 * or the half of the seat to act.
 */
struct sqset rules_area(const struct game *g, const struct position *p);
/* Returns the kind that removes enemies beside the square where it lands, or PIECE_NONE. */
enum piece_kind rules_removing_kind(const struct game *g);
/* Returns the number of stones in the piece's stack; 0 if the piece is no stack. */
unsigned rules_stones(const struct game *g, uint8_t piece);
/*
 * Returns the number of levels at which a computer plays, 1 to RULES_LEVELS_MAX: as many as matches
 * distinguish, fewer where chance or secrets decide more. docs/engine.md has the matches.
 */
unsigned rules_levels(const struct game *g);
/*
 * Reports whether the end of a turn may reveal hidden state of *p, such as a
 * burial when its square is left. A turn that revealed something cannot be
 * taken back unseen.
 */
bool rules_reveals(const struct game *g, const struct position *p);

/*
 * Sets up the start position. `options` is "" or "key=value" words separated by
 * one space (seed=N, index=N, cards=…). Returns 0, or -1 with *err set and *p
 * unchanged.
 */
MUST_USE int rules_start(const struct game *g, const char *options, struct position *p,
			 struct rules_error *err);
MUST_USE int rules_parse(const struct game *g, const char *text, struct position *p,
			 struct rules_error *err);
/*
 * Parses only the board field of a position's text. It is complete in every view; the fields
 * after it may hide something. at[] receives the piece of each square, as rules_at returns it.
 */
MUST_USE int rules_board_parse(const struct game *g, const char *text,
			       uint8_t at[RULES_SQUARES_MAX], struct rules_error *err);
void rules_print(const struct game *g, const struct position *p, char out[RULES_POSITION_TEXT]);

/* Returns the piece on a square: kind, colour, mark; 0: empty. */
uint8_t rules_at(const struct game *g, const struct position *p, unsigned sq);
struct sqset rules_occupied(const struct game *g, const struct position *p);
struct sqset rules_occupied_by(const struct game *g, const struct position *p, unsigned colour);
/*
 * Returns the seat to act by the position alone, or SEAT_CHANCE. Finished games
 * return a seat too; rules_outcome reports the end.
 */
unsigned rules_to_act(const struct game *g, const struct position *p);
/* Returns the seat whose turn it is, even while chance acts within the turn. */
unsigned rules_turn_seat(const struct game *g, const struct position *p);
unsigned rules_turn(const struct game *g, const struct position *p); /* the full-turn number */
/* Returns the squares of kings that all can see to be in check. */
struct sqset rules_checked(const struct game *g, const struct position *p);
/* Reports whether all can see that the king of that colour is in check; false without check. */
bool rules_in_check(const struct game *g, const struct position *p, unsigned colour);

/*
 * Lists the legal actions of a position and returns their number; `out` has
 * room for RULES_ACTIONS_MAX. Their order depends on the position alone. The
 * history is not used: rules_outcome reports a draw by repetition.
 */
size_t rules_actions(const struct game *g, const struct position *p, struct action *out);
/*
 * Lists those of the legal actions that capture or promote, in the same order, in less time. Only
 * for games that have this list: searches ask for it at the ends of lines.
 */
bool rules_has_captures(const struct game *g);
size_t rules_captures(const struct game *g, const struct position *p, struct action *out);
bool rules_legal(const struct game *g, const struct position *p, struct action a);
/* Applies a legal action to *p. */
void rules_apply(const struct game *g, struct position *p, struct action a);
/* Computes what the legal action a would do to the squares of *p. */
void rules_footprint(const struct game *g, const struct position *p, struct action a,
		     struct footprint *out);

/*
 * Returns a hash of everything printed except the two counters: for tables of positions. Equal on
 * any machine. Different positions share a key once in about 10^9 positions of one table.
 */
uint64_t rules_key(const struct position *p);

/*
 * Maintain the history for repetition. The caller starts it with the first
 * position and pushes the position after each action. The history detects
 * irreversible actions itself. Fixed size; never fails.
 */
void rules_history_start(const struct game *g, struct history *h, const struct position *p);
void rules_history_push(const struct game *g, struct history *h, const struct position *p);
/* Returns how often the last pushed position has occurred, including now. */
unsigned rules_history_count(const struct history *h);

/* Returns the outcome. h ends with *p; NULL: repetition is ignored. */
struct outcome rules_outcome(const struct game *g, const struct position *p,
			     const struct history *h);
/* Prints "ongoing", "win w checkmate", "draw stalemate". */
void rules_outcome_print(const struct game *g, struct outcome o, char out[64]);
/* Returns a reason's name in records: "king-captured". */
const char *rules_reason_name(unsigned reason);
/* Returns the words for a reason by its name, "the king is captured"; NULL: no reason of the rules. */
const char *rules_reason_words(const char *name);

/* Returns the draws that the side to act may claim (FIDE 9.2, 9.3), as CLAIM_… bits. */
enum {
	CLAIM_THREEFOLD = 1,
	CLAIM_FIFTY = 2,
};
unsigned rules_claims(const struct game *g, const struct position *p, const struct history *h);

/* Prints the position as `seat` may see it (SEAT_TABLE: public), with `?` for what is unknown. */
void rules_view_print(const struct game *g, const struct position *p, unsigned seat,
		      char out[RULES_POSITION_TEXT]);

/*
 * Copies *p without what is hidden from the table, for work with public
 * knowledge only. Positions with the same table view give the same bytes.
 * Hidden parts of the result are placeholders. Graves are empty; masks
 * are one assignment that fits the answers. Hands of cards are known by number;
 * next to open hands the pile is any possible one.
 */
void rules_public(const struct game *g, const struct position *p, struct position *out);

/*
 * Print and parse "e2e4", "e7e8q", "e1h1" …. Parsing searches the legal actions
 * for the one with this text.
 */
void rules_action_print(const struct game *g, const struct position *p, struct action a,
			char out[RULES_ACTION_TEXT]);
MUST_USE int rules_action_parse(const struct game *g, const struct position *p, const char *text,
				struct action *a); /* 0, or -1: not a legal action */
/*
 * Reads the text as an action of the game, legal or not. Castling reads as the
 * ACT_MOVE that it is written as. Returns 0, or -1: the game has no action in
 * this form.
 */
MUST_USE int rules_action_read(const struct game *g, const char *text, struct action *a);

/*
 * Explains why an action is not legal now, from what `seat` may know. The seat
 * whose turn it is knows its own secrets; any other seat, SEAT_TABLE and
 * SEAT_CHANCE know what is public. Accepts any action from rules_action_read,
 * or one that was legal in another position. refusal->rule is NULL if the
 * action is legal as far as the seat knows. The mover's secrets may thus make
 * an action illegal without a public reason.
 */
void rules_refuse_action(const struct game *g, const struct position *p, unsigned seat,
			 struct action a, struct refusal *out);
/* rules_refuse_action for an action in notation; "no-such-action" if the text cannot be read. */
void rules_refuse_text(const struct game *g, const struct position *p, unsigned seat,
		       const char *text, struct refusal *out);
/*
 * rules_refuse_action for a move by hand, without a named action. Explains why
 * the piece on `from` cannot go to `to`, or has no move (to == RULES_NO_SQ).
 * Refers to the pieces of the seat to act, whichever seat requests the reason.
 */
void rules_refuse(const struct game *g, const struct position *p, unsigned seat, unsigned from,
		  unsigned to, struct refusal *out);
/*
 * Returns the pieces that attack a mated king, the squares it could go to, or the piece that
 * could help it. Only for a position in which the side to act is in check without an action.
 */
struct sqset rules_mate_squares(const struct game *g, const struct position *p);
/* Prints the sentence with its numbers. */
void rules_refusal_print(const struct refusal *r, char out[RULES_REFUSAL_TEXT]);

/*
 * Public announcements of a final action that the board does not show: for the
 * screen, the record and the voice. Fields that a kind does not name are zero.
 */
enum announcement_kind {
	ANNOUNCE_CAPTURE = 1, /* the attempt of `piece` captures on `sq` */
	ANNOUNCE_NO_CAPTURE,  /* the attempt fails */
	ANNOUNCE_RISEN,       /* `piece` rose on `sq`, the square left */
	ANNOUNCE_NO_ZOMBIE,   /* no zombie was on `sq` */
	ANNOUNCE_NO_ZOMBIES,  /* the mover has buried nothing, and nothing rose */
	ANNOUNCE_CANNOT_BURY, /* `piece` turns to dust because no square covers it */
	ANNOUNCE_SCORE,       /* a king was captured for `number` points */
	ANNOUNCE_ONE_ANSWER,  /* a side's last general has left the gauntlet, Red is to
			      * act */
	ANNOUNCE_CROOKED,     /* `piece` on `sq` has become crooked */
	ANNOUNCE_GENERAL,     /* `piece` has become a general on `sq` (American) */
	ANNOUNCE_CARDS_OVER,  /* the turn ends because the cards allow nothing more */
};

struct announcement {
	uint8_t kind, sq, piece, number;
};

struct announcements {
	uint8_t n;
	struct announcement said[RULES_ANNOUNCEMENTS_MAX];
};

/* Lists what the legal action a, applied to *before, makes public; out->n is 0 for most actions. */
void rules_announce(const struct game *g, const struct position *before, struct action a,
		    struct announcements *out);
/*
 * Returns what a final action did to its piece, for the action's line in a list of moves:
 * ANNOUNCE_CAPTURE, ANNOUNCE_NO_CAPTURE or ANNOUNCE_CROOKED; 0: nothing of these.
 */
uint8_t rules_effect(const struct game *g, const struct position *before, struct action a);
/* Prints "bishop captures b5: no", "no zombie c6": plain words, no full stop. */
void rules_announcement_print(const struct game *g, struct announcement said,
			      char out[RULES_ANNOUNCEMENT_TEXT]);

/*
 * Parses a printed announcement into *said; fields that the text does not name are zero, such as
 * the colour of its piece. Returns 0, or -1 if the game prints no such announcement.
 */
MUST_USE int rules_announcement_parse(const struct game *g, const char *text,
				      struct announcement *said);

/*
 * SAN, for games that have it (rules_has_san); `a` is legal in *p. Parsing
 * accepts what other programs write: 0-0, missing or superfluous + # x =,
 * over-disambiguation, e8Q. It returns -1 with *err set if no move matches, or
 * several do.
 */
bool rules_has_san(const struct game *g);
void rules_san_print(const struct game *g, const struct position *p, struct action a,
		     char out[RULES_SAN_TEXT]);

/* An action as a list of moves shows it to people. */
struct move_note {
	char text[RULES_SAN_TEXT]; /* SAN, or "Nb1-c3", "e4xd5"; "": no move on the board */
	uint8_t seat;              /* whose turn it is, also while chance acts */
	uint8_t earned;            /* money that the mover gains; 0 in games without money */
	uint32_t turn;             /* the full-turn number */
};
/* Writes the note of an action that is legal in *p; it says nothing that is hidden. */
void rules_note(const struct game *g, const struct position *p, struct action a,
		struct move_note *out);
MUST_USE int rules_san_parse(const struct game *g, const struct position *p, const char *text,
			     struct action *a, struct rules_error *err);

/*
 * Counts the action sequences of that length; a finished game has none. *h may
 * be NULL: repetition then ends no game.
 */
uint64_t rules_perft(const struct game *g, const struct position *p, const struct history *h,
		     unsigned depth);
