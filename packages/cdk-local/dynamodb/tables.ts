import { isDeepStrictEqual } from 'node:util';
import {
  CreateTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  type TableDescription,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import type { Template } from '../template/template.ts';
import { type TableDefinition, tableDefinitions } from './table-definition.ts';

/** The stored data has a table of the same name with other keys, indexes or stream. */
class TableDiffersError extends Error {
  override readonly name = 'TableDiffersError';
  readonly code = 'table_differs';

  constructor(tableName: string, what: string) {
    super(
      `The stored table ${tableName} differs from the template in its ${what}. ` +
        'Start with another data folder, or delete the stored one.',
    );
  }
}

type Index = Pick<TableDescription, 'KeySchema'> & { readonly IndexName?: string | undefined };

/** The properties by which a stored table and one of the template are compared. */
type Shape = Pick<TableDescription, 'AttributeDefinitions' | 'KeySchema' | 'StreamSpecification'> & {
  readonly GlobalSecondaryIndexes?: readonly Index[] | undefined;
};

const indexes = (list: readonly Index[] = []) =>
  list
    .map(({ IndexName, KeySchema }) => ({ IndexName, KeySchema }))
    .toSorted((a, b) => String(a.IndexName).localeCompare(String(b.IndexName)));

const comparable = (shape: Shape): Readonly<Record<string, unknown>> => ({
  keys: shape.KeySchema,
  attributes: Object.fromEntries((shape.AttributeDefinitions ?? []).map((a) => [a.AttributeName, a.AttributeType])),
  'global indexes': indexes(shape.GlobalSecondaryIndexes),
  stream: shape.StreamSpecification?.StreamViewType,
});

function assertSame(tableName: string, stored: Shape, wanted: Shape): void {
  const [before, now] = [comparable(stored), comparable(wanted)];
  const different = Object.keys(now).find((part) => !isDeepStrictEqual(before[part], now[part]));
  if (different !== undefined) throw new TableDiffersError(tableName, different);
}

async function stored(client: DynamoDBClient, tableName: string | undefined): Promise<TableDescription | undefined> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: tableName }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

async function setTimeToLive(client: DynamoDBClient, tableName: string | undefined, attribute: string): Promise<void> {
  const now = await client.send(new DescribeTimeToLiveCommand({ TableName: tableName }));
  if (now.TimeToLiveDescription?.TimeToLiveStatus === 'ENABLED') return;
  const TimeToLiveSpecification = { AttributeName: attribute, Enabled: true };
  await client.send(new UpdateTimeToLiveCommand({ TableName: tableName, TimeToLiveSpecification }));
}

async function createTable(client: DynamoDBClient, { create, ttlAttribute }: TableDefinition): Promise<void> {
  const existing = await stored(client, create.TableName);
  if (existing) assertSame(String(create.TableName), existing, create);
  else await client.send(new CreateTableCommand(create));
  if (ttlAttribute !== undefined) await setTimeToLive(client, create.TableName, ttlAttribute);
}

/**
 * Creates the template's tables in the DynamoDB Local at `url`, with keys, indexes, streams and TTL. A stored table of
 * the same shape is kept with its items.
 * @throws {TableDiffersError} for a stored table of another shape; `UnsupportedResourceError`
 */
export async function createTables(template: Template, { url }: { readonly url: string }): Promise<void> {
  const definitions = tableDefinitions(template);
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint: url, region: 'local', credentials });
  try {
    await Promise.all(definitions.map((definition) => createTable(client, definition)));
  } finally {
    client.destroy();
  }
}
