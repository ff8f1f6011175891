import { beforeEach, expect, test } from '@jest/globals';
import { createLog } from '../../src/log.ts';
import { createSignedTable } from '../../src/table/signed-table.ts';
import { LimitedNode } from '../../src/upstream/limited-node.ts';
import { groupOf, setUpdate } from '../../src/upstream/node-second.ts';
import { makeTable, signedDynamoDb } from '../support/dynamodb.ts';

// The counter of a node's second, on DynamoDB itself: its conditions compare attributes with each other.

const at = Date.UTC(2026, 10, 28, 12);
let table: ReturnType<typeof createSignedTable>;
beforeEach(async () => {
  table = createSignedTable(signedDynamoDb(), await makeTable(false));
});

const processOf = (limit: number) =>
  new LimitedNode('devnet node', limit, { table, clock: () => at, log: createLog('error') });

test('all processes together send a node what it takes in a second, and no batch beyond that', async () => {
  const processes = Array.from({ length: 5 }, () => processOf(10));
  const taken = await Promise.all(processes.flatMap((one) => [one.take('acc_1', 1), one.take('acc_2', 2)]));
  const sent = taken.reduce((sum, isTaken, index) => sum + (isTaken ? 1 + (index % 2) : 0), 0);
  expect(sent).toBeLessThanOrEqual(10);
  expect(sent).toBeGreaterThanOrEqual(9);
  expect(await processOf(10).take('acc_1', 2)).toBe(false);
});

test('while a second is divided, a group of accounts gets its share, and others are not refused for it', async () => {
  await table.update(setUpdate('devnet node', at, 'perGroup', 2));
  expect(groupOf('acc_1', at)).not.toBe(groupOf('acc_2', at));
  const taken = [];
  for (let call = 0; call < 4; call += 1) taken.push(await processOf(10).take('acc_1', 1));
  expect(taken).toEqual([true, true, false, false]);
  expect(await processOf(10).take('acc_2', 1)).toBe(true);
});
