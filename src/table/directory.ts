import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createTable, type Table } from './table.ts';
import { type TransactionWrite, transact } from './transaction.ts';

/** A write of a transaction on one table, less the table's name. */
export type DirectoryWrite =
  | { readonly put: Record<string, unknown>; readonly condition?: string }
  | {
      readonly update: string;
      readonly key: Record<string, unknown>;
      readonly condition: string;
      readonly names: Record<string, string>;
      readonly values: Record<string, unknown>;
    };

/** The Directory table: single items, and several of them changed together. */
export type Directory = Table & {
  /** @throws {TransactionConflictError} when a condition does not hold; nothing was written */
  transact(writes: readonly DirectoryWrite[]): Promise<void>;
};

export const createDirectory = (client: DynamoDBDocumentClient, tableName: string): Directory => ({
  ...createTable(client, tableName),
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
