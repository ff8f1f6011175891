import { expect, test } from '@jest/globals';
import { batchLength } from '../../event-source-mapping/batch-delivery.ts';
import { maximumEventBytes } from '../../functions/invocation.ts';
import { recordOf } from './test-streams.ts';

const large = (kilobytes: number) => ({ ...recordOf(1), eventID: 'x'.repeat(kilobytes * 1024) });

test('a batch takes as many records as fit 6 MB in JSON', () => {
  const records = Array.from({ length: 20 }, () => large(400));
  const length = batchLength(records, 100);
  const bytes = (count: number) => Buffer.byteLength(JSON.stringify({ Records: records.slice(0, count) }));
  expect(bytes(length)).toBeLessThanOrEqual(maximumEventBytes);
  expect(bytes(length + 1)).toBeGreaterThan(maximumEventBytes);
});

test('a batch takes at most BatchSize records, and at least one', () => {
  expect(batchLength([recordOf(1), recordOf(2)], 1)).toBe(1);
  expect(batchLength([recordOf(1)], 100)).toBe(1);
  expect(batchLength([large(7 * 1024), recordOf(2)], 100)).toBe(1);
});
