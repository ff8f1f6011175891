import { expect, test } from '@jest/globals';
import { createLog } from '../../src/log.ts';
import type { ItemTable } from '../../src/table/item-table.ts';
import { createSdkTable } from '../../src/table/sdk-table.ts';
import { createSignedTable } from '../../src/table/signed-table.ts';
import { callsAttribute } from '../../src/usage/counter-attributes.ts';
import { tally } from '../../src/usage/tally.ts';
import { documentClient, makeTable, signedDynamoDb } from '../support/dynamodb.ts';
import { networkChains } from '../support/settings.ts';
import { divertNothing } from './divert-nothing.ts';
import { insertOf, noon, recordOf } from './record.ts';

/** Counts a table's concurrent updates and their maximum; some fail, before or after they take effect. */
function watched(table: ItemTable, fails: (update: number) => 'before' | 'after' | undefined) {
  const seen = { running: 0, most: 0, updates: 0 };
  const update: ItemTable['update'] = async (request) => {
    seen.updates += 1;
    const how = fails(seen.updates);
    seen.running += 1;
    seen.most = Math.max(seen.most, seen.running);
    try {
      if (how === 'before') throw new Error('not reached');
      const item = await table.update(request);
      if (how === 'after') throw new Error('answer lost');
      return item;
    } finally {
      seen.running -= 1;
    }
  };
  return { table: { ...table, update }, seen };
}

test('a batch of 1,000 records in 2,000 counters is exact despite failed deliveries, 16 writes at a time', async () => {
  const name = await makeTable(true);
  const batch = Array.from({ length: 1_000 }, (_, index) => insertOf(recordOf({ keyId: `key_${index}` }), index + 1));
  const signed = createSignedTable(signedDynamoDb(), name);
  const faults = new Map([
    [700, 'before' as const],
    [1_400, 'after' as const],
  ]);
  const { table, seen } = watched(signed, (update) => faults.get(update));
  const log = createLog('error', () => {});
  const lastUsed = { note: async () => undefined };
  const parts = {
    usage: table,
    lastUsed,
    markDays: async () => [],
    divert: divertNothing,
    clock: () => noon,
    log,
    emit: () => {},
    chains: networkChains,
  };

  const again = await tally(batch, parts);
  expect(again).toHaveLength(2);
  expect(seen).toMatchObject({ most: 16, updates: 2_000 });
  const lowest = Math.min(...again.map(Number));
  expect(await tally(batch.slice(lowest - 1), parts)).toEqual([]);

  const usage = createSdkTable(documentClient(), name);
  for (let index = 0; index < 1_000; index += 37) {
    const counters = await Array.fromAsync(usage.query(`key_${index}`));
    expect(counters.map((counter) => counter[callsAttribute('getHealth', 'ok')])).toEqual([1, 1]);
  }
  for (const number of again.map(Number)) {
    const counters = await Array.fromAsync(usage.query(`key_${number - 1}`));
    expect(counters.map((counter) => counter[callsAttribute('getHealth', 'ok')])).toEqual([1, 1]);
  }
});
