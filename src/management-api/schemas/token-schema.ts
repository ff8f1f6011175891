import * as v from 'valibot';
import { type AccountToken, isExpired } from '../../directory/token-items.ts';
import type { EpochMs } from '../../time.ts';
import { timestampSchema, toTimestamp } from './field-schemas.ts';

export const tokenSchema = v.object({
  tokenId: v.string(),
  name: v.string(),
  state: v.picklist(['active', 'expired', 'revoked']),
  permissions: v.pipe(
    v.array(v.string()),
    v.description(
      '`read`: keys, usage, history, activity, endpoints and networks. `keys`: list, create, rename, rotate and revoke ' +
        'keys. Other values may be added.',
    ),
  ),
  firstCharacters: v.pipe(v.string(), v.description('First characters of the token, to tell your tokens apart.')),
  createdAt: timestampSchema,
  expiresAt: v.pipe(v.nullable(timestampSchema), v.description('null if the token does not expire.')),
  lastUsedAt: v.pipe(
    v.nullable(timestampSchema),
    v.description('Time of the last request, up to five minutes behind. null if the token has not been used.'),
  ),
  leakReportedAt: v.pipe(
    v.nullable(timestampSchema),
    v.description('Time at which it was last reported as leaked. Revoke it, and create another one. Otherwise null.'),
  ),
});

export type TokenView = v.InferOutput<typeof tokenSchema>;

export const toTokenView = (token: AccountToken, at: EpochMs): TokenView => ({
  tokenId: token.tokenId,
  name: token.name,
  state: token.state === 'active' && isExpired(token, at) ? 'expired' : token.state,
  permissions: token.permissions,
  firstCharacters: token.firstCharacters,
  createdAt: toTimestamp(token.createdAt),
  expiresAt: token.validUntil === undefined ? null : toTimestamp(token.validUntil),
  lastUsedAt: token.lastUsedAt === undefined ? null : toTimestamp(token.lastUsedAt),
  leakReportedAt: token.leakReportedAt === undefined ? null : toTimestamp(token.leakReportedAt),
});
