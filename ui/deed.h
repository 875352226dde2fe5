/* Actions as people read them, where the game has no notation of its own. */
#pragma once

enum { DEED_TEXT = 32 };

/* "roll:2,5" is "rolls 2, 5", "bury:?" "buries a piece"; what hands do stays as written. */
void deed_words(const char *action, char out[DEED_TEXT]);
