/* A finished game as a QR code, for the screen to draw. */
#include <stdlib.h>
#include <string.h>

#include "daemon/record/qr.h"
#include "daemon/server/request_impl.h"

static json_t *
rows_json(const struct qr *code)
{
	json_t *rows = json_array();
	char row[QR_SIZE_MAX];

	for (unsigned y = 0; y < code->size; y++) {
		for (unsigned x = 0; x < code->size; x++)
			row[x] = code->dark[y][x] ? '1' : '0';
		json_array_append_new(rows, json_stringn(row, code->size));
	}
	return rows;
}

json_t *
request_qr_answer(const struct record *r)
{
	char why[QR_WHY] = "out of memory", *text;
	struct qr code;
	json_t *o;

	if (r->result.end == RECORD_UNFINISHED)
		return request_error("game_id: this game is not over");
	text = qr_text(r);
	if (!text || qr_make(text, &code, why) < 0) {
		free(text);
		return request_error(why);
	}
	o = json_pack("{s:s, s:{s:s, s:i, s:i, s:o}}", "kind", "ok", "qr", "text", text, "size",
		      (int)code.size, "quiet", QR_QUIET, "rows", rows_json(&code));
	free(text);
	return o;
}

int
request_qr(struct request *r)
{
	struct store_ask q = { .kind = STORE_GET, .tag = r->tag };
	json_int_t id = 0;

	if (request_take(r, "{s?:I!}", "game_id", &id) < 0)
		return REQUEST_REFUSED;
	if (!r->t->store)
		return request_refuse(r, "no games are kept");
	if (id < 0 || id > UINT32_MAX)
		return request_refuse(r, "game_id: there is no game %lld", (long long)id);
	q.number = id ? (uint32_t)id : store_status(r->t->store)->number;
	if (q.number == 0)
		return request_refuse(r, "there is no game");
	q.text = strdup(REQUEST_QR);
	if (!q.text)
		return request_refuse(r, "out of memory");
	if (store_ask(r->t->store, &q) < 0)
		return request_refuse(r, "the journal is busy, ask again");
	return REQUEST_LATER;
}
