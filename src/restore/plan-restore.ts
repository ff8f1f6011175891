import { DescribeTableCommand, ResourceNotFoundException, type TableDescription } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { dueIndex } from '../environment.ts';
import { errorClass } from '../error-class.ts';
import type { Item } from '../table/item-table.ts';
import { countExisting, rowsOf } from './restore-rows.ts';
import { kindOfRow, type RowKind } from './row-kind.ts';

/** Restoring these tables would do harm or do nothing useful. */
class RestoreRefusedError extends errorClass('RestoreRefusedError', 'restore_refused') {}

class TableNotFoundError extends errorClass('TableNotFoundError', 'table_not_found') {
  constructor(table: string, options: ErrorOptions) {
    super(`The table ${table} does not exist.`, options);
  }
}

/** What a restore would do. `kind` is undefined if the copy is empty. */
export type RestorePlan = { readonly kind: RowKind | undefined; readonly rows: number; readonly existing: number };

/**
 * Reads both tables and changes nothing.
 * @throws {RestoreRefusedError} unless they are two tables with rows of the same kind, and `to` has no stream
 * @throws {TableNotFoundError}
 */
export async function planRestore(client: DynamoDBDocumentClient, from: string, to: string): Promise<RestorePlan> {
  const target = await describeTable(client, to);
  if (target.StreamSpecification?.StreamEnabled) {
    throw new RestoreRefusedError(
      `The table ${to} has a stream: rows added to Records would be counted as new requests.`,
    );
  }
  const { TableArn } = await describeTable(client, from);
  if (TableArn === target.TableArn) throw new RestoreRefusedError(`${from} and ${to} are the same table.`);
  const targetKind = await kindOfTable(client, to, target);
  let [rows, existing] = [0, 0];
  let kind: RowKind | undefined;
  for await (const batch of rowsOf(client, from)) {
    for (const row of batch) {
      kind = readKind(from, row);
      if (kind === targetKind) continue;
      throw new RestoreRefusedError(`${from} has rows of ${kind}, but ${to} is for rows of ${targetKind}.`);
    }
    rows += batch.length;
    existing += await countExisting(client, to, batch);
  }
  return { kind, rows, existing };
}

async function describeTable(client: DynamoDBDocumentClient, name: string): Promise<TableDescription> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: name }))).Table ?? {};
  } catch (error) {
    throw error instanceof ResourceNotFoundException ? new TableNotFoundError(name, { cause: error }) : error;
  }
}

/** By its rows. An empty table is one of Usage if it has that table's index. */
async function kindOfTable(
  client: DynamoDBDocumentClient,
  name: string,
  { KeySchema = [], GlobalSecondaryIndexes = [] }: TableDescription,
): Promise<RowKind> {
  const keys = KeySchema.map(({ AttributeName }) => AttributeName).join();
  if (keys !== 'pk,sk') throw new RestoreRefusedError(`${name} is neither a Directory nor a Usage table.`);
  const { Items: [row] = [] } = await client.send(new ScanCommand({ TableName: name, Limit: 1, ConsistentRead: true }));
  if (row) return readKind(name, row);
  return GlobalSecondaryIndexes.some(({ IndexName }) => IndexName === dueIndex.name) ? 'Usage' : 'Directory';
}

function readKind(table: string, row: Item): RowKind {
  const kind = kindOfRow(row);
  if (kind) return kind;
  const { pk, sk } = row;
  throw new RestoreRefusedError(
    `${table} has a row that belongs neither to Directory nor to Usage: ${JSON.stringify({ pk, sk })}.`,
  );
}
