/* halo-board built without SDL. */
#include <stdio.h>

#include "hw/virtual/window.h"

int
window_run(struct engine *e)
{
	(void)e;
	fprintf(stderr, "halo-board: --window: this program was built without SDL2\n");
	return -1;
}
