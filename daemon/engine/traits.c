#include "daemon/engine/traits.h"

#include <string.h>

#include "daemon/engine/belief.h"
#include "daemon/engine/eval.h"
#include "daemon/engine/gain.h"
#include "daemon/engine/worlds.h"

static const struct traits games[] = {
	{
		.game = "chess",
		.eval = eval_chess,
		.weights = eval_shared_weights,
		.gain = gain_orthodox,
		.may_skip = gain_has_officers,
		.exchange = gain_exchange,
		.is_lively = gain_is_lively,
		.repeats = true,
		.reduce = true,
		.quiet_plies = 32,
	},
	{
		.game = "chess960",
		.eval = eval_chess,
		.weights = eval_shared_weights,
		.gain = gain_orthodox,
		.may_skip = gain_has_officers,
		.exchange = gain_exchange,
		.is_lively = gain_is_lively,
		.repeats = true,
		.reduce = true,
		.quiet_plies = 32,
	},
	{
		.game = "accounting",
		.eval = eval_accounting,
		.weights = eval_accounting_weights,
		.gain = gain_accounting,
		.may_skip = gain_always_skips,
		.in_danger = eval_accounting_in_danger,
		.repeats = true,
		.reduce = true,
		.quiet_plies = 8,
	},
	{
		.game = "dice-money",
		.eval = eval_dice_money,
		.weights = eval_dice_money_weights,
		.gain = gain_orthodox,
		.repeats = true,
		.reduce = true,
		.quiet_plies = 8,
	},
	{
		.game = "abstract",
		.eval = eval_abstract,
		.weights = eval_abstract_weights,
		.gain = gain_abstract,
		.may_skip = gain_may_skip_abstract,
		.in_danger = eval_abstract_in_danger,
		.repeats = true,
		.reduce = true,
		.quiet_plies = 8,
	},
	{
		.game = "zombie",
		.eval = eval_zombie,
		.weights = eval_zombie_weights,
		.gain = gain_orthodox,
		.imagine = worlds_imagine_zombie,
		.believe = belief_begin_zombie,
		.fork = belief_fork_zombie,
		.repeats = true,
		.reduce = true,
		.quiet_plies = 8,
	},
	{
		.game = "masquerade",
		.eval = eval_masquerade,
		.weights = eval_masquerade_weights,
		.gain = gain_masquerade,
		.in_danger = eval_masquerade_in_danger,
		.may_skip = gain_may_skip_masquerade,
		.imagine = worlds_imagine_masquerade,
		.believe = belief_begin_masquerade,
		.fork = belief_fork_masquerade,
		.repeats = true,
		.reduce = true,
		.quiet_plies = 8,
	},
	{
		.game = "crowded-house",
		.eval = eval_crowded_house,
		.weights = eval_crowded_house_weights,
		.gain = gain_orthodox,
		.may_skip = gain_has_officers,
		.repeats = true,
		.reduce = true,
		.quiet_plies = 16,
	},
	{
		.game = "cooperative",
		.eval = eval_cooperative,
		.weights = eval_cooperative_weights,
		.gain = gain_cooperative,
		.can_play = eval_cooperative_can_play,
		.imagine = worlds_imagine_cooperative,
		.partners = true,
		.quiet_plies = 4,
	},
	{
		.game = "half-alice",
		.eval = eval_half_alice,
		.weights = eval_half_alice_weights,
		.gain = gain_orthodox,
		.may_skip = gain_has_officers,
		.repeats = true,
		.reduce = true,
		.quiet_plies = 16,
	},
	{
		.game = "american",
		.eval = eval_american,
		.weights = eval_american_weights,
		.gain = gain_american,
		.is_lively = eval_american_is_lively,
		.reduce = true,
		.quiet_plies = 4,
	},
};

const struct traits *
traits_of(const struct game *g)
{
	for (size_t i = 0; i < sizeof(games) / sizeof(games[0]); i++)
		if (strcmp(games[i].game, rules_name(g)) == 0)
			return &games[i];
	return NULL;
}
