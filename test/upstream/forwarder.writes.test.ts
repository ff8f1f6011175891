import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { NoAnswerError } from '../../src/http/http-exchange.ts';
import {
  callsTo,
  forwarderTo,
  inDoubt,
  lines,
  notExecuted,
  read,
  signed,
  startOver,
  time,
  unavailable,
  write,
} from './forwarding.ts';
import { answering, hanging, startUpstream, stopUpstreams, unreachableUrl } from './upstream-server.ts';

beforeEach(startOver);
afterEach(stopUpstreams);

describe('a write', () => {
  test('goes to the next upstream if nothing was sent', async () => {
    const second = await startUpstream(answering('second'));
    const answer = await forwarderTo([await unreachableUrl(), second.url]).forward(write);
    expect(answer.body.toString()).toBe('second');
    expect(second.received).toHaveLength(1);
  });

  test('gives each upstream all of the time that is left', async () => {
    const timeouts: number[] = [];
    const forwarder = forwarderTo(['http://a.invalid', 'http://b.invalid'], {
      send: async ({ timeoutMs }) => {
        timeouts.push(timeoutMs);
        time.now += 20_000;
        throw new NoAnswerError('unreachable', { sent: false, reused: false });
      },
    });
    await expect(forwarder.forward(write)).rejects.toMatchObject(unavailable);
    expect(timeouts).toEqual([25_000, 5_000]);
  });

  test.each([400, 404, 408, 410, 502, 503, 504])('is sent once if the upstream answers %d', async (status) => {
    for (const request of [write, signed]) {
      const first = await startUpstream(answering('busy', status));
      const second = await startUpstream(answering('second'));
      await expect(forwarderTo([first.url, second.url]).forward(request)).rejects.toMatchObject(inDoubt);
      expect([callsTo(first), callsTo(second)]).toEqual([1, 0]);
    }
  });

  test.each([401, 402, 403, 429])('that a node refused with %d was not executed', async (status) => {
    const refusing = await startUpstream(answering('no', status));
    const second = await startUpstream(answering('second'));
    const forwarder = forwarderTo([refusing.url, second.url]);
    await expect(forwarder.forward(write)).rejects.toMatchObject(notExecuted);
    expect(callsTo(second)).toBe(0);
    expect((await forwarderTo([refusing.url, second.url]).forward(signed)).body.toString()).toBe('second');
    await expect(forwarderTo([refusing.url, refusing.url]).forward(signed)).rejects.toMatchObject(notExecuted);
    const failing = await startUpstream(answering('busy', 503));
    await expect(forwarderTo([refusing.url, failing.url]).forward(signed)).rejects.toMatchObject(inDoubt);
  });

  /** Node 1 fails for a while, in all it does. */
  async function startRested(isWell: () => boolean) {
    const first = await startUpstream((response, { body }) => {
      response.writeHead(isWell() ? 200 : 503);
      response.end(body.includes('getHealth') ? '{"jsonrpc":"2.0","id":1,"result":"ok"}' : 'first');
    });
    const second = await startUpstream(answering('second'));
    const forwarder = forwarderTo([first.url, second.url]);
    await forwarder.forward(read);
    return { first, second, forwarder };
  }

  test('never finds out whether a node works again after its rest: a health check does', async () => {
    let isWell = false;
    const { first, forwarder } = await startRested(() => isWell);
    const writesTo = () => first.received.filter(({ body }) => body.includes('requestAirdrop')).length;
    for (let second = 0; second < 60; second += 1) {
      time.now += 1_000;
      expect((await forwarder.forward(write)).body.toString()).toBe('second');
    }
    expect(writesTo()).toBe(0);
    isWell = true;
    time.now += 60_000;
    expect((await forwarder.forward(write)).body.toString()).toBe('second');
    expect((await forwarder.forward(write)).body.toString()).toBe('first');
  });

  test('does find out if no other node is usable', async () => {
    let isWell = false;
    const { first } = await startRested(() => isWell);
    const alone = forwarderTo([first.url]);
    await alone.forward(read).catch(String);
    isWell = true;
    time.now += 5_000;
    expect((await alone.forward(write)).body.toString()).toBe('first');
  });

  test('is sent once if the upstream closes the connection', async () => {
    const first = await startUpstream((response) => response.destroy());
    const second = await startUpstream(answering('second'));
    await expect(forwarderTo([first.url, second.url]).forward(write)).rejects.toMatchObject({
      reason: 'upstream_unavailable',
      ...inDoubt,
    });
    expect([first.received.length, second.received.length]).toEqual([1, 0]);
  });

  test('is sent once if the upstream hangs', async () => {
    const first = await startUpstream(hanging);
    const second = await startUpstream(answering('second'));
    await expect(forwarderTo([first.url, second.url]).forward({ ...write, timeLimitMs: 1_000 })).rejects.toMatchObject({
      reason: 'upstream_timeout',
      ...inDoubt,
    });
    // The other request is the health check of the first upstream.
    expect(first.received.filter(({ body }) => body.toString() === write.body)).toHaveLength(1);
    expect(second.received).toEqual([]);
  });
});

describe('a kept connection', () => {
  test('that the node has closed: a read is sent again over a new one, and this does not count against the node', async () => {
    let dropped = 0;
    const upstream = await startUpstream((response, { connection, body }) => {
      if (connection > 1 || body.toString() === 'first') return response.end('ok');
      dropped += 1;
      return response.destroy();
    });
    const forwarder = forwarderTo([upstream.url]);
    await forwarder.forward({ ...read, body: 'first' });
    expect((await forwarder.forward(read)).body.toString()).toBe('ok');
    expect(dropped).toBe(1);
    expect(lines).toEqual([]);
  });

  test('is never used for a write, however briefly it was idle; a read uses the one that a write leaves', async () => {
    const upstream = await startUpstream(answering('ok'));
    const forwarder = forwarderTo([upstream.url]);
    for (const request of [read, write, read, write, write, read]) await forwarder.forward(request);
    expect(upstream.received.map(({ connection }) => connection)).toEqual([1, 2, 2, 3, 4, 4]);
  });
});
