import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { Table } from './item-table.ts';
import { createSdkTable } from './sdk-table.ts';

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

/** One write of a transaction, in the document client's shape. */
export type TransactionWrite = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** A transaction found an item otherwise than it asked for, or another one in its way; nothing was written. */
export class TransactionConflictError extends Error {
  override readonly name = 'TransactionConflictError';
  readonly code = 'transaction_conflict';
}

/**
 * Makes several writes, all or none; DynamoDB takes up to 100.
 * @throws {TransactionConflictError} when a condition does not hold or another transaction is in the way
 */
export async function transact(client: DynamoDBDocumentClient, writes: readonly TransactionWrite[]): Promise<void> {
  try {
    await client.send(new TransactWriteCommand({ TransactItems: [...writes] }));
  } catch (error) {
    if (!(error instanceof TransactionCanceledException && isConflict(error))) throw error;
    throw new TransactionConflictError('The items of a transaction have changed.', { cause: error });
  }
}

/** DynamoDB cancels a transaction for other reasons too, as throttling or an item that is too large. */
const isConflict = ({ CancellationReasons = [] }: TransactionCanceledException): boolean =>
  CancellationReasons.some(({ Code }) => Code === 'ConditionalCheckFailed' || Code === 'TransactionConflict');
