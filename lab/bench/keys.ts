import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { createSecret } from '../../src/keys/secret.ts';
import type { Item } from '../../src/table/item-table.ts';
import { bulkWrite } from './local-dynamodb.ts';

/** On the plan with the highest limits, so that no request is refused. */
const account = {
  accountId: '0d8a1f6e-4f0e-4d5c-9d8c-2b7c1b9d7e11',
  planId: 'scale',
  state: 'active',
  inactive: null,
  dayQuota: null,
} as const;

/**
 * Writes what the authorizer finds of keys into a Directory table: one item for each; the account and the lists of its
 * keys are left out, as the request path never reads them.
 * @returns the secrets
 */
export async function writeKeys(
  client: DynamoDBDocumentClient,
  directory: string,
  count: number,
): Promise<readonly string[]> {
  const secrets = Array.from({ length: count }, () => createSecret(account, ulid()));
  const items: Item[] = secrets.flatMap(({ write }) => ('put' in write ? [write.put] : []));
  await bulkWrite(client, directory, items);
  return secrets.map(({ secret }) => secret);
}
