import * as v from 'valibot';
import type { RequestRecord } from './record.ts';
import { recordSchema } from './record-schema.ts';

const rowSchema = v.object({ ...recordSchema.entries, expiresAt: v.number() });

/**
 * The record that an item of Records holds; undefined when it has expired by then, for DynamoDB removes items late.
 * @param at ms since the epoch
 * @throws {v.ValiError} when it is no record
 */
export function readRow(item: unknown, at: number): RequestRecord | undefined {
  const { expiresAt, ...record } = v.parse(rowSchema, item);
  return expiresAt * 1_000 > at ? record : undefined;
}
