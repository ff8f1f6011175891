import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { NoAnswerError } from '../../src/http/http-exchange.ts';
import type { UpstreamRequest } from '../../src/upstream/send-to-upstream.ts';
import type { UpstreamAnswer } from '../../src/upstream/upstream-answer.ts';
import { forwarderTo, read, signed, startOver, time } from './forwarding.ts';
import { stopUpstreams } from './upstream-server.ts';

beforeEach(startOver);
afterEach(stopUpstreams);

const tooSlow = { reason: 'call_too_slow' };
const timeout = { reason: 'upstream_timeout' };
const [one, two] = ['https://one.invalid/', 'https://two.invalid/'];

const slow = { ...read, body: 'slow' };

/** What a node does with health checks, with slow calls, and with all others. */
type Conduct = { health: 'ok' | 'behind' | 'silent' | 'refuses'; slow: 'silent' | 'fails'; others: 'ok' | 'silent' };

let nodes: Record<string, Conduct>;

beforeEach(() => {
  const well = { health: 'ok', slow: 'silent', others: 'ok' } as const;
  nodes = { [one]: { ...well }, [two]: { ...well } };
});

const answer = (status: number, body: string): UpstreamAnswer => ({
  status,
  contentType: 'application/json',
  contentEncoding: undefined,
  body: Buffer.from(body),
});

const healthAnswers = {
  ok: answer(200, '{"jsonrpc":"2.0","id":1,"result":"ok"}'),
  behind: answer(200, '{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"behind"}}'),
  refuses: answer(200, '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"not here"}}'),
};

/** Silence lasts as long as the gateway waits. */
async function send({ url, body, timeoutMs }: UpstreamRequest): Promise<UpstreamAnswer> {
  const { health, slow: ofSlow, others } = nodes[url.href] ?? { health: 'ok', slow: 'silent', others: 'ok' };
  const isCheck = body.includes('getHealth');
  if (isCheck && health !== 'silent') return healthAnswers[health];
  if (!isCheck && body === 'slow' && ofSlow === 'fails') return answer(500, '');
  if (!isCheck && body !== 'slow' && others === 'ok') return answer(200, '{}');
  time.now += timeoutMs;
  throw new NoAnswerError('timeout');
}

const start = (...urls: string[]) => forwarderTo(urls, { send });

describe('a time-out is its call’s', () => {
  test('if the node says that it is healthy, and answered another call of the method within the minute', async () => {
    const forwarder = start(one);
    await forwarder.forward(read);
    time.now += 60_000 - slow.timeLimitMs - 1;
    await expect(forwarder.forward(slow)).rejects.toMatchObject(tooSlow);
  });

  test('if the node does not offer its health, and answers others', async () => {
    const forwarder = start(one);
    nodes[one] = { health: 'refuses', slow: 'silent', others: 'ok' };
    await forwarder.forward(read);
    await expect(forwarder.forward(slow)).rejects.toMatchObject(tooSlow);
  });

  test('if two nodes are silent to it, and the second one gets no other calls', async () => {
    const forwarder = start(one, two);
    await forwarder.forward(read);
    await expect(forwarder.forward(slow)).rejects.toMatchObject(tooSlow);
  });

  test('however often one account sends it', async () => {
    const forwarder = start(one);
    for (let times = 0; times < 20; times += 1) {
      await forwarder.forward({ ...read, accountId: 'acc_2' });
      for (let calls = 0; calls < 2; calls += 1) await expect(forwarder.forward(slow)).rejects.toMatchObject(tooSlow);
    }
  });

  test('and its caller is told to check a transaction', async () => {
    const forwarder = start(one);
    await forwarder.forward(signed);
    const message = expect.stringContaining('may have reached the chain');
    await expect(forwarder.forward({ ...signed, body: 'slow' })).rejects.toMatchObject({ ...tooSlow, message });
  });
});

describe('a time-out is its node’s', () => {
  test.each(['silent', 'behind'] as const)(
    'if the node’s health is “%s”, whatever it answered before',
    async (health) => {
      const forwarder = start(one);
      await forwarder.forward(read);
      nodes[one] = { health, slow: 'silent', others: 'silent' };
      await expect(forwarder.forward(read)).rejects.toMatchObject(timeout);
    },
  );

  test('if the node has not answered a call of that method', async () => {
    const forwarder = start(one);
    await forwarder.forward({ ...read, methods: ['getBlock'] });
    await expect(forwarder.forward(slow)).rejects.toMatchObject(timeout);
  });

  test('if the node answered the method more than a minute ago', async () => {
    const forwarder = start(one);
    await forwarder.forward(read);
    time.now += 60_000 - slow.timeLimitMs;
    await expect(forwarder.forward(slow)).rejects.toMatchObject(timeout);
  });

  test('if the chain does not list the method, of which callers can invent any number', async () => {
    const forwarder = start(one);
    await forwarder.forward({ ...read, methods: ['invented'] });
    await expect(forwarder.forward({ ...slow, methods: ['invented'] })).rejects.toMatchObject(timeout);
  });

  test('from the second account on, if it answers none in between', async () => {
    const forwarder = start(one);
    await forwarder.forward(read);
    const quick = { ...slow, timeLimitMs: 1_000 };
    await expect(forwarder.forward(quick)).rejects.toMatchObject(tooSlow);
    await expect(forwarder.forward({ ...quick, accountId: 'acc_2' })).rejects.toMatchObject(timeout);
    await expect(forwarder.forward(quick)).rejects.toMatchObject(timeout);
  });

  test('if one of several methods of a batch has no answer to show', async () => {
    const forwarder = start(one);
    await forwarder.forward(read);
    await expect(forwarder.forward({ ...slow, methods: ['getSlot', 'getBlock'] })).rejects.toMatchObject(timeout);
  });

  test('if another node fails in another way', async () => {
    const forwarder = start(one, two);
    await forwarder.forward(read);
    nodes[one] = { health: 'ok', slow: 'fails', others: 'ok' };
    await expect(forwarder.forward(slow)).rejects.toMatchObject(timeout);
  });
});
