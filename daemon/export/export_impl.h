/* What the files of the export module share. */
#pragma once
#include "daemon/export/export.h"

/* Told into j->why, which begins with the name; err. */
int export_fail(struct export_job *j, const char *name, int err);

/*
 * all-games.pgn while it is made. Compared with the file that is there as long
 * as both agree; from the first difference on it is written anew.
 */
struct export_all {
	struct export_job *j;
	int folder; /* where the job began: games may lie in folders beneath it */
	char name[EXPORT_NAME_MAX];
	int old; /* -1: none */
	bool writing;
	size_t at; /* bytes so far that the old one has too */
	struct record_file file;
};

/* 0 or -errno, told. */
MUST_USE int export_all_open(struct export_all *a, struct export_job *j);
MUST_USE int export_all_put(struct export_all *a, const char *text);
/* keep false: the old one stays. *fresh: it was written. */
MUST_USE int export_all_close(struct export_all *a, bool keep, bool *fresh);
