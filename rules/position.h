/* The two values that the rule core works on. Only rules/rules.h includes this file. */
#pragma once
#include <stdint.h>

/*
 * The part of a position that all 8 x 8 games share, as sets of squares (bit 0
 * is a1, bit 63 is h8). It is small because a chess search copies only this
 * struct. Queens are in both `diag` and `line`: generation asks for diagonal
 * sliders far more often than for queens. Stacks of five stones are in
 * `knights` and `line`, a pair that no other kind uses.
 */
struct bitboard {
	uint64_t pawns, knights, diag, line, kings;
	uint64_t colour[2]; /* White's, Black's */
	/*
	 * Castling rights as rook files: bit f is the rook on file f of rank 1,
	 * bit 8 + f of rank 8.
	 */
	uint16_t castling;
	uint8_t ep_sq;      /* the square passed over; RULES_NO_SQ: none */
	uint8_t seat;       /* the seat to act: enum seat */
	uint32_t halfmoves; /* half-move clock */
	uint32_t turn;      /* full-turn number, from 1 */
	uint32_t unused;    /* fills the padding: positions are hashed as bytes */
};

/* Boards with more squares or kinds than the sets can hold: one piece byte per square. */
struct wide_board {
	uint8_t cell[RULES_SQUARES_MAX];
};

/*
 * A whole position of any game, hidden information included: a plain value of
 * at most 512 bytes. Only rules/ uses the fields; other rooms use the calls of
 * rules.h. Two positions of a game print alike if and only if their bytes are
 * equal, so unused fields stay zero. One exception: how a finished game
 * lost its CEO is not printed.
 */
struct position {
	struct bitboard b;
	uint64_t marks; /* crooked, zombie, or behind the mirror */
	/* Fields of a single game: its own member, stages and hidden state. */
	union {
		struct wide_board wide;
		struct {
			uint8_t ceo_indicted; /* the missing CEO was indicted, not captured */
		} accounting;
		struct {
			uint8_t checkers[2]; /* free checkers of White and Black: 0 to 99 */
		} half_alice;
		struct {
			uint8_t passes; /* in a row, up to 4 */
		} crowded_house;
		struct {
			uint8_t aronson, twice, limited; /* the options, as 0 or 1 */
			uint8_t stage, last[2];
		} abstract;
		struct {
			/* The lists of known cards, one after another in the order printed. */
			uint8_t card[32];
			uint8_t len[6]; /* hands, discards, captured, pile */
			uint8_t deck, stage, piece, wild;
		} cooperative;
		struct {
			uint32_t price[2][8]; /* of White and Black, as printed */
			uint8_t money[2];
			uint8_t lost[2][5]; /* number of Q R B N P off the board */
			uint8_t die[2];     /* the lower first; 0 before the roll */
			uint8_t stage, extra, flight;
		} dice_money;
		struct {
			uint64_t log[2];    /* answers to the attempts of White and Black */
			uint8_t mask[2][5]; /* what K Q R B N capture as, 1 to 5; 0: not assigned */
		} masquerade;
		struct {
			uint64_t buried[2][3]; /* by White, by Black: three bits per kind */
			uint64_t left, moved;
			uint16_t dust[2][5]; /* of White and Black: number of each kind, pawn to
					      * queen */
			uint8_t hold[32];    /* kinds in the order of capture, 0 after the last */
			uint8_t stage;
		} zombie;
		uint64_t words[(RULES_SQUARES_MAX + 7) / 8];
	} x;
};

_Static_assert(sizeof(struct position) <= 512, "a position is copied freely");

enum {
	/*
	 * Bounds the positions that matter for repetition. Fewer than 150 board
	 * moves follow a capture (the 75-move rule), and no game has more than
	 * six actions per board move. If captures do not make earlier positions
	 * unreachable, older positions are forgotten.
	 */
	HISTORY_MAX = 1024,
};

struct position_key {
	uint64_t w[2];
};

/* A ring of keys of the positions since the last irreversible action. */
struct history {
	uint32_t head;      /* number of keys ever written; key[(head - 1) % MAX] is the last */
	uint32_t len;       /* number of keys that count */
	uint32_t halfmoves; /* the last position's half-move clock */
	uint32_t unused;
	struct position_key key[HISTORY_MAX];
};
