import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { NoAnswerError } from '../../src/http/http-exchange.ts';
import type { ForwarderDeps } from '../../src/upstream/forwarder.ts';
import { send } from '../../src/upstream/send-to-upstream.ts';
import { callsTo, forwarderTo, lines, read, startOver, time, unavailable } from './forwarding.ts';
import { answering, hanging, startUpstream, stopUpstreams, unreachableUrl } from './upstream-server.ts';

beforeEach(startOver);
afterEach(stopUpstreams);

describe('a read goes on to the next upstream', () => {
  test.each([429, 502, 503, 504])('after %d', async (status) => {
    const first = await startUpstream(answering('busy', status));
    const second = await startUpstream(answering('second'));
    const answer = await forwarderTo([first.url, second.url]).forward(read);
    expect(answer).toMatchObject({ status: 200, body: Buffer.from('second') });
    expect([callsTo(first), callsTo(second)]).toEqual([1, 1]);
  });

  test('if the first refuses the connection', async () => {
    const second = await startUpstream(answering('second'));
    const answer = await forwarderTo([await unreachableUrl(), second.url]).forward(read);
    expect(answer.body.toString()).toBe('second');
  });

  test('if the first closes the connection half-way', async () => {
    const first = await startUpstream((response) => response.write('{"res', () => response.destroy()));
    const second = await startUpstream(answering('second'));
    expect((await forwarderTo([first.url, second.url]).forward(read)).body.toString()).toBe('second');
  });

  test('if the first hangs: it gets its share of the time, not all of it', async () => {
    const first = await startUpstream(hanging);
    const second = await startUpstream(answering('second'));
    const timeouts: number[] = [];
    const forwarder = forwarderTo([first.url, second.url], {
      send: (outgoing) => {
        timeouts.push(outgoing.timeoutMs);
        return send(outgoing.url.href.startsWith(first.url) ? { ...outgoing, timeoutMs: 20 } : outgoing);
      },
    });
    expect((await forwarder.forward(read)).body.toString()).toBe('second');
    // The second request is the health check of the first upstream.
    expect(timeouts.toSorted((a, b) => a - b)).toEqual([2_000, 12_500, 25_000]);
  });

  test('if the first’s credentials cannot be read, and the log does not contain them', async () => {
    const second = await startUpstream(answering('second'));
    const first = { url: 'https://node.invalid/?token=hidden', secretName: 'node' };
    const credentials = () => Promise.reject(new Error('hidden'));
    const answer = await forwarderTo([first, second.url], { credentials }).forward(read);
    expect(answer.body.toString()).toBe('second');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        level: 'warn',
        event: 'upstream_failed',
        network: 'devnet',
        host: 'node.invalid',
        code: 'no_credentials',
        detail: 'Error',
      },
    ]);
  });

  test('and each failure is logged with the host and the reason', async () => {
    const first = await unreachableUrl();
    const second = await startUpstream(answering('busy', 503));
    await forwarderTo([first, second.url]).forward(read).catch(String);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { event: 'upstream_failed', host: new URL(first).host, code: 'unreachable', detail: 'ECONNREFUSED' },
      { event: 'upstream_failed', host: new URL(second.url).host, status: 503 },
      { event: 'upstream_failed', host: new URL(second.url).host, code: 'health_check_failed', status: 503 },
    ]);
  });
});

describe('a read fails', () => {
  test('as unavailable if no upstream can be reached', async () => {
    const forwarder = forwarderTo([await unreachableUrl(), await unreachableUrl()]);
    await expect(forwarder.forward(read)).rejects.toMatchObject(unavailable);
  });

  test('as unavailable if every upstream reports that it is unavailable', async () => {
    const upstream = await startUpstream(answering('busy', 429));
    await expect(forwarderTo([upstream.url]).forward(read)).rejects.toMatchObject(unavailable);
  });

  test('as timed out if the last upstream hangs', async () => {
    const upstream = await startUpstream(hanging);
    const forwarder = forwarderTo([await unreachableUrl(), upstream.url]);
    const error = { reason: 'upstream_timeout', message: expect.stringContaining('Ask for less') };
    await expect(forwarder.forward({ ...read, timeLimitMs: 1_000 })).rejects.toMatchObject(error);
  });

  test('at its plan’s time limit, however long the earlier upstreams took', async () => {
    const timeouts: number[] = [];
    const send: ForwarderDeps['send'] = async ({ timeoutMs, silentMs }) => {
      timeouts.push(timeoutMs);
      expect(silentMs).toBe(800);
      time.now += timeoutMs;
      throw new NoAnswerError('timeout', { sent: false, reused: false });
    };
    const forwarder = forwarderTo(['http://a.invalid', 'http://b.invalid', 'http://c.invalid'], { send });
    const startedAt = time.now;
    await expect(forwarder.forward({ ...read, timeLimitMs: 6_000 })).rejects.toMatchObject(unavailable);
    expect(timeouts).toEqual([2_000, 2_000, 2_000]);
    expect(time.now - startedAt).toBe(6_000);
  });

  test('at its time limit without trying the remaining upstreams', async () => {
    const first = await startUpstream((response) => {
      time.now += 25_000;
      response.writeHead(503).end();
    });
    const second = await startUpstream(answering('second'));
    await expect(forwarderTo([first.url, second.url]).forward(read)).rejects.toMatchObject(unavailable);
    expect(second.received).toEqual([]);
  });

  test('as too large for an answer of 8 MB, without asking another upstream', async () => {
    const first = await startUpstream(answering(Buffer.alloc(8 * 1_048_576, 'a')));
    const second = await startUpstream(answering('second'));
    const forwarder = forwarderTo([first.url, second.url]);
    for (let times = 0; times < 4; times += 1) {
      await expect(forwarder.forward(read)).rejects.toMatchObject({ reason: 'response_too_large' });
    }
    expect(second.received).toEqual([]);
  });
});
