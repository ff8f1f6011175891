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
  v.description('How long the secret so far goes on working; with 0 it is refused from the next request on'),
);

export const rotateAccountKey = operation({
  id: 'rotateKey',
  summary: 'Give a key a new secret',
  description:
    'The new secret is in the answer and nowhere else. A key has at most two secrets that work: another rotation during ' +
    'a grace ends the older one at once.',
  request: { path: keyPathSchema, body: v.strictObject({ graceHours }) },
  responses: { 200: v.object({ key: keySchema, secret: v.string() }) },
  problems: ['invalid_grace', 'key_not_found', 'key_revoked', 'account_busy'],
  handle: async ({ path: { keyId }, body }, context) => {
    const { account, deps: parts } = context;
    const { key, secret } = await rotateKey(parts.directory, account.accountId, keyId, body.graceHours, parts.clock);
    return { status: 200, body: { key: await loadKeyView(key, context), secret } };
  },
});

export const revokeAccountKey = operation({
  id: 'revokeKey',
  summary: 'Revoke a key for good',
  description: 'All its secrets are refused from the next request on. The key stays listed. Again, it changes nothing.',
  request: { path: keyPathSchema },
  responses: { 200: keySchema },
  problems: ['key_not_found', 'account_busy'],
  handle: async ({ path: { keyId } }, context) => {
    const { account, deps: parts } = context;
    const key = await revokeKey(parts.directory, account.accountId, keyId, parts.clock);
    return { status: 200, body: await loadKeyView(key, context) };
  },
});
