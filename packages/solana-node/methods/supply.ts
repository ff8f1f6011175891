import * as v from 'valibot';
import { withContext } from './context.ts';
import { method } from './method.ts';
import { commitment, config, flag } from './parameters.ts';

const supplyConfig = config('RpcSupplyConfig', { commitment, excludeNonCirculatingAccountsList: v.nullish(flag) });

/** How many lamports there are. All circulate: nothing is locked up here, so the list of such accounts is empty. */
export const getSupply = method([supplyConfig], 0, (node, config) => {
  const slot = node.slotFor(config);
  const total = node.supplyAt(slot);
  return withContext(slot, { circulating: total, nonCirculating: 0, nonCirculatingAccounts: [], total });
});
