#include "daemon/engine/traits.h"

#include <string.h>

/* The games that the engine plays. */
static const struct {
	const char *game; /* rules_name */
	const struct traits *traits;
} rows[] = {
	{ "chess", &traits_chess },
	{ "chess960", &traits_chess },
	{ "accounting", &traits_accounting },
	{ "dice-money", &traits_dice_money },
	{ "abstract", &traits_abstract },
	{ "zombie", &traits_zombie },
	{ "masquerade", &traits_masquerade },
	{ "crowded-house", &traits_crowded_house },
	{ "cooperative", &traits_cooperative },
	{ "half-alice", &traits_half_alice },
	{ "american", &traits_american },
};

const struct traits *
traits_of(const struct game *g)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (strcmp(rows[i].game, rules_name(g)) == 0)
			return rows[i].traits;
	return NULL;
}
