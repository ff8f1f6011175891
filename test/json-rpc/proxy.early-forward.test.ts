import { describe, expect, test } from '@jest/globals';
import { NoAnswerError } from '../../src/http/http-exchange.ts';
import { call, errorOf } from './gateway.ts';
import { answer, Gate, makeSteppedGateway, runPendingCallbacks } from './stepped-gateway.ts';

type Options = NonNullable<Parameters<typeof makeSteppedGateway>[0]>;

/** A gateway whose counters and node wait behind closed gates. */
function gated(options: Options = {}) {
  const [counting, answering] = [new Gate(), new Gate()];
  counting.close();
  answering.close();
  const beforeCounting = () => counting.pass();
  const beforeAnswering = () => answering.pass();
  const gateway = makeSteppedGateway({ beforeCounting, beforeAnswering, ...options });
  return { ...gateway, counting, answering };
}

/** Checks whether a promise has settled after all pending callbacks have run. */
async function isDone(promise: Promise<unknown>): Promise<boolean> {
  let done = false;
  void promise.finally(() => {
    done = true;
  });
  await runPendingCallbacks();
  return done;
}

const unreachable = () => new NoAnswerError('unreachable', { sent: false });

describe('a read is forwarded while it is being admitted', () => {
  test('and its answer is held until it has been admitted', async () => {
    const gateway = gated();
    const served = gateway.serve(call(1));
    gateway.answering.open();
    expect(await isDone(served)).toBe(false);
    expect(gateway.records()).toEqual([]);
    gateway.counting.open();
    expect(await served).toMatchObject({ status: 200, body: '{"jsonrpc":"2.0","result":"ok","id":1}' });
    expect(gateway.used()).toBe(1);
    expect(gateway.records()).toMatchObject([{ outcome: 'ok', admittedSecond: Math.floor(gateway.time.now / 1_000) }]);
  });

  test('and its node is awaited if the admission ends first', async () => {
    const gateway = gated();
    const served = gateway.serve(call(1));
    gateway.counting.open();
    expect(await isDone(served)).toBe(false);
    gateway.answering.open();
    expect((await served).status).toBe(200);
    expect(gateway.sent).toHaveLength(1);
  });

  test.each(['node', 'counters'])('and given back if the node fails: the %s first', async (first) => {
    const gateway = gated({ node: unreachable });
    const served = gateway.serve(call(1));
    const gates = [gateway.answering, gateway.counting];
    for (const gate of first === 'node' ? gates : gates.toReversed()) {
      expect(await isDone(served)).toBe(false);
      gate.open();
    }
    const answered = await served;
    expect(answered.status).toBe(502);
    expect(answered.headers.RateLimit).toBe('"second";r=9;t=1, "day";r=50000;t=43200');
    expect(gateway.used()).toBe(0);
    expect(gateway.records()).toMatchObject([{ outcome: 'upstream_error', status: 502, upstreamMs: 0 }]);
  });
});

test('a process that begins forwards nothing early before it has admitted a call', async () => {
  const gateway = gated({ isNew: true });
  gateway.answering.open();
  const served = gateway.serve(call(1));
  expect([await isDone(served), gateway.sent]).toEqual([false, []]);
  gateway.counting.open();
  expect((await served).status).toBe(200);
  gateway.counting.close();
  const second = gateway.serve(call(2));
  expect([await isDone(second), gateway.sent.length]).toEqual([false, 2]);
  gateway.counting.open();
  await second;
});

