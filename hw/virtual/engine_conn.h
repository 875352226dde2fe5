/* A sender of commands: lines in, replies out, without loss in either direction. */
#pragma once
#include <poll.h>

#include "hw/virtual/engine.h"

void engine_conn_open(struct engine_conn *c, int in_fd, int out_fd);
void engine_conn_close(struct engine_conn *c);
/* Fills two entries: the input and the output descriptor. */
void engine_conn_poll(const struct engine_conn *c, struct pollfd fds[2]);
/* Reads, runs commands, writes; closes c when its sender is done or gone. */
void engine_conn_serve(struct engine *e, struct engine_conn *c, const struct pollfd fds[2]);
/* Reports whether any connection can run a line or be closed right now. */
bool engine_conn_ready(const struct engine *e);
/* Sends the reply to a waiting command. */
void engine_conn_answer(struct engine_conn *c, const char *text);
void engine_conn_flush(struct engine_conn *c);
