/* Shared by all requests: fields, a refusal, an error, and the ways to the session and the store. */
#include <assert.h>
#include <stdarg.h>
#include <string.h>

#include "daemon/server/request_impl.h"
#include "hw/text/text.h"

int
request_refuse(struct request *r, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	text_vprint(r->why, sizeof(r->why), fmt, ap);
	va_end(ap);
	return REQUEST_REFUSED;
}

json_t *
request_error(const char *why)
{
	char text[REQUEST_WHY];

	/* The reason may quote a file or a message: sanitise it. */
	text_print(text, sizeof(text), "%s", why);
	return json_pack("{s:s, s:s}", "kind", "error", "why", text);
}

json_t *
request_error_instead(json_t *answer, const char *why)
{
	json_t *error = request_error(why), *id = json_object_get(answer, "id");

	if (id)
		json_object_set(error, "id", id);
	json_decref(answer);
	return error;
}

int
request_reply(struct request *r, int ret)
{
	if (ret < 0)
		return request_refuse(r, "%s", r->t->why);
	return ret > 0 ? REQUEST_LATER : REQUEST_DONE;
}

int
request_event(struct request *r, struct event e)
{
	return request_reply(r, table_event(r->t, e));
}

int
request_store(struct request *r, struct store_ask q)
{
	q.tag = r->tag;
	if (!r->t->store) {
		store_ask_free(&q);
		return request_refuse(r, "%s", tr("no games are kept"));
	}
	if (store_ask(r->t->store, &q) < 0)
		return request_refuse(r, "%s", tr("the journal is busy, ask again"));
	return REQUEST_LATER;
}

/* Returns the type expected by a jansson format, or NULL if the value has it. */
static const char *
expected(char type, const json_t *value)
{
	switch (type) {
	case 's':
		return json_is_string(value) ? NULL : "a text";
	case 'i':
	case 'I':
		return json_is_integer(value) ? NULL : "a whole number";
	case 'o': /* checked by the caller */
		return NULL;
	case 'b':
		return json_is_boolean(value) ? NULL : "true or false";
	default:
		assert(false); /* no message has such a format */
		return NULL;
	}
}

/*
 * Refuses with the missing or mistyped key of `format`; Jansson's own error does not name the
 * key.
 */
static void
refuse_key(struct request *r, const char *format, va_list ap)
{
	for (const char *f = strchr(format, 's'); f; f = strchr(f, 's')) {
		const char *key = va_arg(ap, const char *);
		const json_t *value = json_object_get(r->in, key);
		const char *what = f[1] == '?' ? NULL : "missing";
		const char *type = strchr(f, ':') + 1;

		(void)va_arg(ap, void *);
		if (value)
			what = expected(*type, value);
		if (what) {
			(void)request_refuse(r, value ? "%s: %s is expected" : "%s: %s", key, what);
			return;
		}
		f = type + 1;
	}
	(void)request_refuse(r, "a key has a value that it may not have");
}

int
request_take(struct request *r, const char *format, ...)
{
	json_error_t err;
	const char *extra;
	va_list ap;
	int ret;

	va_start(ap, format);
	ret = json_vunpack_ex(r->in, &err, 0, format, ap);
	va_end(ap);
	if (ret == 0)
		return 0;
	extra = strstr(err.text, "left unpacked: ");
	if (extra)
		return request_refuse(r, "unknown key: %s", extra + strlen("left unpacked: "));
	va_start(ap, format);
	refuse_key(r, format, ap);
	va_end(ap);
	return REQUEST_REFUSED;
}