describe('an early forward', () => {
  const batch = (...methods: string[]) => `[${methods.map((method, id) => call(id, method)).join(',')}]`;

  test.each([
    ['a read', call(1), call(1)],
    ['a batch of reads', batch('getSlot', 'simulateTransaction'), batch('getSlot', 'simulateTransaction')],
    ['the valid read of a batch with an invalid element', `[${call(1)},7]`, `[${call(1)}]`],
  ])('is %s', async (_, body, sent) => {
    const gateway = gated();
    const served = gateway.serve(body);
    await runPendingCallbacks();
    expect(gateway.sent).toMatchObject([{ body: sent }]);
    gateway.counting.open();
    gateway.answering.open();
    expect((await served).status).toBe(200);
  });

  test.each([
    ['sendTransaction', call(1, 'sendTransaction')],
    ['requestAirdrop', call(1, 'requestAirdrop')],
    ['an unknown method', call(1, 'sendParcel')],
    ['a batch with a call that changes the chain', batch('getSlot', 'getSlot', 'sendTransaction')],
    ['a batch with an unknown method', batch('madeUp', 'getSlot')],
  ])('is not %s: it is admitted first', async (_, body) => {
    const gateway = gated();
    const served = gateway.serve(body);
    await runPendingCallbacks();
    expect([gateway.counting.reached, gateway.sent.length]).toEqual([1, 0]);
    gateway.answering.open();
    gateway.counting.open();
    await served;
    expect(gateway.sent).toHaveLength(1);
  });

  test('never happens for a refused write', async () => {
    const gateway = makeSteppedGateway({ callsPerSecond: 1 });
    await gateway.countInOtherProcess(1);
    expect((await gateway.serve(call(1, 'sendTransaction'))).status).toBe(429);
    expect(gateway.sent).toEqual([]);
  });

  test('never happens if the option is off', async () => {
    const gateway = gated({ overlapReads: false });
    const served = gateway.serve(call(1));
    await runPendingCallbacks();
    expect([gateway.counting.reached, gateway.sent.length]).toEqual([1, 0]);
    gateway.counting.open();
    gateway.answering.open();
    expect((await served).status).toBe(200);
  });

  test('never happens for an invalid request', async () => {
    const gateway = makeSteppedGateway();
    for (const body of ['{', '[]', '{"id":1}', batch(...Array(11).fill('getSlot'))]) await gateway.serve(body);
    expect(gateway.sent).toEqual([]);
    expect(gateway.records()).toHaveLength(4);
  });
});

describe('a refusal', () => {
  /** A gateway whose key has used its last call in another process. */
  async function spent(options: Options = {}) {
    const gateway = gated({ callsPerSecond: 1, ...options });
    await gateway.countInOtherProcess(1);
    return gateway;
  }

  test('cancels the call while the node is slow, and does not wait for it', async () => {
    const gateway = await spent();
    const served = gateway.serve(call(1));
    gateway.counting.open();
    expect((await served).status).toBe(429);
    expect(gateway.sent).toMatchObject([{ cancelled: true }]);
  });

  test.each([
    { how: 'an answer', node: () => answer('{"jsonrpc":"2.0","result":"secret","id":1}') },
    { how: 'an error', node: unreachable },
  ])('hides $how that the node has already sent', async ({ node }) => {
    const gateway = await spent({ node });
    const served = gateway.serve(call(1));
    gateway.answering.open();
    expect(await isDone(served)).toBe(false);
    gateway.counting.open();
    const answered = await served;
    expect(answered.status).toBe(429);
    expect(errorOf(answered).data.reason).toBe('rate_limited');
    expect(answered.body).not.toContain('secret');
  });

  test('counts nothing, gives nothing back, and is recorded as a refusal', async () => {
    for (const node of [unreachable, () => answer('{"result":1}')]) {
      const gateway = await spent({ node });
      gateway.answering.open();
      gateway.counting.open();
      await gateway.serve(call(1));
      expect(gateway.used()).toBe(1);
      const [record] = gateway.records();
      expect(record).toMatchObject({ status: 429, outcome: 'rate_limited', calls: [{ outcome: 'rate_limited' }] });
      expect([record?.upstreamMs, record?.admittedSecond]).toEqual([undefined, undefined]);
    }
  });

  test('does not affect the node: it is not logged and does not rest', async () => {
    const gateway = await spent({ upstreams: 2 });
    gateway.counting.open();
    expect((await gateway.serve(call(1))).status).toBe(429);
    gateway.time.now += 1_000;
    gateway.answering.open();
    expect((await gateway.serve(call(1))).status).toBe(200);
    expect(gateway.sent.map(({ url, cancelled }) => [url, cancelled])).toEqual([
      ['http://node-0.invalid/', true],
      ['http://node-0.invalid/', false],
    ]);
    expect(gateway.lines.map(({ event }) => event)).not.toContain('upstream_failed');
  });

  test('is paid for by ten admitted calls of any key: until then no read is forwarded early', async () => {
    const gateway = await spent();
    gateway.counting.open();
    gateway.answering.open();
    await gateway.serve(call(1));
    const isEarly = async (key: string): Promise<boolean> => {
      gateway.counting.close();
      const sentBefore = gateway.sent.length;
      const served = gateway.serve(call(1), key);
      await runPendingCallbacks();
      const sent = gateway.sent.length > sentBefore;
      gateway.counting.open();
      expect((await served).status).toBe(200);
      return sent;
    };
    for (let key = 0; key < 10; key += 1) expect(await isEarly(`key_of_another_${key}`)).toBe(false);
    expect(await isEarly('key_of_another')).toBe(true);
    expect(await isEarly('key_of_one_more')).toBe(true);
  });

  test('stops the search for another node', async () => {
    const second = new Gate();
    second.close();
    const gateway = gated({
      callsPerSecond: 1,
      upstreams: 2,
      node: unreachable,
      beforeAnswering: async ({ url }) => (url.host === 'node-1.invalid' ? second.pass() : undefined),
    });
    await gateway.countInOtherProcess(1);
    const served = gateway.serve(call(1));
    await runPendingCallbacks();
    gateway.counting.open();
    expect((await served).status).toBe(429);
    await runPendingCallbacks();
    expect(gateway.sent.map(({ url, cancelled }) => [url, cancelled])).toEqual([
      ['http://node-0.invalid/', false],
      ['http://node-1.invalid/', true],
    ]);
    // The first node failed independently, which still counts.
    expect(gateway.lines.filter(({ event }) => event === 'upstream_failed')).toMatchObject([
      { host: 'node-0.invalid' },
    ]);
  });
});

