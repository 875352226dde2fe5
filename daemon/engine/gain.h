/* The hooks of struct traits besides the evaluations: what an action wins at once. */
#pragma once
#include "rules/rules.h"

/* --- gain: captures, en passant, promotions -------------------------------- */

int gain_orthodox(const struct position *p, struct action a);
int gain_abstract(const struct position *p, struct action a);    /* stacks */
int gain_accounting(const struct position *p, struct action a);  /* also what a Regulator indicts */
int gain_masquerade(const struct position *p, struct action a);  /* 0 for an attempt that fails */
int gain_cooperative(const struct position *p, struct action a); /* any capture */
int gain_american(const struct position *p, struct action a);    /* also arrivals as a general */

/* --- may_skip ------------------------------------------------------------------ */

/* Reports whether the side to act has more than pawns and a king: otherwise zugzwang is common. */
bool gain_has_officers(const struct position *p);
bool gain_always_skips(const struct position *p);
bool gain_may_skip_masquerade(const struct position *p); /* after the masks are assigned */
bool gain_may_skip_abstract(const struct position *p);   /* not inside a double turn */

/* --- is_lively ------------------------------------------------------------------- */

/*
 * Reports whether there are officers and more than a few pieces: only near the end of a game is a
 * side without actions likely that is not in check.
 */
bool gain_is_lively(const struct position *p);

/* --- exchange ---------------------------------------------------------------------- */

/* Plays out all captures on a.to, cheapest captor first, each side stopping when it likes. */
int gain_exchange(const struct position *p, struct action a);
