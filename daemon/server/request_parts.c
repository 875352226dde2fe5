/*
 * A text that is too long for one line comes in parts, as answers do: part 0, 1 …,
 * each but the last with "more":true. One client at a time sends one; what it
 * left unfinished goes when it goes, or begins anew.
 */
#include <stdlib.h>
#include <string.h>

#include "daemon/record/native.h"
#include "daemon/server/request_impl.h"

static void
parcel_drop(struct table_parcel *p)
{
	free(p->text);
	*p = (struct table_parcel){ 0 };
}

static int
refuse_parcel(struct request *r, const char *why)
{
	parcel_drop(&r->t->parcel);
	return request_refuse(r, "part: %s", why);
}

static int
parcel_add(struct request *r, const char *text)
{
	struct table_parcel *p = &r->t->parcel;
	size_t len = strlen(text);
	char *longer;

	if (len > NATIVE_FILE_MAX - p->len)
		return refuse_parcel(r, "all parts together are longer than a game can be");
	longer = realloc(p->text, p->len + len + 1);
	if (!longer)
		return refuse_parcel(r, "out of memory");
	memcpy(longer + p->len, text, len + 1);
	p->text = longer;
	p->len += len;
	p->next++;
	return REQUEST_DONE;
}

int
request_part(struct request *r, json_int_t part, bool more, const char *text, char **whole)
{
	struct table_parcel *p = &r->t->parcel;

	*whole = NULL;
	if (p->client && p->client != r->client)
		return request_refuse(r, "part: another client is sending one");
	if (part == 0)
		parcel_drop(p);
	else if (part < 0 || !p->client || part != p->next)
		return refuse_parcel(r, "not the one that is next; begin with part 0 again");
	p->client = r->client;
	if (parcel_add(r, text) < 0)
		return REQUEST_REFUSED;
	if (more)
		return REQUEST_DONE;
	*whole = p->text;
	p->text = NULL;
	parcel_drop(p);
	return REQUEST_DONE;
}