describe('if the limits cannot be checked', () => {
  const failing = () => Promise.reject(new Error('the table is on fire'));

  test('the call is cancelled, and the answer is 503', async () => {
    const answering = new Gate();
    answering.close();
    const gateway = makeSteppedGateway({ beforeCounting: failing, beforeAnswering: () => answering.pass() });
    const answered = await gateway.serve(call(1));
    expect(answered.status).toBe(503);
    expect(errorOf(answered).data.reason).toBe('limits_unavailable');
    expect(gateway.sent).toMatchObject([{ cancelled: true }]);
    expect(gateway.records()).toMatchObject([{ status: 503, outcome: 'internal_error' }]);
    expect(gateway.lines).toMatchObject([
      { event: 'request_failed', reason: 'limits_unavailable' },
      { event: 'key_refused', outcome: 'internal_error' },
    ]);
  });

  test('the key’s calls are admitted first until one succeeds', async () => {
    let fails = true;
    const gateway = makeSteppedGateway({ beforeCounting: () => (fails ? failing() : Promise.resolve()) });
    for (let seconds = 0; seconds < 5; seconds += 1) {
      for (let times = 0; times < 3; times += 1) expect((await gateway.serve(call(times))).status).toBe(503);
      gateway.time.now += 1_000;
    }
    expect(gateway.sent).toHaveLength(1);
    fails = false;
    expect((await gateway.serve(call(1))).status).toBe(200);
    expect(gateway.sent).toHaveLength(2);
  });
});

describe('a key without calls left costs the node', () => {
  test('one call per process until a call is admitted, also with concurrent requests', async () => {
    const gateway = makeSteppedGateway({ callsPerSecond: 2 });
    for (let seconds = 1; seconds <= 3; seconds += 1) {
      await gateway.countInOtherProcess(2);
      for (let times = 0; times < 4; times += 1) {
        const answers = await Promise.all([1, 2, 3].map((id) => gateway.serve(call(id))));
        expect(answers.map(({ status }) => status)).toEqual([429, 429, 429]);
      }
      expect(gateway.sent).toHaveLength(1);
      gateway.time.now += 1_000;
    }
  });

  test('one call per process and day, although the process checks again sometimes', async () => {
    const gateway = makeSteppedGateway({ callsPerDay: 5 });
    await gateway.countInOtherProcess(5);
    for (let times = 0; times < 20; times += 1) {
      expect((await gateway.serve(call(times))).status).toBe(429);
      gateway.time.now += 7_000;
    }
    expect(gateway.sent).toHaveLength(1);
    gateway.time.now += 86_400_000;
    expect((await gateway.serve(call(1))).status).toBe(200);
    expect(gateway.sent).toHaveLength(2);
  });

  test('no call if the process itself has used up the limit', async () => {
    const gateway = makeSteppedGateway({ callsPerSecond: 2 });
    const statuses: number[] = [];
    for (let times = 0; times < 5; times += 1) statuses.push((await gateway.serve(call(times))).status);
    expect(statuses).toEqual([200, 200, 429, 429, 429]);
    expect(gateway.sent).toHaveLength(2);
  });

  test('and does not affect other keys', async () => {
    const gateway = gated({ callsPerSecond: 1 });
    await gateway.countInOtherProcess(1);
    gateway.answering.open();
    const refused = gateway.serve(call(1));
    const other = gateway.serve(call(2), 'key_2');
    gateway.counting.open();
    expect([(await refused).status, (await other).status]).toEqual([429, 200]);
    expect(gateway.sent.map(({ body, cancelled }) => [body, cancelled])).toEqual([
      [call(1), false],
      [call(2), false],
    ]);
  });
});
