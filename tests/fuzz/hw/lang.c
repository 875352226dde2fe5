/*
 * Any bytes as a catalogue. A refused one changes nothing and is reported with its name.
 * Every text of an accepted one can be looked up and filled in.
 */
#include "hw/lang/lang.h"
#include "tests/fuzz/scratch.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const english[] = {
	"Menu", "Back", "{1} to move", "{1} of {2}", C_("a card", "Draw"), ""
};

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char scratch[SCRATCH_PATH], path[SCRATCH_PATH + 8], why[LANG_WHY], out[LANG_TEXT];
	int r;

	scratch_make(scratch);
	snprintf(path, sizeof(path), "%s/l.mo", scratch);
	scratch_write(path, data, size);
	r = lang_read(path, why);
	assert((r == 0) == (*why == '\0'));
	assert(r == 0 || strncmp(why, path, strlen(path)) == 0);
	for (size_t i = 0; i < sizeof(english) / sizeof(english[0]); i++)
		assert(strlen(tr(english[i])) < LANG_TEXT);
	assert(r == 0 || strcmp(tr("Menu"), "Menu") == 0);
	lang_print(out, sizeof(out), tr("{1} to move"), "White");
	lang_print(out, sizeof(out), tr("{1} of {2}"), LANG_N(1), LANG_N(2));
	lang_reset();
	scratch_remove(scratch);
	return 0;
}
