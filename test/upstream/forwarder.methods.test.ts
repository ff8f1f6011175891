import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ethereum } from '../../src/chains/ethereum.ts';
import { callsTo, forwarderTo, lines, read, startOver, time, write } from './forwarding.ts';
import { answering, startUpstream, stopUpstreams, unreachableUrl } from './upstream-server.ts';

beforeEach(startOver);
afterEach(stopUpstreams);

describe('an upstream that fails with one method, and is healthy', () => {
  const forbidden = { ...read, methods: ['getProgramAccounts'], body: '{"method":"getProgramAccounts"}' };
  const other = { ...read, accountId: 'acc_2' };

  /** The first of two nodes answers 403 to one method, as if it were not on the operator's plan there. */
  async function start(status = 403) {
    const first = await startUpstream((response, { body }) => {
      const isCheck = body.includes('getHealth');
      response.writeHead(body.includes('getProgramAccounts') ? status : 200);
      response.end(isCheck ? '{"jsonrpc":"2.0","id":1,"result":"ok"}' : 'first');
    });
    const second = await startUpstream(answering('second'));
    return { first, forwarder: forwarderTo([first.url, second.url]) };
  }

  test.each([403, 404, 429, 503])(
    'stays the first for every other call, however often it is called: %d',
    async (status) => {
      const { forwarder } = await start(status);
      for (let times = 0; times < 100; times += 1) {
        time.now += 4_000;
        expect((await forwarder.forward(forbidden)).body.toString()).toBe('second');
        expect((await forwarder.forward(other)).body.toString()).toBe('first');
        expect((await forwarder.forward({ ...write, accountId: 'acc_2' })).body.toString()).toBe('first');
      }
      expect(lines.join()).not.toMatch(/upstream_credentials_rejected|health_check_failed/);
    },
  );

  test('is the last for that method, for one account alone, after three faults of it in a row', async () => {
    const { first, forwarder } = await start();
    for (let times = 0; times < 10; times += 1) await forwarder.forward(forbidden);
    expect(callsTo(first)).toBe(3);
    await forwarder.forward({ ...forbidden, accountId: 'acc_2' });
    expect(callsTo(first)).toBe(4);
  });

  test('keeps its place for others, whatever one account sends, as long as it answers them', async () => {
    const first = await startUpstream((response, { body }) => {
      response.writeHead(body.includes('forbidden') ? 403 : 200);
      response.end(body.includes('getHealth') ? '{"jsonrpc":"2.0","id":1,"result":"ok"}' : 'first');
    });
    const forwarder = forwarderTo([first.url, (await startUpstream(answering('second'))).url]);
    for (let minutes = 0; minutes < 30; minutes += 1) {
      for (let times = 0; times < 4; times += 1) await forwarder.forward({ ...read, body: 'forbidden' });
      expect((await forwarder.forward(other)).body.toString()).toBe('first');
      time.now += 60_000;
    }
  });

  test('is the last for that method after faults in calls of two accounts', async () => {
    const { first, forwarder } = await start();
    for (let times = 0; times < 5; times += 1) {
      await forwarder.forward(forbidden);
      await forwarder.forward({ ...forbidden, accountId: 'acc_2' });
    }
    expect(callsTo(first)).toBe(2);
  });

  test('keeps its place for methods whose state is in one node, such as filters', async () => {
    const first = await startUpstream((response, { body }) => {
      response.writeHead(body.includes('getHealth') || body.includes('eth_syncing') ? 200 : 403);
      response.end('{"jsonrpc":"2.0","id":1,"result":false}');
    });
    const forwarder = forwarderTo([first.url, (await startUpstream(answering('second'))).url]);
    const filter = {
      ...read,
      chain: ethereum,
      methods: ['eth_getFilterChanges'],
      body: '{"method":"eth_getFilterChanges"}',
    };
    for (let times = 0; times < 5; times += 1) {
      await forwarder.forward(filter);
      await forwarder.forward({ ...filter, accountId: 'acc_2' });
    }
    const asked = first.received.filter(({ body }) => body.includes('eth_getFilterChanges'));
    expect(asked).toHaveLength(10);
  });

  test('is tried for that method again after a minute without a fault, and once only', async () => {
    const { first, forwarder } = await start();
    for (let times = 0; times < 5; times += 1) await forwarder.forward(forbidden);
    time.now += 60_000;
    for (let times = 0; times < 5; times += 1) await forwarder.forward(forbidden);
    expect(callsTo(first)).toBe(4);
  });

  test('is never unusable: it is asked if every other node fails', async () => {
    const { first } = await start();
    const forwarder = forwarderTo([first.url, await unreachableUrl()]);
    for (let times = 0; times < 5; times += 1) await forwarder.forward(forbidden).catch(String);
    expect(callsTo(first)).toBe(5);
  });

  test('is in its place again after one success with that method', async () => {
    let status = 429;
    const first = await startUpstream((response, { body }) => {
      response.writeHead(body.includes('getHealth') ? 200 : status);
      response.end(body.includes('getHealth') ? '{"jsonrpc":"2.0","id":1,"result":"ok"}' : 'first');
    });
    const forwarder = forwarderTo([first.url, (await startUpstream(answering('second'))).url]);
    for (const given of [429, 429, 200, 429, 429, 200]) {
      status = given;
      await forwarder.forward(read);
    }
    expect(callsTo(first)).toBe(6);
  });

  test('is not blamed for a batch of several methods, of which nobody knows which one failed', async () => {
    const { first, forwarder } = await start();
    const batch = { ...forbidden, methods: ['getSlot', 'getProgramAccounts'] };
    for (let times = 0; times < 5; times += 1) await forwarder.forward(batch);
    expect((await forwarder.forward(other)).body.toString()).toBe('first');
    expect(callsTo(first)).toBe(6);
  });
});
