/* What a seat's own page holds; page_handover.c opens and closes it. */
#pragma once
#include "ui/page.h"

void secret_layout(const struct page_draw *d, struct rect box);
/* What is asked, or shown, as a line that is cut off the top of the box. */
void secret_task_layout(const struct page_draw *d, struct rect *box);
/* Whether one of the seat's actions begins with it. */
bool secret_has(const struct ui_state *s, const char *verb);
/* Puts n things in an order that the seed chooses: view.shuffle, of the page that is open. */
void secret_shuffle(uint8_t *at, unsigned n, uint32_t seed);
/* Whether it is to bury now. */
bool secret_buries(const struct ui_state *s);
/*
 * A state of the seat's own has come, `first` since its page was opened: sets the
 * focus anywhere in the list, or deals masks to start from and sets it among them.
 */
void secret_begin(struct ui_model *m, bool first);

void secret_mask_lot(struct ui_model *m, bool suggested);
void secret_mask_swap(struct ui_model *m, unsigned at);
/* Deals the masks as they stand. */
void secret_mask_deal(const struct ui_model *m, struct ui_out *out);
