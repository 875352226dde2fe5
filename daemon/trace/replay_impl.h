/* Printing, shared by the files of the replay. */
#pragma once
#include "daemon/trace/replay_step.h"

/* Prints all notes of the last step, in order, as lines. */
void replay_print_notes(struct replay *r);
/* Prints how the game ended, unless already printed. */
void replay_print_result(struct replay *r, uint64_t t_us);
/* Prints a final action, or n actions taken back. */
void replay_print_final(struct replay *r, uint64_t t_us, const char *text);
void replay_print_undo(struct replay *r, uint64_t t_us, unsigned n);
/* Prints a note on an edge that repeats the last reading of its square. */
