import * as v from 'valibot';
import { attemptLimits } from '../../accounts/attempt-limits.ts';
import { handleLeak } from '../../leaks/handle-leak.ts';
import { canBeSecret, findLeaked } from '../../leaks/leaked-secret.ts';
import { RefusedError } from '../problems.ts';
import { publicOperation } from '../public-operation.ts';

export const reportLeakedSecret = publicOperation({
  id: 'reportLeakedSecret',
  summary: 'Revoke, or report as leaked, the key of the secret in X-API-KEY',
  description:
    'For everybody who finds a secret of a key or an account token: it is the proof. `action` is what the operator has ' +
    'chosen: `report` tells the customer, in the activity, and for a key on every page of the dashboard; `revoke` also ends the key ' +
    'at once. The answer is the same whether or not the secret works, as in RFC 7009. An operator can turn this off: ' +
    'then the answer is 401.',
  request: {
    headers: v.object({
      'x-api-key': v.pipe(
        v.string(),
        v.check(canBeSecret, 'is not a complete secret: its form or its checksum is wrong'),
        v.description('The leaked secret: of a key, or of an account token.'),
      ),
    }),
  },
  responses: { 200: v.object({ action: v.picklist(['report', 'revoke']) }) },
  problems: ['account_busy'],
  // The checksum refuses garbage before anything is read, and before the source's requests are counted.
  handle: async ({ headers }, { origin, deps, limitSource }) => {
    const { byHolder } = deps.leaks;
    if (byHolder === 'off')
      throw new RefusedError('route_not_found', 'This gateway takes no reports of leaked secrets.');
    await limitSource(attemptLimits.leaksOfSource);
    const leaked = await findLeaked(deps.directory, headers['x-api-key']);
    if (leaked) await handleLeak(deps, leaked, { ...origin, by: 'holder' }, byHolder);
    return { status: 200, body: { action: byHolder } };
  },
});
