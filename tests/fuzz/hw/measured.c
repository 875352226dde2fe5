/*
 * Any bytes as the measured values of a board (NAME.ini). Refused values leave the board
 * unchanged; accepted values can be written and read again, with the same result.
 */
#include "daemon/bus/chipset.h"
#include "hw/board/board_measured.h"
#include "tests/fuzz/scratch.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define DESCRIPTION HALO_SOURCE "/hw/boards/hall-11x9.ini"

static struct board_chip_limits limits[CHIPSET_LIMITS_MAX];
static struct board described, b, again;
static size_t n_limits;

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char scratch[SCRATCH_PATH], path[SCRATCH_PATH + 8], copy[SCRATCH_PATH + 8];
	struct board_error err;
	const char *culprit;
	int got;

	if (n_limits == 0) {
		n_limits = chipset_limits(limits);
		assert(board_load(DESCRIPTION, limits, n_limits, &described, &err) == 0);
	}
	scratch_make(scratch);
	snprintf(path, sizeof(path), "%s/m.ini", scratch);
	snprintf(copy, sizeof(copy), "%s/c.ini", scratch);
	scratch_write(path, data, size);
	b = described;
	got = board_measured_load(path, limits, n_limits, &b, &err);
	assert(got == 1 || got == -1);
	if (got == 1) {
		assert(board_measured_write(DESCRIPTION, &b, &described, copy, &culprit) == 0);
		again = described;
		assert(board_measured_load(copy, limits, n_limits, &again, &err) == 1);
	}
	assert(memcmp(got == 1 ? &again : &described, &b, sizeof(b)) == 0);
	scratch_remove(scratch);
	return 0;
}
