import { describe, expect, test } from '@jest/globals';
import { perMillion, usesOf } from '../../src/cost/cost-terms.ts';
import { type Shape, reference as shape } from '../../src/cost/shapes.ts';
import { batchesOf, keyCallsPerBatch } from '../../src/cost/stream-batches.ts';

const figures = {
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
  accessLogBytes: 32,
  rulesPerCall: 1,
};

const linesOf = (of: Shape, as = deployment) => {
  const uses = usesOf(of, figures, as);
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
    expect(byTerm.get('DynamoDB, reads: the key')).toBeCloseTo(0.125);
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

  test('charges the authorizer only for calls of which API Gateway does not have its answer', () => {
    const [none, all] = [linesOf(shape), linesOf({ ...shape, authorizerHits: 1 })];
    // Its invocation, half a read unit and a few milliseconds.
    expect(none.total - all.total).toBeGreaterThan(0.2 + 0.125 / 2);
    expect(none.total - linesOf({ ...shape, authorizerHits: 0.5 }).total).toBeCloseTo((none.total - all.total) / 2);
    expect([...all.byTerm].find(([term]) => term.startsWith('authorizer, '))?.[1]).toBe(0);
  });

  test('charges a slow node for the milliseconds that the proxy waits', () => {
    const slower = linesOf({ ...shape, nodeMs: shape.nodeMs + 75 }).total - linesOf(shape).total;
    expect(slower).toBeCloseTo(75 * 1_000 * 0.5 * 0.0000133334);
  });

  test('charges a larger answer for what goes out, and for the time to pass it on', () => {
    const { byTerm } = linesOf({ ...shape, answerBytes: 101_000 });
    const data = 'data out: answers to clients, calls to nodes';
    // 30 TB a month: two steps of the price of data out.
    const gigabytes = (300e6 * (101_000 + 1_170)) / 1e9;
    expect(byTerm.get(data)).toBeCloseTo((10_000 * 0.09 + (gigabytes - 10_000) * 0.085) / 300);
    expect([...byTerm.keys()].find((term) => term.startsWith('proxy'))).toContain('42 ms');
  });

  test.each([
    [512 * 1_024, 1],
    [512 * 1_024 + 1, 2],
    [1_300_000, 3],
  ])('counts a request of the HTTP API for each started 512 KB: %i bytes', (answerBytes, units) => {
    const rare = { ...shape, callsPerDay: 1e6, answerBytes };
    expect(linesOf(rare).byTerm.get('HTTP API')).toBeCloseTo(units);
  });

  test('has the lines that rules of Contributor Insights match', () => {
    const term = 'Contributor Insights, matched lines of the access log';
    expect(linesOf(shape, { ...deployment, rulesPerCall: 2 }).byTerm.get(term)).toBeCloseTo(0.04);
  });
});

describe('batches of the stream in a month', () => {
  test('are one for each window and shard where records keep coming', () => {
    expect(batchesOf(shape, deployment.batching)).toBeCloseTo(4 * 86_400 * 30);
  });

  test('are one for each record where they come rarely', () => {
    expect(batchesOf({ ...shape, callsPerDay: 1_000 }, deployment.batching)).toBeCloseTo(1_000 * 30);
  });

  test('are as many as the records fill where windows are long', () => {
    const long = { size: 1_000, windowMs: 300_000 };
    expect(batchesOf(shape, long)).toBeCloseTo((10e6 / 1_000) * 30);
  });
});

describe('calls of one key in a batch', () => {
  const batching = { size: 1_000, windowMs: 20_000 };

  test('are those of the window', () => expect(keyCallsPerBatch(shape, batching)).toBeCloseTo(100));

  test('are fewer where a busy shard fills the batch before the window ends', () => {
    // 12 shards with 964 records a second each.
    const busy = { callsPerDay: 1e9, perKeyPerSecond: 50 };
    expect(keyCallsPerBatch(busy, batching)).toBeCloseTo((50 * 1_000) / (1e9 / 86_400 / 12));
  });

  test('are one at least', () => expect(keyCallsPerBatch({ ...shape, perKeyPerSecond: 0.001 }, batching)).toBe(1));
});
