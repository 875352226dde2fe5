/*
 * Any bytes as a backup: the file stays unchanged, and the restored result is a valid
 * journal with only our schema, or nothing.
 */
#include <errno.h>

#include "daemon/store/store_backup.h"
#include "daemon/store/store_db.h"
#include "tests/fuzz/scratch.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
check_file(const char *path, const uint8_t *data, size_t size)
{
	char *now;
	size_t len;

	assert(record_file_read(path, 1 << 20, &now, &len) == 0);
	assert(len == size && memcmp(now, data, size) == 0);
	free(now);
}

/* Opens it as a daemon would, and reads every listed game. */
static void
check_journal(const char *folder, uint32_t games)
{
	static struct db db;
	char path[SCRATCH_PATH + 32];
	uint32_t number = 0, n = 0;
	int got;

	snprintf(path, sizeof(path), "%s/games.db", folder);
	assert(db_open(&db, path, DB_CHECK) == 0);
	for (;;) {
		struct record r = { 0 };

		db_ask(&db, DB_PLAYED_NEXT, "i", (int64_t)number);
		got = db_row(&db, DB_PLAYED_NEXT);
		if (got != 1)
			break;
		number = (uint32_t)sqlite3_column_int64(db.statement[DB_PLAYED_NEXT], 0);
		db_done(&db, DB_PLAYED_NEXT);
		if (db_record(&db, number, &r) == 0)
			record_finish(&r);
		assert(n++ < games);
	}
	assert(got == 0);
	db_close(&db);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char scratch[SCRATCH_PATH], file[SCRATCH_PATH + 16], folder[SCRATCH_PATH + 16];
	struct store_backup out;
	char why[STORE_WHY_MAX];
	int err;

	if (size > 1 << 18)
		return 0;
	scratch_make(scratch);
	snprintf(file, sizeof(file), "%s/b.db", scratch);
	snprintf(folder, sizeof(folder), "%s/games", scratch);
	scratch_write(file, data, size);
	err = store_restore(folder, file, false, &out, why);
	check_file(file, data, size);
	if (err == 0)
		check_journal(folder, out.games);
	else
		assert(*why && access(folder, F_OK) < 0);
	scratch_remove(scratch);
	return 0;
}
