/* A seat's private page: its content, and when it may be seen. */
#pragma once
#include "ui/page.h"

/* Requests the page of view.seat, with the PIN that was typed. */
void secret_request(const struct ui_model *m, struct ui_out *out);
/* Shows the seat's secrets; `kept`: without a finger that holds them visible. */
void secret_reveal(struct ui_model *m, bool kept, struct ui_out *out);
/* Hides and erases the secrets; a proposal of masks stays. */
void secret_hide(struct ui_model *m, struct ui_out *out);
/* Erases the secrets after the daemon has closed the page itself. */
void secret_clear(struct ui_model *m);

void secret_layout(const struct page_draw *d, struct rect box);
/* Draws the actions to choose from, shuffled. */
void secret_list_layout(const struct page_draw *d, struct rect box);
/* Draws the seat's own graves, and the covers for the next one. */
void secret_graves_layout(const struct page_draw *d, struct rect box);
/* Draws the question or the shown secret as a line, cut off the top of the box. */
void secret_task_layout(const struct page_draw *d, struct rect *box);
/* Reports whether one of the seat's actions begins with `verb`. */
bool secret_has(const struct ui_state *s, const char *verb);
/* Orders n things by a seed: view.shuffle of the open page. */
void secret_shuffle(uint8_t *at, unsigned n, uint32_t seed);
/* Reports whether the seat must bury a piece now. */
bool secret_buries(const struct ui_state *s);
/*
 * Processes a state of the seat; `first`: the first since its page was opened.
 * Proposes masks if the seat has no proposal yet. The focus starts at random in the list or among
 * the masks, unseen if the page was opened by touch.
 */
void secret_begin(struct ui_model *m, bool first);

/* Draws the two buttons that deal by chance, in random order. */
void secret_random_layout(const struct page_draw *d, struct rect row);
/* Draws a kind of a side on a tray. */
void secret_kind_draw(const struct page_draw *d, struct rect cell, char kind, bool black);
/*
 * Draws the pieces whose masks the seat deals, and names them and the row of masks below them, which
 * has the height `low` and is returned: a cell for each kind.
 */
struct rect secret_masks_rows(const struct page_draw *d, struct rect *box, int low);
void secret_mask_random(struct ui_model *m, bool suggested);
void secret_mask_swap(struct ui_model *m, unsigned at);
/* Sends the masks in their current order. */
void secret_mask_deal(struct ui_model *m, struct ui_out *out);
