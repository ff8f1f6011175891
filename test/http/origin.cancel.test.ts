import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from '@jest/globals';
import { Origin } from '../../src/http/origin.ts';
import { answering, startUpstream, stopUpstreams } from '../upstream/upstream-server.ts';
import { failureOf, request } from './exchanges.ts';

afterEach(stopUpstreams);

describe('a cancelled request', () => {
  const exchange = (origin: Origin, signal?: AbortSignal) => origin.exchange(request({ signal }));

  /** A server that starts an answer with `startAnswer` and never ends it. `reached` resolves when the request has arrived. */
  async function slow(startAnswer: (response: ServerResponse) => void = () => {}) {
    const reached = Promise.withResolvers<ServerResponse>();
    const server = await startUpstream((response) => {
      startAnswer(response);
      reached.resolve(response);
    });
    return { origin: new Origin(new URL(server.url)), reached: reached.promise };
  }

  test.each([
    ['before an answer', undefined],
    ['in the middle of one', (response: ServerResponse) => void response.writeHead(200).write('{"half":')],
  ])('%s ends, and the server sees its connection close', async (_, startAnswer) => {
    const { origin, reached } = await slow(startAnswer);
    const controller = new AbortController();
    const failure = failureOf(exchange(origin, controller.signal));
    const closed = once(await reached, 'close');
    controller.abort();
    expect(await failure).toMatchObject({ name: 'NoAnswerError', code: 'cancelled', sent: true });
    await closed;
  });

  test('does not affect other requests, and the next one uses a new connection', async () => {
    const [first, second] = [Promise.withResolvers<ServerResponse>(), Promise.withResolvers<ServerResponse>()];
    const waiting = [first, second];
    const server = await startUpstream((response) => {
      const next = waiting.shift();
      if (next) next.resolve(response);
      else response.end('third');
    });
    const origin = new Origin(new URL(server.url));
    const controller = new AbortController();
    const cancelled = failureOf(exchange(origin, controller.signal));
    await first.promise;
    const other = exchange(origin);
    const response = await second.promise;
    controller.abort();
    await cancelled;
    expect((await exchange(origin)).body.toString()).toBe('third');
    response.end('second');
    expect((await other).body.toString()).toBe('second');
    expect(server.received.map(({ connection }) => connection)).toEqual([1, 2, 3]);
  });

  test('is never sent if it was cancelled before it started', async () => {
    const server = await startUpstream(answering('ok'));
    const origin = new Origin(new URL(server.url));
    const failure = await failureOf(exchange(origin, AbortSignal.abort()));
    expect(failure).toMatchObject({ code: 'cancelled', sent: false });
    expect((await exchange(origin)).status).toBe(200);
    expect(server.received).toHaveLength(1);
  });

  test('leaves its connection open if the answer was complete', async () => {
    const server = await startUpstream(answering('ok'));
    const origin = new Origin(new URL(server.url));
    const controller = new AbortController();
    await exchange(origin, controller.signal);
    controller.abort();
    await exchange(origin);
    expect(server.received.map(({ connection }) => connection)).toEqual([1, 1]);
  });
});
