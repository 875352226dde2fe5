/* Arguments of halo in test_halo.c, and the lines with which a daemon replies. */
#pragma once
#include <stddef.h>

enum { HALO_STEPS_MAX = 7 };

#define NATIVE                                                                                    \
	"{\\\"haloboard\\\":\\\"record\\\",\\\"version\\\":1,\\\"game\\\":\\\"chess\\\","         \
	"\\\"number\\\":7,"                                                                       \
	"\\\"date\\\":\\\"2026.11.20\\\",\\\"players\\\":{\\\"w\\\":\\\"Anna\\\"},\\\"start\\\":" \
	"\\\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\\\","                       \
	"\\\"actions\\\":[[\\\"e2e4\\\",5]],\\\"result\\\":{\\\"end\\\":\\\"white\\\","           \
	"\\\"reason\\\":"                                                                         \
	"\\\"resignation\\\"}}"

#define LISTED                                                                                 \
	"{\"id\":7,\"game\":\"chess\",\"date\":\"2026.11.20\",\"result\":\"1-0\",\"reason\":" \
	"\"resignation\",\"actions\":1}"

#define NO_GAME { "\"state\"", "{\"kind\":\"state\",\"phase\":\"none\",\"id\":@}" }

/* The server waits for a part of a line and sends lines; @ is the id. */
struct halo_step {
	const char *asked, *answer;
};

struct halo_row {
	const char *name;
	const char *args; /* after --socket; %s: the test's folder */
	struct halo_step step[HALO_STEPS_MAX];
	int status;
	const char *out; /* complete; NULL: not checked */
	const char *err; /* a part; NULL: must be empty */
};

extern const struct halo_row halo_rows[];
extern const size_t halo_n_rows;
