import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { NoAnswerError } from '../../src/http/http-exchange.ts';
import type { Caller } from '../../src/keys/caller.ts';
import type { Limits } from '../../src/plans.ts';
import { dayOf } from '../../src/time.ts';
import { callerOn } from '../support/callers.ts';
import { effort } from '../support/effort.ts';
import { batchOf, call, errorOf, noon, planOf } from './gateway.ts';
import { Gate, makeSteppedGateway, runPendingCallbacks } from './stepped-gateway.ts';

const plan = planOf(10, 50_000);
const noCaller = async () => undefined;

describe('the key is read before anything else', () => {
  test.each([
    // The node is asked meanwhile, because this process has served the secret before.
    ['getSlot', 1],
    ['sendTransaction', 0],
  ])('%s is not counted, and sent %d times, before the read has answered', async (method, early) => {
    const read = new Gate();
    const authorize = async (keyId: string) => {
      await read.pass();
      return callerOn(plan, keyId);
    };
    const gateway = makeSteppedGateway({ authorize });
    expect((await gateway.serve(call(1))).status).toBe(200);
    read.close();
    const served = gateway.serve(call(2, method));
    await runPendingCallbacks();
    expect([read.reached, gateway.used(), gateway.sent.length]).toEqual([2, 1, 1 + early]);
    read.open();
    expect((await served).status).toBe(200);
    expect([gateway.used(), gateway.sent.length]).toEqual([2, 2]);
  });

  test.each<[string, string, object]>([
    ['a call', call(1), {}],
    ['a body that is not JSON', '{', {}],
    ['a batch that is too large', batchOf(500), {}],
    ['another media type', call(1), { contentType: 'text/plain' }],
  ])(
    '%s of a refused key gets the answer of API Gateway, counts nothing and reaches no node',
    async (_, body, more) => {
      const gateway = makeSteppedGateway({ authorize: noCaller });
      expect(await gateway.serve(body, 'key_1', more)).toEqual({
        status: 403,
        headers: { 'content-type': 'application/json' },
        body: '{"message":"Forbidden"}',
        base64: false,
      });
      expect([gateway.used(), gateway.sent, gateway.records()]).toEqual([0, [], []]);
    },
  );

  test('a refused key that is over its limit gets 403, not 429', async () => {
    let caller: Caller | undefined = callerOn(planOf(1, 50_000), 'key_1');
    const gateway = makeSteppedGateway({ authorize: async () => caller });
    await gateway.serve(call(1));
    expect((await gateway.serve(call(2))).status).toBe(429);
    caller = undefined;
    expect((await gateway.serve(call(3))).status).toBe(403);
  });
});

describe('a node is asked before the key is read', () => {
  /** A gateway that has served the secret. */
  async function known(caller: Caller = callerOn(plan, 'key_1')) {
    const [read, node] = [new Gate(), new Gate()];
    const state: { answer: () => Caller | undefined } = { answer: () => caller };
    const gateway = makeSteppedGateway({
      authorize: async () => {
        await read.pass();
        return state.answer();
      },
      beforeAnswering: () => node.pass(),
    });
    await gateway.serve(call(1), 'a secret');
    /** Serves a call whose key is read late, and whose node answers after that. */
    const serve = async (id: number, secret = 'a secret') => {
      read.close();
      node.close();
      const served = gateway.serve(call(id), secret);
      await runPendingCallbacks();
      const sentBefore = gateway.sent.length;
      read.open();
      await runPendingCallbacks();
      node.open();
      return { status: (await served).status, sentBefore };
    };
    return { gateway, state, serve };
  }
  const cancelled = ({ sent }: { readonly sent: readonly { cancelled: boolean }[] }) =>
    sent.map((one) => one.cancelled);

  test('but its answer is dropped if the key is refused: one call in vain in each process, and nothing is counted', async () => {
    const { gateway, state, serve } = await known();
    state.answer = () => undefined;
    for (const id of [2, 3, 4]) expect((await serve(id)).status).toBe(403);
    expect(cancelled(gateway)).toEqual([false, true]);
    expect([gateway.used(), gateway.records().length]).toEqual([1, 1]);
    // Ten admitted calls later, the process may forward early again, but not for this secret.
    state.answer = () => callerOn(plan, 'key_2');
    gateway.time.now += 1_000;
    await gateway.serve(batchOf(10), 'another secret');
    state.answer = () => undefined;
    expect(await serve(5)).toEqual({ status: 403, sentBefore: gateway.sent.length });
    expect(gateway.sent).toHaveLength(3);
  });

  test('but its answer is dropped if Directory does not answer', async () => {
    const { gateway, state, serve } = await known();
    state.answer = () => {
      throw new NoAnswerError('timeout');
    };
    expect((await serve(2)).status).toBe(503);
    expect(cancelled(gateway)).toEqual([false, true]);
    // The key's history and the public error rate have it, and its quota does not.
    expect(gateway.records().at(-1)).toMatchObject({ keyId: 'key_1', status: 503, outcome: 'internal_error' });
    expect(gateway.used()).toBe(1);
  });

  test.each<[string, Caller]>([
    ['another plan', callerOn({ ...plan, longestCallSeconds: 1 }, 'key_1')],
    ['another account', callerOn(plan, 'key_1', 'acc_2')],
  ])('and once more if the read says %s', async (_, caller) => {
    const { gateway, state, serve } = await known();
    state.answer = () => caller;
    expect(await serve(2)).toEqual({ status: 200, sentBefore: 2 });
    expect(cancelled(gateway)).toEqual([false, true, false]);
  });

  test('only of a secret that this process has served: another one of the same key waits', async () => {
    const { serve } = await known();
    expect(await serve(2, 'another secret')).toEqual({ status: 200, sentBefore: 1 });
    expect(await serve(3)).toEqual({ status: 200, sentBefore: 3 });
  });

  test('only until the secret ends', async () => {
    const { gateway, serve } = await known({ ...callerOn(plan, 'key_1'), expiresAt: noon + 1_000 });
    gateway.time.now = noon + 999;
    expect((await serve(2)).sentBefore).toBe(2);
    gateway.time.now = noon + 1_000;
    expect((await serve(3)).sentBefore).toBe(2);
  });
});

