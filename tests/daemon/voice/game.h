/* A game of chess with captures, en passant, a promotion, castling and checks, to be spoken. */
#pragma once

static const char *const voice_game[] = {
	"e4",  "d5",  "exd5", "e5",  "dxe6", "Nc6",  "exf7+", "Ke7",   "Nf3",  "h5",  "fxg8=N+", "Rxg8", "Be2",   "Be6",
	"O-O", "Qd6", "Nc3",  "Kd7", "d4",   "Rd8",  "d5",    "Bxd5",  "Nxd5", "Qxd5", "Qxd5+",  "Kc8",  "Qxd8+", "Nxd8",
};
