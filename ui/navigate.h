/*
 * What pages do besides drawing: change to another page, and send requests. No
 * function here calls a page; model.c does.
 */
#pragma once
#include "ui/model.h"

/* Returns the page to show: view.page, or the connect page. */
enum ui_page ui_model_page(const struct ui_model *m);
/* Switches to a page without changing where back leads. */
void ui_model_go(struct ui_model *m, enum ui_page page);
/* Opens a page; back returns to the current page. */
void ui_model_open(struct ui_model *m, enum ui_page page);
/* Returns to the page from which this one was opened, or to its parent. */
void ui_model_back(struct ui_model *m);
/* Opens the confirm page; yes sends `request` and shows `next`. */
void ui_model_confirm(struct ui_model *m, const struct ui_request *request, enum ui_page next,
		      const char *text);
/* Opens the page for the PIN of view.seat: the current one, or a new one to choose. */
void ui_model_ask_pin(struct ui_model *m, bool is_new);
bool ui_seat_has_pin(const struct ui_state *s, const char *seat);
/* Reports whether the page of view.seat need not be hidden: computers play all other seats. */
bool ui_model_is_unwatched(const struct ui_model *m);
/* Sends a request on behalf of its seat; asks for the seat's PIN first if it has one. */
void ui_model_send(struct ui_model *m, const struct ui_request *q, struct ui_out *out);
void ui_out_add(struct ui_out *out, const struct ui_request *request);
/* Adds a request that consists of a word, such as the board's button to press. */
void ui_out_word(struct ui_out *out, enum ui_request_kind kind, const char *word);
/* Returns the next random number in 0..n-1. */
unsigned ui_model_random(struct ui_model *m, unsigned n);
