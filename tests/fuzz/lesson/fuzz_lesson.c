/* Any bytes as a lesson: an error with a line, or a lesson whose steps can be played if it passes its check. */
#include <stddef.h>
#include <stdint.h>

#include "daemon/lesson/lesson.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct lesson l;
	struct lesson_error err;
	struct position p;

	if (lesson_read(&l, (const char *)data, size, &err) < 0 || lesson_check(&l, &err) < 0)
		return 0;
	for (unsigned i = 0; i < l.n; i++)
		lesson_begin(&l, i, &p);
	return 0;
}
