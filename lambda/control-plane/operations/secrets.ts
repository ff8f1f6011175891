import * as v from 'valibot';
import { revokeKey } from '../../../src/keys/revoke.ts';
import { rotateKey } from '../../../src/keys/rotate.ts';
import { viewKey } from '../key-view.ts';
import { operation } from '../operation.ts';
import { keyPath } from '../parameters.ts';
import { keyShape } from '../shapes/key.ts';

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
  takes: { path: keyPath, body: v.strictObject({ graceHours }) },
  answers: { 200: v.object({ key: keyShape, secret: v.string() }) },
  problems: ['invalid_grace', 'key_not_found', 'key_revoked', 'account_busy'],
  handle: async ({ path: { keyId }, body }, context) => {
    const { account, parts } = context;
    const { key, secret } = await rotateKey(parts.directory, account.accountId, keyId, body.graceHours, parts.clock);
    return { status: 200, body: { key: await viewKey(key, context), secret } };
  },
});

export const revokeAccountKey = operation({
  id: 'revokeKey',
  summary: 'Revoke a key for good',
  description: 'All its secrets are refused from the next request on. The key stays listed. Again, it changes nothing.',
  takes: { path: keyPath },
  answers: { 200: keyShape },
  problems: ['key_not_found', 'account_busy'],
  handle: async ({ path: { keyId } }, context) => {
    const { account, parts } = context;
    const key = await revokeKey(parts.directory, account.accountId, keyId, parts.clock);
    return { status: 200, body: await viewKey(key, context) };
  },
});
