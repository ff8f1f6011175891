import { describe, expect, test } from '@jest/globals';
import type { Shape } from '../../../bench/cost/shapes.ts';
import { batchesOf, perMillion, usesOf } from '../../../bench/cost/terms.ts';

const shape: Shape = { name: 'a shape', callsPerDay: 10e6, perKeyPerSecond: 5, coldShare: 0.001, historyDays: 7 };
const measured = {
  readUnits: 1,
  writeUnits: 2,
  tallyUnits: 0.4,
  recordBytes: 400,
  warmMs: { authorizer: 0.1, proxy: 0.3 },
  coldMs: { authorizer: 45, proxy: 50 },
  tallyMsPerRecord: 0.1,
};
const quiet = { memory: 512, logsEveryRun: false, logFormat: 'JSON' };
const deployment = {
  functions: { authorizer: quiet, proxy: quiet, tally: quiet },
  batching: { size: 1_000, windowMs: 1_000 },
  accessLogFormat: '{"requestId":"$context.requestId"}',
};

const linesOf = (of: Shape, as = deployment) => {
  const uses = usesOf(of, measured, as);
  const { lines, total } = perMillion(of, uses);
  return { byTerm: new Map(uses.map(({ term }, line) => [term, lines[line] ?? 0])), total };
};

describe('the cost of a million calls', () => {
  test('is the sum of its terms', () => {
    const { byTerm, total } = linesOf(shape);
    expect([...byTerm.values()].reduce((sum, line) => sum + line, 0)).toBeCloseTo(total);
    expect(total).toBeGreaterThan(3);
  });

  test('charges measured units at their price', () => {
    const { byTerm } = linesOf(shape);
    expect(byTerm.get('HTTP API')).toBeCloseTo(1);
    expect(byTerm.get('DynamoDB, reads')).toBeCloseTo(0.125);
    expect(byTerm.get('DynamoDB, writes: admission and record')).toBeCloseTo(1.25);
    expect(byTerm.get('DynamoDB, writes: tallies')).toBeCloseTo(0.25);
    // 500 bytes of a million records for 7 of 30 days.
    expect(byTerm.get('DynamoDB, 7 days of records')).toBeCloseTo((0.5 * 0.25 * 7) / 30);
  });

  test("has Lambda's own lines in it where they are logged", () => {
    const loud = { memory: 512, logsEveryRun: true, logFormat: 'Text' };
    const logging = { ...deployment, functions: { authorizer: loud, proxy: loud, tally: loud } };
    const term = "logs of the functions: Lambda's lines, metrics";
    expect(linesOf(shape, logging).byTerm.get(term)).toBeGreaterThan((linesOf(shape).byTerm.get(term) ?? 0) + 0.2);
  });

  test('has what is the same every month weigh more on few calls', () => {
    const { byTerm } = linesOf({ ...shape, callsPerDay: 10e4 });
    expect(byTerm.get('CloudWatch metrics')).toBeCloseTo(100 * (linesOf(shape).byTerm.get('CloudWatch metrics') ?? 0));
  });
});

describe('batches of the stream in a month', () => {
  test('are one for each window and shard where records keep coming', () => {
    expect(batchesOf(shape, deployment)).toBeCloseTo(4 * 86_400 * 30);
  });

  test('are one for each record where they come rarely', () => {
    expect(batchesOf({ ...shape, callsPerDay: 1_000 }, deployment)).toBeCloseTo(1_000 * 30);
  });

  test('are as many as the records fill where windows are long', () => {
    const long = { ...deployment, batching: { size: 1_000, windowMs: 300_000 } };
    expect(batchesOf(shape, long)).toBeCloseTo((10e6 / 1_000) * 30);
  });
});
