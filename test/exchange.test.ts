import { once } from 'node:events';
import { Agent, type ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { urlToHttpOptions } from 'node:url';
import { afterEach, describe, expect, test } from '@jest/globals';
import { type Exchange, exchange, type NoAnswerError } from '../src/exchange.ts';
import { answering, startUpstream, stopUpstreams } from './upstream/upstream-server.ts';

const agent = new Agent({ keepAlive: true });
afterEach(stopUpstreams);

const post = (url: string, signal?: AbortSignal, more: Partial<Exchange> = {}) =>
  exchange({
    protocol: 'http:',
    options: { ...urlToHttpOptions(new URL(url)), method: 'POST', agent },
    signal,
    body: '{}',
    timeoutMs: 5_000,
    ...more,
  });

const failureOf = (exchanged: Promise<unknown>): Promise<NoAnswerError> =>
  exchanged.then(
    () => {
      throw new Error('it was answered');
    },
    (error) => error,
  );

test('an answer is its status, its headers and its whole body', async () => {
  const server = await startUpstream(answering('body', 418, { 'X-One': '1' }));
  const { status, headers, body } = await post(server.url);
  expect([status, headers['x-one'], body.toString()]).toEqual([418, '1', 'body']);
});

test('a connection that does not open is waited for no longer than it may take', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = silent.address();
  const url = `https://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const options = { ...urlToHttpOptions(new URL(url)), method: 'POST' };
  const failure = await failureOf(post(url, undefined, { protocol: 'https:', options, connectMs: 20 }));
  silent.close();
  expect(failure).toMatchObject({ code: 'timeout', sent: false });
});

describe('a request that is cancelled', () => {
  /** A server that does so much of an answer and no more; `reached` is when the request has come. */
  async function slow(begin: (response: ServerResponse) => void = () => {}) {
    const reached = Promise.withResolvers<ServerResponse>();
    const server = await startUpstream((response) => {
      begin(response);
      reached.resolve(response);
    });
    return { server, reached: reached.promise };
  }

  test.each([
    ['before an answer', undefined],
    ['in the middle of one', (response: ServerResponse) => void response.writeHead(200).write('{"half":')],
  ])('%s ends, and so does its connection, which the other side sees', async (_, begin) => {
    const { server, reached } = await slow(begin);
    const controller = new AbortController();
    const failure = failureOf(post(server.url, controller.signal));
    const closed = once(await reached, 'close');
    controller.abort();
    expect(await failure).toMatchObject({ name: 'NoAnswerError', code: 'cancelled', sent: true });
    await closed;
  });

  test('takes no other with it, and the next goes over a connection of its own', async () => {
    const [first, second] = [Promise.withResolvers<ServerResponse>(), Promise.withResolvers<ServerResponse>()];
    const waiting = [first, second];
    const server = await startUpstream((response) => {
      const next = waiting.shift();
      if (next) next.resolve(response);
      else response.end('third');
    });
    const controller = new AbortController();
    const cancelled = failureOf(post(server.url, controller.signal));
    await first.promise;
    const other = post(server.url);
    const response = await second.promise;
    controller.abort();
    await cancelled;
    expect((await post(server.url)).body.toString()).toBe('third');
    response.end('second');
    expect((await other).body.toString()).toBe('second');
    expect(server.received.map(({ connection }) => connection)).toEqual([1, 2, 3]);
  });

  test('before it begins is never sent', async () => {
    const server = await startUpstream(answering('ok'));
    const failure = await failureOf(post(server.url, AbortSignal.abort()));
    expect(failure).toMatchObject({ code: 'cancelled', sent: false });
    expect((await post(server.url)).status).toBe(200);
    expect(server.received).toHaveLength(1);
  });

  test('after its answer leaves its connection to the next', async () => {
    const server = await startUpstream(answering('ok'));
    const controller = new AbortController();
    await post(server.url, controller.signal);
    controller.abort();
    await post(server.url);
    expect(server.received.map(({ connection }) => connection)).toEqual([1, 1]);
  });
});
