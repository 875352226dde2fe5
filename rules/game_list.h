/*
 * All games in the order of the rule document. A line here lists rules/games/NAME.c in
 * every program and ui/games/NAME.c on the screen.
 */
#pragma once

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
