import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { shardsOf } from '../../src/limits/shards.ts';
import { plans } from '../../src/plans/plans.ts';
import { newRequestId } from '../../src/records/new-request-id.ts';
import { recordKey, recordPartition } from '../../src/records/record.ts';
import { possibleShards, shardOf } from '../../src/records/shards.ts';
import { noon } from '../usage/record.ts';

const counts = fc.integer({ min: 1, max: 12 });
const requestId = fc.uint8Array({ minLength: 16, maxLength: 16 }).map((random) => newRequestId(noon, () => random));

test('of the plans on offer only the fastest spreads its records', () => {
  expect(plans.map(({ limits }) => shardsOf(limits))).toEqual([1, 1, 1, 4]);
});

describe('the shard of a request', () => {
  test('is decided by its id alone, whenever it is asked, and is one of those there are', () => {
    fc.assert(
      fc.property(requestId, counts, (id, shards) => {
        const shard = shardOf(id, shards);
        expect(Number.isInteger(shard) && shard >= 0 && shard < shards).toBe(true);
        expect(shardOf(id, shards)).toBe(shard);
      }),
    );
  });

  test.each([2, 3, 4, 7])('has as many others as any, of %i shards', (shards) => {
    const taken = Array.from({ length: shards }, () => 0);
    const total = 20_000;
    for (let n = 0; n < total; n += 1) {
      const shard = shardOf(newRequestId(noon), shards);
      taken[shard] = (taken[shard] ?? 0) + 1;
    }
    // Nine standard deviations: by chance alone it fails once in 10^18 times.
    const deviation = Math.sqrt((total / shards) * (1 - 1 / shards));
    for (const count of taken) expect(Math.abs(count - total / shards)).toBeLessThan(9 * deviation);
  });

  test('is among those looked into, however many shards there were up to the most', () => {
    fc.assert(
      fc.property(requestId, counts, counts, (id, one, other) => {
        const [then, most] = [Math.min(one, other), Math.max(one, other)];
        const possible = [...possibleShards(id, most)];
        expect(possible).toContain(shardOf(id, then));
        expect(possible[0]).toBe(shardOf(id, most));
        expect(Math.max(...possible)).toBeLessThan(most);
      }),
    );
  });

  test('is the only one where there never were others', () => {
    expect([...possibleShards(newRequestId(noon), 1)]).toEqual([0]);
  });
});

test('the first shard of a day lies where records lay before there were shards, each other one apart', () => {
  expect([0, 1, 2, 3].map((shard) => recordPartition('key_1', noon, shard))).toEqual([
    'key_1#2026-11-20',
    'key_1#2026-11-20#1',
    'key_1#2026-11-20#2',
    'key_1#2026-11-20#3',
  ]);
  expect(recordKey({ keyId: 'key_1', at: noon, requestId: 'id' }, 3)).toEqual({ pk: 'key_1#2026-11-20#3', sk: 'id' });
});
