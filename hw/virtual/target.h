/* What *set up* lays: the position of a lesson, or the array that the daemon is waiting for. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

/*
 * Asks the daemon at that socket for the position to set up. Writes its
 * board field; returns false if no daemon answers, or if its game has begun: then *set up*
 * means a new game. Waits a second at most.
 */
bool target_ask(const char *socket, char *field, size_t size);
