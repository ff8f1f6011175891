import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { NoAnswerError } from '../../src/http/http-exchange.ts';
import { callsTo, forwarderTo, inDoubt, lines, read, startOver, time, unavailable, write } from './forwarding.ts';
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

  test.each([429, 502, 503, 504])('is sent once if the upstream answers %d', async (status) => {
    const first = await startUpstream(answering('busy', status));
    const second = await startUpstream(answering('second'));
    await expect(forwarderTo([first.url, second.url]).forward(write)).rejects.toMatchObject(inDoubt);
    expect([callsTo(first), callsTo(second)]).toEqual([1, 0]);
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
