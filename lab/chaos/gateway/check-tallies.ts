import type { RequestRecord } from '../../../src/records/record-schema.ts';
import type { Table } from '../../../src/table/item-table.ts';
import { readCounter } from '../../../src/usage/tally-counter.ts';
import type { TestKey } from '../../../test/support/test-runtime.ts';
import { Sums } from '../sums.ts';
import { knownMethods } from './chaos-requests.ts';

/** What is wrong with the tallies, and how many calls too many and too few they have. */
export type TallyCheck = { readonly twice: number; readonly lost: number; readonly counted: number };

/** Holds the tallies against the rows: minute and hour, method by method, network by network, outcome by outcome. */
export async function checkTallies(
  usage: Table,
  keys: readonly TestKey[],
  rows: readonly RequestRecord[],
): Promise<TallyCheck> {
  const expected = expectedOf(rows);
  const stored = await storedOf(usage, keys);
  let [twice, lost] = [0, 0];
  for (const name of new Set([...expected.names(), ...stored.names()])) {
    const excess = stored.of(name) - expected.of(name);
    twice += Math.max(0, excess);
    lost += Math.max(0, -excess);
  }
  return { twice, lost, counted: stored.total() };
}

function expectedOf(rows: readonly RequestRecord[]): Sums {
  const sums = new Sums();
  for (const { keyId, network, at, calls } of rows) {
    const time = new Date(at).toISOString();
    for (const { method, outcome, count } of calls) {
      const name = method === undefined ? 'none' : knownMethods.has(method) ? method : 'other';
      for (const bucket of [`minute#${time.slice(0, 16)}`, `hour#${time.slice(0, 13)}`]) {
        sums.add(`${keyId} ${bucket}#${network} ${name} ${outcome}`, count);
      }
    }
  }
  return sums;
}

async function storedOf(usage: Table, keys: readonly TestKey[]): Promise<Sums> {
  const sums = new Sums();
  for (const { keyId } of keys) {
    const counters = [...(await Array.fromAsync(usage.query(keyId, 'minute#')))];
    counters.push(...(await Array.fromAsync(usage.query(keyId, 'hour#'))));
    for (const counter of counters) {
      for (const entry of readCounter(counter).entries) {
        if ('outcome' in entry) sums.add(`${keyId} ${counter.sk} ${entry.method} ${entry.outcome}`, entry.amount);
      }
    }
  }
  return sums;
}
