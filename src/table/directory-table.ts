import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  ScanCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { errorClass } from '../error-class.ts';
import type { Item, Table } from './item-table.ts';
import { createSdkTable } from './sdk-table.ts';

export type DirectoryWrite =
  | { readonly put: Record<string, unknown>; readonly condition?: string }
  | { readonly delete: Record<string, unknown> }
  | {
      readonly update: string;
      readonly key: Record<string, unknown>;
      readonly condition: string;
      readonly names: Record<string, string>;
      readonly values: Record<string, unknown>;
    };

export type Directory = Table & {
  transact(writes: readonly DirectoryWrite[]): Promise<void>;
};

/** A page of a scan; `next` is undefined on the last one. */
type ScannedPage = { readonly items: readonly Item[]; readonly next: Item | undefined };

/** Reads a page of a table, strongly consistent. Only for jobs, never for a request. */
export type ScanTable = (start: Item | undefined) => Promise<ScannedPage>;

export const createScan =
  (client: DynamoDBDocumentClient, tableName: string, pageSize: number): ScanTable =>
  async (start) => {
    const input = { TableName: tableName, ConsistentRead: true, Limit: pageSize, ExclusiveStartKey: start };
    const { Items = [], LastEvaluatedKey } = await client.send(new ScanCommand(input));
    return { items: Items, next: LastEvaluatedKey };
  };

export const createDirectory = (client: DynamoDBDocumentClient, tableName: string): Directory => ({
  ...createSdkTable(client, tableName),
  transact: (writes) =>
    transact(
      client,
      writes.map((write) => toTransactionWrite(tableName, write)),
    ),
});

function toTransactionWrite(tableName: string, write: DirectoryWrite): TransactionWrite {
  if ('put' in write) {
    const condition = write.condition && { ConditionExpression: write.condition };
    return { Put: { TableName: tableName, Item: write.put, ...condition } };
  }
  if ('delete' in write) return { Delete: { TableName: tableName, Key: write.delete } };
  return {
    Update: {
      TableName: tableName,
      Key: write.key,
      UpdateExpression: write.update,
      ConditionExpression: write.condition,
      ExpressionAttributeNames: write.names,
      ExpressionAttributeValues: write.values,
    },
  };
}

export type TransactionWrite = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** A condition of a transaction was false, or another transaction held an item. Nothing was written. */
export class TransactionConflictError extends errorClass('TransactionConflictError', 'transaction_conflict') {}

/** Makes all writes or none, at most 100. @throws {TransactionConflictError} */
export async function transact(client: DynamoDBDocumentClient, writes: readonly TransactionWrite[]): Promise<void> {
  try {
    await client.send(new TransactWriteCommand({ TransactItems: [...writes] }));
  } catch (error) {
    if (!(error instanceof TransactionCanceledException && isConflict(error))) throw error;
    throw new TransactionConflictError('The items of a transaction have changed.', { cause: error });
  }
}

/** DynamoDB cancels transactions for other reasons too, such as throttling or an item that is too large. */
const isConflict = ({ CancellationReasons = [] }: TransactionCanceledException): boolean =>
  CancellationReasons.some(({ Code }) => Code === 'ConditionalCheckFailed' || Code === 'TransactionConflict');
