/* A finished game as one or more QR codes, for the screen to draw. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/record/qr.h"
#include "daemon/server/request_impl.h"

enum { WHOLE = -1 }; /* no part requested: everything in one code, or none */

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

/* Returns the code of that part of a text, and frees the text. */
static json_t *
code_json(char *text, unsigned part, unsigned parts)
{
	char why[QR_WHY] = "";
	struct qr code;
	json_t *o = NULL;

	if (qr_make(text, &code, why) == 0)
		o = json_pack("{s:s, s:{s:s, s:i, s:i, s:o, s:i, s:i}}", "kind", "ok", "qr", "text",
			      text, "size", (int)code.size, "quiet", QR_QUIET, "rows",
			      rows_json(&code), "part", (int)part, "parts", (int)parts);
	free(text);
	return o ? o : request_error(why);
}

json_t *
request_qr_answer(const struct record *r, int part, int most)
{
	unsigned parts = 1;
	char *text, *piece;

	if (r->result.end == RECORD_UNFINISHED)
		return request_error("game_id: this game is not over");
	if (!record_is_public(r))
		return request_error(tr("this game still keeps its secrets: the players show them "
					"by Reveal, or begin the next game"));
	text = qr_text(r);
	if (!text || part == WHOLE)
		return text ? code_json(text, 0, 1) : request_error("out of memory");
	piece = qr_part(text, (size_t)most, (unsigned)part, &parts);
	free(text);
	if (!piece && (unsigned)part >= parts)
		return request_error("part: there is no such part");
	return piece ? code_json(piece, (unsigned)part, parts) : request_error("out of memory");
}

struct qr_ask {
	int part, most;
};

/* Runs in the clerk: a long game takes too long for the loop. */
static void *
make_answer(const struct record *r, const void *arg)
{
	const struct qr_ask *asked = arg;

	return request_qr_answer(r, asked->part, asked->most);
}

static void
free_answer(void *o)
{
	json_decref(o);
}

int
request_qr(struct request *r)
{
	struct store_ask q = {
		.kind = STORE_GET, .use = USE_QR, .make = make_answer, .unmake = free_answer
	};
	json_int_t id = 0, part = WHOLE, most = QR_TEXT_MAX;
	struct qr_ask *asked;

	if (request_take(r, "{s?:I, s?:I, s?:I!}", "game_id", &id, "part", &part, "bytes", &most) <
	    0)
		return REQUEST_REFUSED;
	if (!r->t->store)
		return request_refuse(r, "%s", tr("no games are kept"));
	if (id < 0 || id > UINT32_MAX)
		return request_refuse(r, "game_id: there is no game %lld", (long long)id);
	if (part < 0 && json_object_get(r->in, "part"))
		return request_refuse(r, "part: a number from 0 on is expected");
	if (part == WHOLE && json_object_get(r->in, "bytes"))
		return request_refuse(r, "bytes: goes with part");
	if (most < QR_PART_MIN || most > QR_TEXT_MAX)
		return request_refuse(r, "bytes: %d to %d are possible", QR_PART_MIN, QR_TEXT_MAX);
	q.number = id ? (uint32_t)id : table_number(r->t);
	if (q.number == 0)
		return request_refuse(r, "%s", tr("there is no game"));
	asked = malloc(sizeof(*asked));
	if (!asked)
		return request_refuse(r, "out of memory");
	*asked = (struct qr_ask){ (int)(part < 9999 ? part : 9999), (int)most };
	q.arg = asked;
	return request_store(r, q);
}
