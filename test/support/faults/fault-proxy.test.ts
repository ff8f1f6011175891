import { afterEach, describe, expect, test } from '@jest/globals';
import type { NoAnswerError } from '../../../src/http/http-exchange.ts';
import { Origin } from '../../../src/http/origin.ts';
import { startUpstream, stopUpstreams } from '../../upstream/upstream-server.ts';
import { chainNodeDialect, dynamoDbDialect } from './dialect.ts';
import { everyKind, type FaultKind, faultKinds } from './fault-kinds.ts';
import { FaultPlan } from './fault-plan.ts';
import { FaultProxy } from './fault-proxy.ts';

const proxies: FaultProxy[] = [];
afterEach(async () => {
  await Promise.all(proxies.splice(0).map((proxy) => proxy.close()));
  await stopUpstreams();
});

/** What a client sees behind a fault that every request meets, and how many requests the service has got. */
async function meet(kind: FaultKind, dialect = dynamoDbDialect, target = 'DynamoDB_20120810.UpdateItem') {
  const service = await startUpstream((response) => void response.end('{"is":"well"}'));
  const plan = new FaultPlan(1, { [kind]: 1 });
  const proxy = new FaultProxy({ to: service.url, plan, dialect, delayMs: 5, stallMs: 20, clock: () => 0 });
  proxies.push(proxy);
  const url = await proxy.listen();
  const headers = ['Host', new URL(url).host, 'Content-Length', '2', 'X-Amz-Target', target];
  const request = { method: 'POST', path: '/', headers, body: '{}', timeoutMs: 20_000 };
  const seen = await new Origin(new URL(url)).exchange(request).then(
    ({ status, body }) => ({ status, body: body.toString() }),
    ({ code }: NoAnswerError) => code,
  );
  return { seen, received: service.received.length, injected: plan.injected(kind), oldest: proxy.oldest() };
}

describe('a fault does what its name says', () => {
  test.each(['delay', 'stall'] as const)('%s: the answer is right, and late', async (kind) => {
    expect(await meet(kind)).toMatchObject({ seen: { status: 200, body: '{"is":"well"}' }, received: 1, injected: 1 });
  });

  test.each(['drop_before', 'drop_after', 'cut'] as const)('%s: there is no answer', async (kind) => {
    const { seen, received } = await meet(kind);
    expect([seen, received]).toEqual(['unreachable', kind === 'drop_before' ? 0 : 1]);
  });

  test.each([
    ['throttle', 400, 0],
    ['conflict', 400, 0],
    ['error_before', 500, 0],
    ['error_after', 500, 1],
    ['garbage', 200, 1],
  ] as const)('%s: a false answer of status %i, and %i requests arrive', async (kind, status, arrived) => {
    const { seen, received } = await meet(kind);
    expect(seen).toMatchObject({ status });
    expect(seen).not.toMatchObject({ body: '{"is":"well"}' });
    expect(received).toBe(arrived);
  });

  test('only writes are in conflict', async () => {
    const read = await meet('conflict', dynamoDbDialect, 'DynamoDB_20120810.GetItem');
    expect(read).toMatchObject({ seen: { status: 200 }, received: 1, injected: 0 });
  });

  test.each([
    ['throttle', 429],
    ['conflict', 503],
    ['error_after', 500],
  ] as const)('%s of a chain node is an answer of status %i', async (kind, status) => {
    expect(await meet(kind, chainNodeDialect)).toMatchObject({ seen: { status } });
  });
});

describe('a plan', () => {
  const drawn = (seed: number) => {
    const plan = new FaultPlan(seed, everyKind(0.5));
    return Array.from({ length: 1_000 }, () => plan.next(true));
  };

  test('is the same for the same seed, and differs for another seed', () => {
    expect(drawn(1)).toEqual(drawn(1));
    expect(drawn(1)).not.toEqual(drawn(2));
  });

  test('keeps the rates, lets other requests pass, and counts', () => {
    const faults = drawn(3).filter((kind) => kind !== undefined);
    expect(faults.length).toBeGreaterThan(420);
    expect(faults.length).toBeLessThan(580);
    expect(new Set(faults)).toEqual(new Set(faultKinds));
  });

  test('lets everything pass once it has no rates', () => {
    const plan = new FaultPlan(1, { cut: 1 });
    expect(plan.next(true)).toBe('cut');
    plan.rates = {};
    expect([plan.next(true), plan.injected('cut')]).toEqual([undefined, 1]);
  });
});
