import * as v from 'valibot';
import { revokeKey, rotateKey } from '../../../src/keys/change-key.ts';
import { loadKeyView } from '../key-view.ts';
import { operation } from '../operation.ts';
import { keyPathSchema } from '../schemas/field-schemas.ts';
import { keySchema } from '../schemas/key-schema.ts';

const graceHours = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(0),
  v.maxValue(168),
  v.description('Hours for which the previous secret keeps working. 0: it is refused from the next request.'),
);

export const rotateAccountKey = operation({
  id: 'rotateKey',
  summary: 'Rotate a key: create a new secret',
  description:
    'Only this response contains the new secret. A key has at most two working secrets: rotating again during a grace ' +
    'period revokes the oldest one immediately.',
  request: { path: keyPathSchema, body: v.strictObject({ graceHours }) },
  responses: { 200: v.object({ key: keySchema, secret: v.string() }) },
  problems: ['invalid_grace', 'key_not_found', 'key_revoked', 'account_busy'],
  handle: async ({ path: { keyId }, body }, context) => {
    const { account, deps } = context;
    const { key, secret } = await rotateKey(deps.directory, account.accountId, keyId, body.graceHours, deps.clock);
    return { status: 200, body: { key: await loadKeyView(key, context), secret } };
  },
});

export const revokeAccountKey = operation({
  id: 'revokeKey',
  summary: 'Revoke a key permanently',
  description:
    'All secrets of the key are refused from the next request. The key stays in the list with the state `revoked`. ' +
    'Revoking a revoked key changes nothing.',
  request: { path: keyPathSchema },
  responses: { 200: keySchema },
  problems: ['key_not_found', 'account_busy'],
  handle: async ({ path: { keyId } }, context) => {
    const { account, deps } = context;
    const key = await revokeKey(deps.directory, account.accountId, keyId, deps.clock);
    return { status: 200, body: await loadKeyView(key, context) };
  },
});
