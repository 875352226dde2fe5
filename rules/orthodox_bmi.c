/* The moves of chess once more; CMakeLists.txt sets the flags of the processor. */
#define ORTHODOX_MOVES orthodox_moves_bmi
/* One text for both. NOLINTNEXTLINE(bugprone-suspicious-include) */
#include "rules/orthodox_moves.c"
