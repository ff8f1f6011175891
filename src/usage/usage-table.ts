import type { Service } from '../aws/service.ts';
import { createSignedReads, type Reads } from '../table/signed-reads.ts';
import { createSignedTable } from '../table/signed-table.ts';
import type { ItemTable } from '../table/table.ts';

/** The table Usage for those that read much of it: reports, and what computes days. */
export type UsageTable = ItemTable & Reads;

export const createUsageTable = (dynamoDb: Service, tableName: string): UsageTable => ({
  ...createSignedTable(dynamoDb, tableName),
  ...createSignedReads(dynamoDb, tableName),
});
