/* The language of the settings. */
#pragma once
#include "daemon/table/table.h"

/* Changes to the language of the setting; logs why a catalogue cannot be used. */
void language_follow(struct table *t);
