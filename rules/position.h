/* The two values the rule core works on. Included by rules/rules.h alone. */
#pragma once
#include <stdint.h>

/*
 * What every game with an 8 x 8 board shares, as sets of squares (bit 0 is a1,
 * bit 63 is h8). It is small on purpose: searching chess copies this and
 * nothing else. Queens are in both `diag` and `line`, the two ways of sliding,
 * because generation asks for "what slides diagonally" far more often than for
 * "which of these is a queen". Abstract's stacks of five are in `knights` and
 * `line`, as nothing else is.
 */
struct bitboard {
	uint64_t pawns, knights, diag, line, kings;
	uint64_t colour[2]; /* White's, Black's */
	/*
	 * Castling rights as the files of the rooks that still have one: bit f
	 * is the rook on file f of rank 1, bit 8 + f of rank 8.
	 */
	uint16_t castling;
	uint8_t ep_sq;      /* square passed over, RULES_NO_SQ: none */
	uint8_t seat;       /* who acts: enum seat */
	uint32_t halfmoves; /* half-move clock */
	uint32_t turn;      /* full-turn number, from 1 */
	uint32_t unused;    /* no padding: positions are hashed as bytes */
};

/* Boards that need more squares or more kinds than the sets: a piece byte a square. */
struct wide_board {
	uint8_t cell[RULES_SQUARES_MAX];
};

/*
 * A whole position of any game, hidden information included, as a plain value
 * of at most 512 bytes. The fields are for rules/ alone; other rooms use the
 * calls of rules.h. Two positions of a game print alike if and only if their
 * bytes are equal, so whatever a game does not use stays zero. One exception
 * there is: how a finished game of Accounting lost its CEO is not printed.
 */
struct position {
	struct bitboard b;
	uint64_t marks; /* crooked, zombie, behind the mirror */
	/* What one game alone needs: its own member, stages and hidden things. */
	union {
		struct wide_board wide;
		struct {
			uint8_t ceo_indicted; /* the CEO that is gone was not captured */
		} accounting;
		struct {
			uint8_t checkers[2]; /* free ones, White's, Black's: 0 to 99 */
		} half_alice;
		struct {
			uint8_t passes; /* in a row, up to 4 */
		} crowded_house;
		struct {
			uint8_t aronson, twice, limited; /* the options, as 0 or 1 */
			uint8_t stage, last[2];
		} abstract;
		struct {
			/* The lists whose cards are known, one after another in the order printed. */
			uint8_t card[32];
			uint8_t len[6]; /* hands, discards, captured, pile */
			uint8_t deck, stage, piece, wild;
		} cooperative;
		struct {
			uint32_t price[2][8]; /* White's, Black's, as printed */
			uint8_t money[2];
			uint8_t lost[2][5]; /* Q R B N P off the board, how many */
			uint8_t die[2];     /* the lower first; 0 before the roll */
			uint8_t stage, extra, flight;
		} dice_money;
		struct {
			uint64_t log[2];    /* answers to White's, to Black's attempts */
			uint8_t mask[2][5]; /* what K Q R B N capture as, 1 to 5; 0 not assigned */
		} masquerade;
		struct {
			uint64_t buried[2][3]; /* by White, by Black: three bits of a kind */
			uint64_t left, moved;
			uint16_t dust[2][5]; /* White's, Black's: pawn to queen, how many */
			uint8_t hold[32];    /* kinds in the order of capture, 0 at the end */
			uint8_t stage;
		} zombie;
		uint64_t words[(RULES_SQUARES_MAX + 7) / 8];
	} x;
};

_Static_assert(sizeof(struct position) <= 512, "a position is copied freely");

enum {
	/*
	 * Positions that can matter for repetition: board moves since the last
	 * capture are below 150 (the 75-move rule), and no game has more than
	 * six actions to one of them. Where captures are no end (Zombie),
	 * what was longer ago than this is forgotten.
	 */
	HISTORY_MAX = 1024,
};

struct position_key {
	uint64_t w[2];
};

/* A ring of the keys of the positions since the last irreversible action. */
struct history {
	uint32_t head;      /* keys ever written; key[(head - 1) % MAX] is the last */
	uint32_t len;       /* of them, how many count */
	uint32_t halfmoves; /* the last position's half-move clock */
	uint32_t unused;
	struct position_key key[HISTORY_MAX];
};