describe('if Directory does not answer', () => {
  const silent = () => Promise.reject(new NoAnswerError('timeout'));

  test('the caller gets 503 with a reason and its id, and nothing is counted, sent or recorded', async () => {
    const gateway = makeSteppedGateway({ authorize: silent });
    const answer = await gateway.serve(call(7));
    expect(answer).toMatchObject({ status: 503, headers: { 'Retry-After': '1' } });
    expect(answer.headers).not.toHaveProperty('RateLimit-Policy');
    expect(JSON.parse(answer.body)).toMatchObject({ id: 7, error: { data: { reason: 'limits_unavailable' } } });
    expect([gateway.used(), gateway.sent, gateway.records()]).toEqual([0, [], []]);
    expect(gateway.lines).toMatchObject([{ event: 'request_failed', reason: 'limits_unavailable' }]);
  });

  test.each(['{', batchOf(3)])('so does %j', async (body) => {
    const gateway = makeSteppedGateway({ authorize: silent });
    const answer = await gateway.serve(body);
    expect(answer.status).toBe(503);
    if (body === '{') expect(errorOf(answer).data.reason).toBe('limits_unavailable');
    else expect(JSON.parse(answer.body)).toHaveLength(3);
  });
});

test('the day of the admission decides on the limits, not that of the read', async () => {
  const lastMs = Date.UTC(2026, 10, 20, 23, 59, 59, 999);
  const limitsAt = (at: number): Limits => ({
    callsPerSecond: 10,
    callsPerDay: dayOf(at) === '2026-11-21' ? 2 : 50_000,
  });
  const read = new Gate();
  const gateway = makeSteppedGateway({
    authorize: async (keyId) => {
      await read.pass();
      return { ...callerOn(plan, keyId), limitsAt };
    },
  });
  gateway.time.now = lastMs;
  read.close();
  const served = gateway.serve(batchOf(3));
  await runPendingCallbacks();
  gateway.time.now = lastMs + 1;
  read.open();
  const answer = await served;
  expect(answer.status).toBe(429);
  expect(answer.headers['RateLimit-Policy']).toContain('"day";q=2;');
});

type Step = { readonly secret: 'old' | 'new'; readonly change: boolean; readonly silent: boolean };

/**
 * A process serves two secrets of one key, of which changes end or restore one at a time, in any order of the reads, writes
 * and answers. A served secret was in use at some time while its request ran; so a request after a change sees it.
 */
async function play(steps: readonly Step[], scheduler: fc.Scheduler): Promise<void> {
  const inUse = { old: true, new: true };
  const turn = (name: string) => scheduler.schedule(Promise.resolve(), name);
  const gateway = makeSteppedGateway({
    callsPerSecond: 1_000,
    authorize: async (secret) => {
      await turn('read');
      const [name, isSilent] = secret.split(' ');
      const caller = inUse[name === 'old' ? 'old' : 'new'] ? callerOn(planOf(1_000, 1e6), 'key_1') : undefined;
      await turn('answer of the read');
      if (isSilent) throw new NoAnswerError('timeout');
      return caller;
    },
    beforeCounting: async () => void (await turn('count')),
    beforeAnswering: async () => void (await turn('answer')),
    beforeWriting: async () => void (await turn('record')),
  });
  const running = steps.map(async ({ secret, change, silent }, id) => {
    await turn('arrive');
    const seen = [inUse[secret]];
    const noted = () => seen.push(inUse[secret]);
    watchers.add(noted);
    if (change) {
      inUse[secret] = !inUse[secret];
      for (const watcher of watchers) watcher();
    }
    const { status } = await gateway.serve(call(id, 'getSlot'), silent ? `${secret} silent` : secret);
    watchers.delete(noted);
    return { status, silent, id, seen: change ? seen.slice(1) : seen };
  });
  const ended = await scheduler.waitFor(Promise.all(running));
  for (const { status, silent, seen } of ended) {
    expect([silent ? 503 : undefined, seen.includes(true) && 200, seen.includes(false) && 403]).toContain(status);
  }
  expect(gateway.used()).toBe(ended.filter(({ status }) => status === 200).length);
}

const watchers = new Set<() => void>();

test('an ended and a live secret of one key, in one process and in whatever order things finish', async () => {
  const step = fc.record({
    secret: fc.constantFrom('old' as const, 'new' as const),
    change: fc.boolean(),
    silent: fc.constantFrom(false, false, false, true),
  });
  const steps = fc.array(step, { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(steps, fc.scheduler(), async (sequence, scheduler) => {
      watchers.clear();
      await play(sequence, scheduler);
    }),
    { numRuns: effort(300, 10_000) },
  );
});
