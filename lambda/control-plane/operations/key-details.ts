import { findKey } from '../../../src/directory/directory-reads.ts';
import { loadKeyView } from '../key-view.ts';
import { operation } from '../operation.ts';
import { keyPathSchema } from '../schemas/field-schemas.ts';
import { keySchema } from '../schemas/key-schema.ts';

export const getAccountKey = operation({
  id: 'getKey',
  summary: 'Get one of your keys, active or revoked',
  request: { path: keyPathSchema },
  responses: { 200: keySchema },
  problems: ['key_not_found'],
  handle: async ({ path }, context) => {
    const key = await findKey(context.deps.directory, context.account.accountId, path.keyId);
    return { status: 200, body: await loadKeyView(key, context) };
  },
});
