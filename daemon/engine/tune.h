/* halo-engine tune: better weights for a game's evaluation, by games of the engine against itself. */
#pragma once

/* Runs the command with the words after "tune"; returns the exit status. */
int tune_main(int argc, char **argv);
