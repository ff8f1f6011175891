import * as v from 'valibot';
import type { Table } from '../../src/table/item-table.ts';
import { connectDynamoDb, createSdkTable } from '../../src/table/sdk-table.ts';
import { dynamoDbOptions } from '../support/dynamodb.ts';

const querySchema = v.object({ ScannedCount: v.number() });

/** A table, and the number of rows that each Query of it has read. */
export function metered(tableName: string): { readonly table: Table; readonly reads: number[] } {
  const reads: number[] = [];
  const client = connectDynamoDb({ ...dynamoDbOptions(), requestHandler: { requestTimeout: 20_000 } });
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const query = v.safeParse(querySchema, result.output);
      if (query.success) reads.push(query.output.ScannedCount);
      return result;
    },
    { step: 'initialize' },
  );
  return { table: createSdkTable(client, tableName), reads };
}
