/*
 * The search for a description: $HALO_BOARDS, the builder's folder in /etc, the
 * source tree, the installed folder. board.c is built with this test's own
 * folders.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "hw/board/board.h"

enum { PATH_SIZE = 4096 };

/* In search order. */
static const char *const folders[] = { FIND_DIR "/env", BOARD_DIR_OWN, BOARD_DIR_SOURCE,
				       BOARD_DIR_INSTALLED };
enum { FOLDERS = sizeof(folders) / sizeof(folders[0]) };

static void
path_in(const char *folder, char path[PATH_SIZE])
{
	(void)snprintf(path, PATH_SIZE, "%s/mine.ini", folder);
}

static void
make_folder(const char *folder)
{
	assert_true(mkdir(folder, 0755) == 0 || errno == EEXIST);
}

static int
set_up(void **state)
{
	(void)state;
	make_folder(FIND_DIR);
	for (unsigned i = 0; i < FOLDERS; i++) {
		char path[PATH_SIZE];
		FILE *f;

		make_folder(folders[i]);
		path_in(folders[i], path);
		f = fopen(path, "w");
		assert_non_null(f);
		assert_int_equal(fclose(f), 0);
	}
	return setenv("HALO_BOARDS", folders[0], 1);
}

/* The first folder with the name is used; the error names all of them. */
static void
test_order(void **state)
{
	char path[PATH_SIZE], want[PATH_SIZE];
	struct board_error err;

	(void)state;
	for (unsigned i = 0; i < FOLDERS; i++) {
		path_in(folders[i], want);
		assert_int_equal(board_find("mine", path, &err), 0);
		assert_string_equal(path, want);
		assert_int_equal(unlink(want), 0);
	}
	assert_int_equal(board_find("mine", path, &err), -1);
	assert_non_null(strstr(err.why, "no board named mine"));
	assert_non_null(strstr(err.why, "$HALO_BOARDS, "));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_order),
	};

	return cmocka_run_group_tests(tests, set_up, NULL);
}
