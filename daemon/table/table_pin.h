/* PINs of seats. */
#pragma once
#include "daemon/table/duty.h"
#include "rules/rules.h"

enum {
	TABLE_PIN = 96,      /* a stored PIN, NUL included */
	TABLE_PIN_SALT = 17, /* NUL included */
	TABLE_PIN_DIGITS = 9, /* NUL included */
	TABLE_PIN_JOB = 1,   /* see table_pin_set */
};

struct table_pin {
	/* ---- private ---- */
	char kept[TABLE_PIN]; /* "" none */
	unsigned wrong;       /* wrong tries in a row */
	uint64_t until_us;    /* the next try is allowed at this time */
	uint64_t change_us;   /* the next change is allowed at this time */
	bool trying;          /* a try is in progress */
	uint32_t jobs;        /* number of the last job */
};

struct table_pins {
	struct table_pin of[RULES_SEATS_MAX];
};

/* A change of a PIN, or a try, whose digest is computed outside the loop. */
struct table_pin_job {
	uint8_t seat;
	bool change;
	uint32_t number; /* of the seat's jobs; a later one makes this one void */
	char salt[TABLE_PIN_SALT];
	char pin[TABLE_PIN_DIGITS]; /* "" removes the PIN, or is a try that always fails */
};

extern const struct duty table_pin_duty;

/*
 * Begins a change; "" removes the PIN. Returns TABLE_PIN_JOB, or -1 with t->why: not digits,
 * too few or too many, too soon after the last change.
 */
MUST_USE int table_pin_set(struct table *t, unsigned seat, const char *pin,
			   struct table_pin_job *job);
bool table_pin_is_set(const struct table *t, unsigned seat);
/*
 * Begins a try; pin is NULL if the request has none. Returns 0: the page may
 * open; TABLE_PIN_JOB; or -1 with t->why.
 */
MUST_USE int table_pin_try(struct table *t, unsigned seat, const char *pin,
			   struct table_pin_job *job);
/* Computes the digest of a job. Takes milliseconds; depends on *job alone; callable in any thread. */
void table_pin_digest(const struct table_pin_job *job, char out[TABLE_PIN]);
/*
 * Ends a job. Returns 0: the PIN is set, or the page may open; -1 with t->why: the PIN is wrong,
 * or a later job began.
 */
MUST_USE int table_pin_end(struct table *t, const struct table_pin_job *job,
			   const char digest[TABLE_PIN]);
