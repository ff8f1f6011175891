import * as v from 'valibot';
import type { Key } from '../../directory/directory-items.ts';
import { findKey, listActiveKeys, listRevokedKeys } from '../../directory/directory-reads.ts';
import { renameKey } from '../../keys/change-key.ts';
import { createKey } from '../../keys/create-key.ts';
import { openCursor, sealCursor } from '../cursor.ts';
import { loadKeyView } from '../key-view.ts';
import { keysOfDayFactor, withinKeysOfDay } from '../keys-of-day.ts';
import { changeOperation, type OperationContext, operation } from '../operation.ts';
import { keysPerToken } from '../price-list.ts';
import { keyPathSchema } from '../schemas/field-schemas.ts';
import { keySchema } from '../schemas/key-schema.ts';
import { cursorParameter, limitParameter, nextCursorSchema } from '../schemas/list-parameters.ts';

const positionSchema = v.object({ keyId: v.string() });

/** The name of a key or an account token; src/keys/key-name.ts checks the characters. */
export const nameBody = {
  name: v.pipe(
    v.string(),
    v.minLength(1),
    v.check((name) => [...name].length <= 64, 'must have at most 64 characters'),
    v.description(
      '1 to 64 characters, counted as Unicode code points. Visible ones only: no control or format characters apart from ' +
        'joiners between two characters, no line separators, letters without a shape or unpaired surrogates.',
    ),
  ),
};

export const listAccountKeys = operation({
  id: 'listKeys',
  summary: 'List your active or revoked keys, newest first',
  request: {
    query: v.strictObject({
      state: v.optional(v.picklist(['active', 'revoked']), 'active'),
      limit: limitParameter,
      cursor: cursorParameter,
    }),
  },
  responses: { 200: v.object({ keys: v.array(keySchema), nextCursor: nextCursorSchema }) },
  etag: 'body',
  problems: ['invalid_cursor'],
  handle: async ({ query: { state, limit, cursor } }, context) => {
    const { account, deps } = context;
    const scope = ['listKeys', account.accountId, state];
    const signingKey = await deps.signingKey();
    const after = cursor === undefined ? undefined : openCursor(signingKey, scope, positionSchema, cursor);
    const page = await listPage(state, limit, after?.keyId, context);
    const nextCursor = page.last === undefined ? null : sealCursor(signingKey, scope, { keyId: page.last });
    const shown = await Promise.all(page.keys.map((key) => loadKeyView(key, context)));
    const tokens = Math.max(1, Math.ceil(page.keys.length / keysPerToken));
    return { status: 200, body: { keys: shown, nextCursor }, tokens };
  },
});

/** A page of keys older than `before`, newest first; `last` is the id of its last key if there are more. */
async function listPage(
  state: Key['state'],
  limit: number,
  before: string | undefined,
  { account, deps: { directory } }: OperationContext,
) {
  if (state === 'revoked') {
    const found = await listRevokedKeys(directory, account.accountId, limit + 1, before);
    const keys = found.slice(0, limit);
    return { keys, last: found.length > limit ? keys.at(-1)?.keyId : undefined };
  }
  // Ids sort by creation time.
  const ids = account.activeKeys.filter((id) => before === undefined || id < before).toReversed();
  const pageIds = ids.slice(0, limit);
  const keys = await listActiveKeys(directory, account, pageIds);
  return { keys, last: ids.length > limit ? pageIds.at(-1) : undefined };
}

export const getAccountKey = operation({
  id: 'getKey',
  summary: 'Get one of your keys, active or revoked',
  request: { path: keyPathSchema },
  responses: { 200: keySchema },
  etag: 'body',
  problems: ['key_not_found'],
  handle: async ({ path }, context) => {
    const key = await findKey(context.deps.directory, context.account.accountId, path.keyId);
    return { status: 200, body: await loadKeyView(key, context) };
  },
});

const createdKeySchema = v.object({
  key: keySchema,
  secret: v.pipe(
    v.nullable(v.string()),
    v.description(
      'The secret. null if the status is 200: this Idempotency-Key was already used, and the secret cannot be shown again.',
    ),
  ),
});

export const createAccountKey = changeOperation({
  id: 'createKey',
  summary: 'Create a key',
  description:
    'Only this response contains the secret. If you lose it, rotate the key. A repetition with the same Idempotency-Key ' +
    'returns 200 with the same key and no secret. ' +
    'Each UTC day, your account has as many slots as your plan allows keys. If every slot has been used today, the new ' +
    'key takes over the slot of a key revoked today and starts with the calls already made in it: see `startedWith`. ' +
    `Each UTC day, an account creates at most ${keysOfDayFactor} times the keys of its plan (429 \`too_many_requests\`).`,
  request: { body: v.strictObject(nameBody) },
  responses: { 200: createdKeySchema, 201: createdKeySchema },
  problems: ['invalid_key_name', 'no_active_plan', 'key_limit_reached'],
  handle: async ({ body: { name } }, context) => {
    const created = await withinKeysOfDay(context, () => createKey(context.deps, context.change, { name }));
    const body = { key: await loadKeyView(created.key, context), secret: created.secret };
    return created.secret === null ? { status: 200, body } : { status: 201, body };
  },
});

export const renameAccountKey = changeOperation({
  id: 'renameKey',
  summary: 'Rename a key',
  request: { path: keyPathSchema, body: v.strictObject(nameBody) },
  responses: { 200: keySchema },
  problems: ['invalid_key_name', 'key_not_found', 'key_revoked'],
  handle: async ({ path: { keyId }, body: { name } }, context) => {
    const key = await renameKey(context.deps, context.change, keyId, name);
    return { status: 200, body: await loadKeyView(key, context) };
  },
});
