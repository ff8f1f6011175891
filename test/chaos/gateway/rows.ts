import * as v from 'valibot';
import { dayMs, dayOf } from '../../../src/limits/windows.ts';
import type { RequestRecord } from '../../../src/records/record.ts';
import { recordSchema } from '../../../src/records/record-schema.ts';
import type { TestKey, TestRuntime } from '../../support/test-runtime.ts';

/** The partitions that a key's rows of a day may lie in; those of fast keys are several. */
const shards = ['', '#1', '#2', '#3'];

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
    for (const partition of days.flatMap((day) => shards.map((shard) => `${keyId}#${day}${shard}`))) {
      for await (const item of records.query(partition)) rows.push(v.parse(recordSchema, item));
    }
  }
  return rows;
}
