import * as v from 'valibot';
import type { Key } from '../../../src/directory/directory-items.ts';
import { activeKeyIds, listActiveKeys, listRevokedKeys } from '../../../src/directory/directory-reads.ts';
import { renameKey } from '../../../src/keys/change-key.ts';
import { createKey } from '../../../src/keys/create-key.ts';
import { openCursor, sealCursor } from '../cursor.ts';
import { loadKeyView } from '../key-view.ts';
import { type OperationContext, operation } from '../operation.ts';
import { cursorParameter, keyPathSchema, limitParameter, nextCursorSchema } from '../schemas/field-schemas.ts';
import { keySchema } from '../schemas/key-schema.ts';

const positionSchema = v.object({ keyId: v.string() });

/** The length that the domain takes; whether its characters are good, the domain says. */
const nameBody = {
  name: v.pipe(
    v.string(),
    v.minLength(1),
    v.maxLength(64),
    v.description(
      'Without control and format characters (joined emoji have one), line separators, or unpaired surrogates',
    ),
  ),
};

export const listAccountKeys = operation({
  id: 'listKeys',
  summary: 'Your active keys, or the revoked ones, newest first',
  request: {
    query: v.strictObject({
      state: v.optional(v.picklist(['active', 'revoked']), 'active'),
      limit: limitParameter,
      cursor: cursorParameter,
    }),
  },
  responses: { 200: v.object({ keys: v.array(keySchema), nextCursor: nextCursorSchema }) },
  problems: ['invalid_cursor'],
  handle: async ({ query: { state, limit, cursor } }, context) => {
    const { account, deps: parts } = context;
    const scope = ['listKeys', account.accountId, state];
    const signingKey = await parts.signingKey();
    const after = cursor === undefined ? undefined : openCursor(signingKey, scope, positionSchema, cursor);
    const page = await listPage(state, limit, after?.keyId, context);
    const nextCursor = page.last === undefined ? null : sealCursor(signingKey, scope, { keyId: page.last });
    const shown = await Promise.all(page.keys.map((key) => loadKeyView(key, context)));
    return { status: 200, body: { keys: shown, nextCursor } };
  },
});

/** A page of keys, newest first, that are older than `before`; `last` is its last id where there are more. */
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
  // Ids sort by the time their keys were made.
  const ids = (await activeKeyIds(directory, account)).filter((id) => before === undefined || id < before).toReversed();
  const pageIds = ids.slice(0, limit);
  const keys = await listActiveKeys(directory, account, pageIds);
  return { keys, last: ids.length > limit ? pageIds.at(-1) : undefined };
}

const createdKeySchema = v.object({
  key: keySchema,
  secret: v.pipe(v.nullable(v.string()), v.description('Null with 200: then this is a repetition')),
});

export const createAccountKey = operation({
  id: 'createKey',
  summary: 'Make a key',
  description:
    'Only this answer shows the secret. The same request with the same Idempotency-Key within 24 hours makes no second ' +
    'key: the answer is then 200 with the same key and no secret. If you lose the secret, rotate the key. A plan has as ' +
    'many slots a day as keys. When all of them have been used today, the key takes over the slot of a key revoked ' +
    'today and starts with the calls made in it: see `startedWith`.',
  request: {
    headers: v.object({
      'idempotency-key': v.optional(
        v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,255}$/, 'must be 1 to 255 visible ASCII characters')),
      ),
    }),
    body: v.strictObject(nameBody),
  },
  responses: { 200: createdKeySchema, 201: createdKeySchema },
  problems: ['invalid_key_name', 'key_limit_reached', 'idempotency_conflict', 'account_busy'],
  handle: async ({ headers, body: { name } }, context) => {
    const { account, deps: parts } = context;
    const idempotencyKey = headers['idempotency-key'];
    const made = await createKey(
      parts.directory,
      account.accountId,
      { name, idempotencyKey },
      parts.clock,
      parts.readCalls,
    );
    const body = { key: await loadKeyView(made.key, context), secret: made.secret };
    return made.replayed ? { status: 200, body } : { status: 201, body };
  },
});

export const renameAccountKey = operation({
  id: 'renameKey',
  summary: 'Give a key another name',
  request: { path: keyPathSchema, body: v.strictObject(nameBody) },
  responses: { 200: keySchema },
  problems: ['invalid_key_name', 'key_not_found', 'key_revoked', 'account_busy'],
  handle: async ({ path: { keyId }, body: { name } }, context) => {
    const key = await renameKey(context.deps.directory, context.account.accountId, keyId, name);
    return { status: 200, body: await loadKeyView(key, context) };
  },
});
