/* Code that pure.sh must reject: a call out of the core, and a variable. */
#include <stdio.h>

int impure_count(void);

static int calls;

int
impure_count(void)
{
	puts("called");
	return ++calls;
}
