/* The journal's database with a deliberate error: a commit returns before the disk keeps it. */
#define DB_SYNCHRONOUS "NORMAL"
#include "daemon/store/store_db.c" /* NOLINT(bugprone-suspicious-include): one word differs */
