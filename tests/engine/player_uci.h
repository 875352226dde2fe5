/* A player that is another program, which speaks the Universal Chess Interface. */
#pragma once
#include "tests/engine/players.h"

struct player_uci;

/*
 * Starts a program. `spec` is "COMMAND;GO;NAME=VALUE;…": the command for the shell, the command
 * that makes it think, such as "go nodes 10000", and options. Exits with a message if it fails.
 */
struct player_uci *player_uci_open(const char *spec);
void player_uci_close(struct player_uci *u);
/* Returns its action; exits with a message if it answers by none that is legal. */
struct action player_uci_choose(struct player_uci *u, const struct play *play);
/* Returns the processor time that the program has used. */
double player_uci_cpu_s(const struct player_uci *u);
