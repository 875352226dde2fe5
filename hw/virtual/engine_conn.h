/* One who sends commands: lines in, answers out, nothing dropped on either way. */
#pragma once
#include <poll.h>

#include "hw/virtual/engine.h"

void engine_conn_open(struct engine_conn *c, int in_fd, int out_fd);
void engine_conn_close(struct engine_conn *c);
/* Two descriptors: what is read from, what is written to. */
void engine_conn_poll(const struct engine_conn *c, struct pollfd fds[2]);
/* Reads, runs commands, writes; closes c when its sender is done or gone. */
void engine_conn_serve(struct engine *e, struct engine_conn *c, const struct pollfd fds[2]);
/* Could any run a line right now, or be closed? */
bool engine_conn_ready(const struct engine *e);
/* The answer of a command that was waiting. */
void engine_conn_answer(struct engine_conn *c, const char *text);
void engine_conn_flush(struct engine_conn *c);
