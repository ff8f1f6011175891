import * as v from 'valibot';
import { type RequestRecord, recordSchema } from '../../../src/records/record-schema.ts';
import { dayMs, dayOf } from '../../../src/time.ts';
import type { TestKey, TestRuntime } from '../../../test/support/test-runtime.ts';

/** Every day from one moment to another, each as its partitions name it. */
export function daysOf(from: number, to: number): string[] {
  const days = new Set<string>();
  for (let at = from; at < to; at += dayMs) days.add(dayOf(at));
  return [...days.add(dayOf(to))];
}

/** Every row of some keys' requests on some days. */
export async function rowsOf(
  { records }: TestRuntime,
  keys: readonly TestKey[],
  days: readonly string[],
): Promise<RequestRecord[]> {
  const rows: RequestRecord[] = [];
  for (const { keyId } of keys) {
    for (const day of days) {
      for await (const item of records.query(`${keyId}#${day}`)) rows.push(v.parse(recordSchema, item));
    }
  }
  return rows;
}
