#include "tests/engine/player_uci.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LINE_SIZE = 1 << 16 };

struct player_uci {
	char spec[1024]; /* cut into words, `go` among them */
	const char *go;
	pid_t pid;
	FILE *to, *from;
	size_t n_past;        /* actions of the game that it saw last */
	char line[LINE_SIZE]; /* the last reply */
};

__attribute__((noreturn)) static void
fail(const struct player_uci *u, const char *why, const char *what)
{
	fprintf(stderr, "%s: %s '%s'\n", u->spec, why, what);
	exit(1);
}

/* Reads replies up to one that begins with that word. */
static void
await(struct player_uci *u, const char *word)
{
	do {
		if (!fgets(u->line, sizeof(u->line), u->from))
			fail(u, "ended before it answered", word);
		u->line[strcspn(u->line, "\r\n")] = '\0';
		if (strstr(u->line, "error"))
			fprintf(stderr, "%s: %s\n", u->spec, u->line);
	} while (strncmp(u->line, word, strlen(word)) != 0);
}

static void
run_child(const char *command, const int to[2], const int from[2])
{
	char line[1100];

	dup2(to[0], STDIN_FILENO);
	dup2(from[1], STDOUT_FILENO);
	close(to[0]);
	close(to[1]);
	close(from[0]);
	close(from[1]);
	snprintf(line, sizeof(line), "exec %s", command);
	execl("/bin/sh", "sh", "-c", line, (char *)NULL);
	_exit(127);
}

struct player_uci *
player_uci_open(const char *spec)
{
	struct player_uci *u = calloc(1, sizeof(*u));
	int to[2], from[2];
	char *option;

	snprintf(u->spec, sizeof(u->spec), "%s", spec);
	strtok(u->spec, ";");
	u->go = strtok(NULL, ";");
	if (!u->go)
		fail(u, "not COMMAND;GO;NAME=VALUE;...:", spec);
	signal(SIGPIPE, SIG_IGN);
	if (pipe(to) < 0 || pipe(from) < 0 || (u->pid = fork()) < 0)
		fail(u, "cannot start", u->spec);
	if (u->pid == 0)
		run_child(u->spec, to, from);
	close(to[0]);
	close(from[1]);
	u->to = fdopen(to[1], "w");
	u->from = fdopen(from[0], "r");
	setvbuf(u->to, NULL, _IOLBF, LINE_SIZE);
	fputs("uci\n", u->to);
	await(u, "uciok");
	while ((option = strtok(NULL, ";"))) {
		size_t name = strcspn(option, "=");

		fprintf(u->to, "setoption name %.*s value %s\n", (int)name, option,
			option[name] ? option + name + 1 : "");
	}
	return u;
}

void
player_uci_close(struct player_uci *u)
{
	fputs("quit\n", u->to);
	fclose(u->to);
	fclose(u->from);
	waitpid(u->pid, NULL, 0);
	free(u);
}

double
player_uci_cpu_s(const struct player_uci *u)
{
	struct timespec t = { 0, 0 };
	clockid_t clock;

	if (clock_getcpuclockid(u->pid, &clock) == 0)
		clock_gettime(clock, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Sends the game as its start and its actions, so that the program sees repetitions. */
static void
send_game(struct player_uci *u, const struct play *play)
{
	struct position p = play->start;
	char text[RULES_POSITION_TEXT];

	if (play->n_past < u->n_past) {
		fputs("ucinewgame\nisready\n", u->to);
		await(u, "readyok");
	}
	u->n_past = play->n_past;
	rules_print(play->g, &p, text);
	fprintf(u->to, "position %s%s moves", rules_has_arrays(play->g) ? "fen " : "startpos",
		rules_has_arrays(play->g) ? text : "");
	for (size_t i = 0; i < play->n_past; i++) {
		char action[RULES_ACTION_TEXT];

		rules_action_print(play->g, &p, play->made[i], action);
		play_step(play, &p, play->made[i]);
		fprintf(u->to, " %s", action);
	}
	fputc('\n', u->to);
}

struct action
player_uci_choose(struct player_uci *u, const struct play *play)
{
	char text[RULES_POSITION_TEXT], *word;
	struct action a;

	send_game(u, play);
	fprintf(u->to, "%s\n", u->go);
	await(u, "bestmove ");
	word = u->line + strlen("bestmove ");
	word[strcspn(word, " ")] = '\0';
	if (rules_action_parse(play->g, &play->p, word, &a) < 0) {
		rules_print(play->g, &play->p, text);
		fprintf(stderr, "in %s\n", text);
		fail(u, "played an illegal action:", word);
	}
	return a;
}
