/*
 * transcript TOOL FILE…: runs halo-rules over pipes, line by line, and compares
 * its output with the files.
 *
 * A file begins with "game NAME" or "game NAME --explain". A line "> COMMAND"
 * is sent; the lines up to the next command are its reply. Lines that begin
 * with "#" are comments. The next command is sent only after the reply, so a
 * tool that does not flush blocks here until the alarm.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATIENCE_S = 300, LINE_SIZE = 4096, LONG_LINE = 3 << 20 };

struct tool {
	FILE *in, *out;
	pid_t pid;
};

static void
die(const char *what)
{
	fprintf(stderr, "transcript: %s: %s\n", what, strerror(errno));
	exit(2);
}

static struct tool
tool_start(const char *path, const char *game, const char *option)
{
	int to[2], from[2];
	struct tool t;

	if (pipe(to) < 0 || pipe(from) < 0)
		die("pipe");
	t.pid = fork();
	if (t.pid < 0)
		die("fork");
	if (t.pid == 0) {
		dup2(to[0], 0);
		dup2(from[1], 1);
		close(to[1]);
		close(from[0]);
		execl(path, path, option ? option : game, option ? game : NULL, (char *)NULL);
		_exit(127);
	}
	close(to[0]);
	close(from[1]);
	t.in = fdopen(to[1], "w");
	t.out = fdopen(from[0], "r");
	if (!t.in || !t.out)
		die("fdopen");
	return t;
}

static void
tool_end_input(struct tool *t)
{
	if (t->in)
		fclose(t->in);
	t->in = NULL;
}

/*
 * Closes the tool's input; returns false unless it exits with success and
 * without further output.
 */
static bool
tool_finish(struct tool *t)
{
	int status;
	bool silent;

	tool_end_input(t);
	silent = fgetc(t->out) == EOF;
	fclose(t->out);
	if (waitpid(t->pid, &status, 0) < 0)
		die("waitpid");
	return silent && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void
tool_say(struct tool *t, const char *bytes, size_t len)
{
	fwrite(bytes, 1, len, t->in);
	fflush(t->in);
}

/* Reads one line of the reply without its newline; returns false at the end. */
static bool
tool_read(struct tool *t, char line[LINE_SIZE])
{
	if (!fgets(line, LINE_SIZE, t->out))
		return false;
	line[strcspn(line, "\n")] = '\0';
	return true;
}

static bool
is_last(const char *line)
{
	return strcmp(line, "ok") == 0 || strncmp(line, "error: ", 7) == 0;
}

/* Files end with an expected reply, so a missing reply shows as a difference. */
static unsigned
run_file(const char *path, const char *tool)
{
	char want[LINE_SIZE], got[LINE_SIZE], game[64], *option;
	FILE *f = fopen(path, "r");
	unsigned number = 1, wrong = 0, answers = 0;
	bool open = false;
	struct tool t;

	if (!f || fscanf(f, "game %63[^\n]\n", game) != 1)
		die(path);
	option = strchr(game, ' ');
	if (option)
		*option++ = '\0';
	t = tool_start(tool, game, option);
	while (fgets(want, sizeof(want), f)) {
		number++;
		if (want[0] == '#' || want[0] == '\n')
			continue;
		if (want[0] == '>') {
			if (open)
				printf("%s:%u: the answer before has no end\n", path, number);
			wrong += open;
			tool_say(&t, want + 2, strlen(want + 2));
			open = true;
			continue;
		}
		want[strcspn(want, "\n")] = '\0';
		if (!open || !tool_read(&t, got) || strcmp(got, want) != 0) {
			printf("%s:%u: '%s', not '%s'\n", path, number, open ? got : "", want);
			wrong++;
			break;
		}
		open = !is_last(want);
		answers += !open;
	}
	fclose(f);
	if (!tool_finish(&t) && ++wrong)
		printf("%s: the tool did not end well\n", path);
	printf("%s: %u answers\n", path, answers);
	return wrong + (answers == 0);
}

struct odd {
	const char *name;
	const char *bytes;
	size_t len;
	const char *want; /* the whole output, lines joined by "|" */
};

#define ODD(name, bytes, want)                       \
	{                                            \
		name, bytes, sizeof(bytes) - 1, want \
	}

static const struct odd odds[] = {
	ODD("nothing", "", ""),
	ODD("no newline at the end", "outcome", "ongoing|ok"),
	ODD("NUL inside", "out\0come\noutcome\n", "error: the line has a NUL byte|ongoing|ok"),
	ODD("NUL first", "\0\n", "error: the line has a NUL byte"),
	ODD("NUL after a good command", "outcome\0\n", "error: the line has a NUL byte"),
	ODD("empty last line", "\n", "error: the line is empty"),
	ODD("blanks alone", " \t \n", "error: the line is empty"),
	ODD("carriage return", "outcome\r\n", "error: unknown command: outcome\r"),
};

static unsigned
run_bytes(const char *tool, const struct odd *o)
{
	struct tool t = tool_start(tool, "chess", NULL);
	char got[4 * LINE_SIZE] = "", line[LINE_SIZE];
	unsigned wrong = 0;
	size_t len = 0;

	tool_say(&t, o->bytes, o->len);
	tool_end_input(&t);
	while (tool_read(&t, line) && len + strlen(line) + 2 < sizeof(got)) {
		if (len > 0)
			got[len++] = '|';
		memcpy(got + len, line, strlen(line) + 1);
		len += strlen(line);
	}
	if (strcmp(got, o->want) != 0 && ++wrong)
		printf("%s: '%s', not '%s'\n", o->name, got, o->want);
	return wrong + !tool_finish(&t);
}

/* An overlong line is one error, whatever it holds, and the next line is served. */
static unsigned
run_long(const char *tool)
{
	static const char head[] = "apply ", next[] = "\noutcome\n";
	static char bytes[LONG_LINE + sizeof(next)];
	struct odd o = { "long line", bytes, 0, "error: the line is too long|ongoing|ok" };

	memset(bytes, 'x', LONG_LINE);
	memcpy(bytes, head, sizeof(head) - 1);
	memcpy(bytes + LONG_LINE, next, sizeof(next));
	o.len = LONG_LINE + sizeof(next) - 1;
	return run_bytes(tool, &o);
}

int
main(int argc, char **argv)
{
	unsigned wrong = 0;

	alarm(PATIENCE_S);
	if (argc < 3) {
		fprintf(stderr, "usage: %s TOOL FILE...\n", argv[0]);
		return 2;
	}
	for (int i = 2; i < argc; i++)
		wrong += run_file(argv[i], argv[1]);
	for (size_t i = 0; i < sizeof(odds) / sizeof(odds[0]); i++)
		wrong += run_bytes(argv[1], &odds[i]);
	wrong += run_long(argv[1]);
	return wrong != 0;
}
