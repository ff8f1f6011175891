import * as v from 'valibot';
import { revokeKey } from '../../keys/change-key.ts';
import { endSecret } from '../../keys/end-secret.ts';
import { maxGraceHours } from '../../keys/grace-hours.ts';
import { rotateKey } from '../../keys/rotate-key.ts';
import { loadKeyView } from '../key-view.ts';
import { changeOperation } from '../operation.ts';
import { keyPathSchema, secretPathSchema } from '../schemas/field-schemas.ts';
import { keySchema } from '../schemas/key-schema.ts';

const graceHours = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(0),
  v.maxValue(maxGraceHours),
  v.description('Hours for which the previous secret keeps working. 0: it is refused from the next request.'),
);

const rotatedSecret = v.pipe(
  v.nullable(v.string()),
  v.description('The new secret. null if this Idempotency-Key was already used: the secret cannot be shown again.'),
);

export const rotateAccountKey = changeOperation({
  id: 'rotateKey',
  summary: 'Rotate a key: create a new secret',
  description:
    'Only this response contains the new secret. If the response is lost, rotate again with the same `graceHours`: while a ' +
    'grace period runs, that replaces only the newest secret, and the older one works until the same time as before. ' +
    'Another number of hours is refused with `grace_running`, except 0, which ends all older secrets immediately.',
  request: { path: keyPathSchema, body: v.strictObject({ graceHours }) },
  responses: { 200: v.object({ key: keySchema, secret: rotatedSecret }) },
  problems: ['invalid_grace', 'grace_running', 'key_not_found', 'key_revoked'],
  handle: async ({ path: { keyId }, body }, context) => {
    const { change, deps } = context;
    const { key, secret } = await rotateKey(deps, change, keyId, body.graceHours);
    return { status: 200, body: { key: await loadKeyView(key, context), secret } };
  },
});

export const endKeySecret = changeOperation({
  id: 'endSecret',
  summary: 'End one secret of a key now',
  description:
    'For the grace period of a rotation, while a key has two secrets: the one is refused from the next request, and the ' +
    'other works as before. Ending a secret that has ended changes nothing.',
  request: { path: secretPathSchema },
  responses: { 200: keySchema },
  problems: ['key_not_found', 'key_revoked', 'secret_of_key_not_found', 'last_secret'],
  handle: async ({ path: { keyId, secretId } }, context) => {
    const key = await endSecret(context.deps, context.change, keyId, secretId);
    return { status: 200, body: await loadKeyView(key, context) };
  },
});

export const revokeAccountKey = changeOperation({
  id: 'revokeKey',
  summary: 'Revoke a key permanently',
  description:
    'All secrets of the key are refused from the next request. The key stays in the list with the state `revoked`. ' +
    'Revoking a revoked key changes nothing.',
  request: { path: keyPathSchema },
  responses: { 200: keySchema },
  problems: ['key_not_found'],
  handle: async ({ path: { keyId } }, context) => {
    const key = await revokeKey(context.deps, context.change, keyId);
    return { status: 200, body: await loadKeyView(key, context) };
  },
});
