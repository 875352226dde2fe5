/* USB sticks, as halo-usb reports them (docs/usb.md). */
#pragma once
#include "daemon/table/duty.h"
#include "daemon/words/words.h"

enum {
	TABLE_STICKS_MAX = 4, /* sticks at the same time; troubles have as many places */
	TABLE_STICK_TEXT = 160,
};

enum table_stick_stage {
	STICK_WAITING =
		WORDS_STICK_WAITING, /* the journal is being repaired; the stick is not touched yet */
	STICK_READING = WORDS_STICK_READING,
	STICK_MENDING =
		WORDS_STICK_MENDING, /* the stick was pulled during a write; its file system is repaired */
	STICK_WRITING = WORDS_STICK_WRITING,
	STICK_DONE,
	STICK_FAILED,
	STICK_STAGES,
};

struct table_stick {
	uint32_t client;              /* the client that serves the stick; 0: there is no stick */
	uint8_t stage;                /* enum table_stick_stage */
	uint8_t why;                  /* STICK_FAILED: enum words_stick */
	bool mended;                  /* STICK_DONE: its file system was repaired */
	uint32_t done, of;            /* games, while the stick is written */
	uint32_t games, imported;     /* STICK_DONE: new on the stick; read from it */
	char name[TABLE_STICK_TEXT];
	char about[TABLE_STICK_TEXT];
	struct words_mistake mistake; /* STICK_DONE: the parts of `about` */
	/* ---- private ---- */
	uint64_t flash_us, report_us; /* end of the flash, and of the report; 0: none */
};

struct table_sticks {
	struct table_stick at[TABLE_STICKS_MAX];
};

extern const struct duty table_stick_duty;

/*
 * Handles the client's report of its stick; the client, flash_us and report_us in *s are ignored.
 * Returns 0, or -1 with t->why.
 */
MUST_USE int table_stick_report(struct table *t, uint32_t client, const struct table_stick *s);
