import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { accountSchema, planSchema } from '../../../src/management-api/schemas/account-schemas.ts';
import { keySchema } from '../../../src/management-api/schemas/key-schema.ts';
import { requestSchema } from '../../../src/management-api/schemas/request-schema.ts';
import { usageSchema } from '../../../src/management-api/schemas/usage-schema.ts';
import { recordItem } from '../../../src/records/record.ts';
import { newRequestId } from '../../../src/records/request-id.ts';
import { createSdkTable } from '../../../src/table/sdk-table.ts';
import { systemClock } from '../../../src/time.ts';
import { newKey } from '../../keys/new-key.ts';
import { documentClient } from '../../support/dynamodb.ts';
import { recordOf } from '../../usage/record.ts';
import { OperatorProgram } from './operator-program.ts';

let program: OperatorProgram;
let keyId: string;
beforeAll(async () => {
  program = await OperatorProgram.start();
  await program.register('acme');
  keyId = (await newKey(program.directory, 'acme', 'first', systemClock)).key.keyId;
  const at = systemClock() - 1_000;
  const record = recordOf({ at, requestId: newRequestId(at), keyId, accountId: 'acme' });
  await createSdkTable(documentClient(), program.tables.records).put(recordItem(record, 7));
});
afterAll(() => program.stop());

const secret = v.string();
const cursor = v.nullable(v.string());
const page = v.strictObject({
  requests: v.array(v.strictObject(requestSchema.entries)),
  nextCursor: cursor,
  historyFrom: v.string(),
});
const key = v.strictObject(keySchema.entries);
const account = v.strictObject(accountSchema.entries);
const accountWithPayments = v.strictObject({ ...accountSchema.entries, billing: v.null() });
const usage = v.strictObject(usageSchema.entries);

describe('--json prints the management API’s shapes', () => {
  test.each<[string, () => string[], v.GenericSchema]>([
    ['accounts', () => ['accounts', 'list'], account],
    ['an account', () => ['accounts', 'show', 'acme'], accountWithPayments],
    ['a changed account', () => ['accounts', 'change-plan', 'acme', 'business'], account],
    ['plans', () => ['plans', 'list'], v.strictObject({ ...planSchema.entries, availability: v.string() })],
    ['keys', () => ['keys', 'list', 'acme'], key],
    ['a key', () => ['keys', 'show', 'acme', keyId], key],
    ['a new key', () => ['keys', 'create', 'acme', 'second'], v.strictObject({ key, secret })],
    ['a rotated key', () => ['keys', 'rotate', 'acme', keyId], v.strictObject({ key, secret })],
    ['usage', () => ['accounts', 'usage', 'acme'], usage],
    ['requests', () => ['requests', 'list', 'acme', keyId], page],
    ['a revoked key', () => ['keys', 'revoke', 'acme', keyId], key],
  ])('%s', async (_, args, schema) => {
    const documents = await program.documents(...args());
    expect(documents.length).toBeGreaterThan(0);
    for (const document of documents) v.parse(schema, document);
  });
});
