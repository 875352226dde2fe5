#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <glob.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/daemon/cli/usb_rig.h"

static const char *halo_usb;
static struct rig_programs programs;
struct rig rig;
struct rig_client client;
char stick[128], out[OUT_MAX];
const char *socket_name = "halod.sock";

void
usb_programs(int argc, char **argv)
{
	assert_int_equal(argc, 4);
	halo_usb = argv[1];
	programs = (struct rig_programs){ .halod = argv[2], .halo_board = argv[3] };
}

char *
in_stick(const char *name)
{
	static char path[PATH_SIZE];

	snprintf(path, sizeof(path), "%s/%s", stick, name);
	return path;
}

char *
in_board(const char *name)
{
	static char path[PATH_SIZE];
	glob_t found;

	assert_int_equal(glob(in_stick("haloboard/board-????????"), 0, NULL, &found), 0);
	assert_int_equal(found.gl_pathc, 1);
	snprintf(path, sizeof(path), "%s/%s", found.gl_pathv[0] + strlen(stick) + 1, name);
	globfree(&found);
	return path;
}

void
stick_write(const char *name, const char *text)
{
	FILE *f = fopen(in_stick(name), "w");

	assert_non_null(f);
	fputs(text, f);
	assert_int_equal(fclose(f), 0);
}

void
folder(const char *name)
{
	assert_int_equal(mkdir(in_stick(name), 0755), 0);
}

pid_t
start(const char *folder, const char *log, rlim_t limit, const char *option)
{
	struct rlimit r = { limit, limit };
	char socket[160];
	pid_t pid = fork();

	snprintf(socket, sizeof(socket), "%s/%s", rig.dir, socket_name);
	if (pid == 0) {
		int fd = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0600);

		dup2(fd, 1);
		dup2(fd, 2);
		signal(SIGXFSZ, SIG_IGN);
		if (limit)
			setrlimit(RLIMIT_FSIZE, &r);
		execl(halo_usb, halo_usb, "--socket", socket, "--folder", folder, option,
		      (char *)NULL);
		_exit(127);
	}
	return pid;
}

int
ended(pid_t pid)
{
	int status;
	pid_t got;

	/* The daemon drops a client that reads nothing for five seconds. */
	while ((got = waitpid(pid, &status, WNOHANG)) == 0)
		(void)rig_pump(&client, 20);
	assert_int_equal(got, pid);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void
log_name(char path[PATH_SIZE])
{
	snprintf(path, PATH_SIZE, "%.100s/usb.log", rig.dir);
}

/* The output of that process is in `out`. */
static int
heard(pid_t pid)
{
	char log[PATH_SIZE];
	int status = ended(pid);
	FILE *f;

	log_name(log);
	f = fopen(log, "r");
	assert_non_null(f);
	out[fread(out, 1, sizeof(out) - 1, f)] = '\0';
	fclose(f);
	return status;
}

int
serve_limited(rlim_t limit)
{
	char log[PATH_SIZE];

	log_name(log);
	return heard(start(stick, log, limit, NULL));
}

void
serve_shown(const char *text)
{
	char log[PATH_SIZE];
	uint64_t end = rig_now_us() + RIG_PATIENCE_MS * 1000u;
	pid_t pid;
	bool shown;

	log_name(log);
	pid = start(stick, log, 0, "--wait");
	while (!(shown = state_has("sticks", text)) && rig_now_us() < end)
		(void)rig_pump(&client, 20);
	kill(pid, SIGTERM);
	(void)heard(pid);
	if (!shown)
		fail_msg("not shown: %s\nbut said:\n%s", text, out);
}

int
serve(void)
{
	return serve_limited(0);
}

void
said(const char *text)
{
	if (!strstr(out, text))
		fail_msg("not said: %s\nbut:\n%s", text, out);
}

bool
state_has(const char *key, const char *text)
{
	char *all = json_dumps(json_object_get(rig_state(&client), key), JSON_COMPACT);
	bool has = strstr(all, text) != NULL;

	free(all);
	return has;
}

bool
trouble(const char *text)
{
	return state_has("troubles", text);
}

int
setup(void **state)
{
	(void)state;
	rig_init(&rig, programs, "reed-8x8", false);
	rig_board_start(&rig);
	rig_board(&rig, "setup rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
	rig_halod_start(&rig, NULL);
	rig_connect(&rig, &client);
	for (unsigned i = 0; i < 2; i++)
		rig_ok(&client,
		       "{\"kind\":\"import\",\"text\":\"[White \\\"%u\\\"]\\n\\n" FOOL "\\n\"}", i);
	snprintf(stick, sizeof(stick), "%s/stick", rig.dir);
	assert_int_equal(mkdir(stick, 0755), 0);
	return 0;
}

int
teardown(void **state)
{
	(void)state;
	rig_disconnect(&client);
	rig_finish(&rig);
	return 0;
}
