import { createServer as createTcpServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from '@jest/globals';
import { maxAnswerBytes, type NoAnswerError } from '../../src/http/http-exchange.ts';
import { send, sendWithin, type UpstreamRequest } from '../../src/upstream/send-to-upstream.ts';
import { answering, type Behaviour, hanging, startUpstream, stopUpstreams, unreachableUrl } from './upstream-server.ts';

afterEach(stopUpstreams);

const outgoing = (url: string, more: Partial<UpstreamRequest> = {}): UpstreamRequest => ({
  url: new URL(url),
  headers: {},
  body: '{}',
  timeoutMs: 5_000,
  repeatable: false,
  ...more,
});

const failureOf = (sending: Promise<unknown>): Promise<NoAnswerError> =>
  sending.then(
    () => {
      throw new Error('it was answered');
    },
    (error) => error,
  );

describe('a request', () => {
  test('is a POST of the body, byte for byte, with the given headers', async () => {
    const upstream = await startUpstream(answering('ok'));
    const body = '{ "a": "κόσμε \u{1F30D} \\ud800",\r\n\t"b":1.50e+3 }';
    await send(outgoing(`${upstream.url}/path?key=1`, { body, headers: { 'x-token': 't' } }));
    const [received] = upstream.received;
    expect(received).toMatchObject({ method: 'POST', url: '/path?key=1' });
    expect(received?.headers).toMatchObject({ 'x-token': 't', 'content-length': String(Buffer.byteLength(body)) });
    expect(received?.body.equals(Buffer.from(body))).toBe(true);
  });

  test('sends the URL’s user name and password, unless it has its own authorization header', async () => {
    const upstream = await startUpstream(answering('ok'));
    const url = upstream.url.replace('//', '//us%20er:p%C3%A4ss@');
    await send(outgoing(url));
    await send(outgoing(url, { headers: { authorization: 'Bearer t' } }));
    await send(outgoing(upstream.url));
    const basic = `Basic ${Buffer.from('us er:päss').toString('base64')}`;
    expect(upstream.received.map(({ headers }) => headers.authorization)).toEqual([basic, 'Bearer t', undefined]);
  });

  test('uses a kept connection if it is repeatable, otherwise a new one, which is then kept', async () => {
    const upstream = await startUpstream(answering('ok'));
    for (const repeatable of [true, true, false, true, false]) await send(outgoing(upstream.url, { repeatable }));
    expect(upstream.received.map(({ connection }) => connection)).toEqual([1, 1, 2, 2, 3]);
  });
});

test('a kept connection that was idle is abandoned after the request’s `silentMs`', async () => {
  const sendLater = sendWithin({ connectMs: 2_000, idleMs: 0, silentMs: 2_000 });
  const upstream = await startUpstream((response, { connection }) => {
    if (connection > 1 || upstream.received.length === 1) response.end('ok');
  });
  const request = outgoing(upstream.url, { repeatable: true, timeoutMs: 1_500, silentMs: 100 });
  await sendLater(request);
  expect((await sendLater(request)).body.toString()).toBe('ok');
  expect(upstream.received.map(({ connection }) => connection)).toEqual([1, 1, 2]);
});

describe('an answer', () => {
  test('is passed on with its status, type, encoding and bytes', async () => {
    const body = gzipSync('{"result":"ok"}');
    const upstream = await startUpstream(answering(body, 418, { 'content-type': 'a/b', 'content-encoding': 'GZIP' }));
    const answer = await send(outgoing(upstream.url));
    expect(answer).toMatchObject({ status: 418, contentType: 'a/b', contentEncoding: 'gzip' });
    expect(answer.body.equals(body)).toBe(true);
  });

  test('may have no body, type or encoding', async () => {
    const upstream = await startUpstream((response) => response.writeHead(204).end());
    expect(await send(outgoing(upstream.url))).toEqual({
      status: 204,
      contentType: undefined,
      contentEncoding: undefined,
      body: Buffer.alloc(0),
    });
  });

  test.each([301, 302, 307, 308])('that redirects (%d) is not followed', async (status) => {
    const other = await startUpstream(answering('secret'));
    const upstream = await startUpstream(answering('moved', status, { location: other.url }));
    expect(await send(outgoing(upstream.url))).toMatchObject({ status, body: Buffer.from('moved') });
    expect(other.received).toEqual([]);
  });

  test('of Lambda’s maximum size is read whole', async () => {
    const upstream = await startUpstream(answering(Buffer.alloc(maxAnswerBytes, 'a')));
    expect((await send(outgoing(upstream.url))).body.length).toBe(maxAnswerBytes);
  });

  test.each([maxAnswerBytes + 1, 8 * 1_048_576])('of %d bytes is too large', async (size) => {
    const upstream = await startUpstream(answering(Buffer.alloc(size, 'a')));
    expect(await failureOf(send(outgoing(upstream.url)))).toMatchObject({ code: 'too_large', sent: true });
  });

  test('that never ends is abandoned as soon as it is too large', async () => {
    const upstream = await startUpstream((response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536))) {}
      };
      response.on('drain', more);
      more();
    });
    expect(await failureOf(send(outgoing(upstream.url)))).toMatchObject({ code: 'too_large' });
  });
});

describe('a failure reports whether the call may have reached the upstream', () => {
  test('the connection is refused: nothing was sent', async () => {
    const failure = await failureOf(send(outgoing(await unreachableUrl())));
    expect(failure).toMatchObject({ code: 'unreachable', sent: false, reused: false });
  });

  test('the upstream does not speak TLS: nothing was sent', async () => {
    const upstream = await startUpstream(answering('ok'));
    const failure = await failureOf(send(outgoing(upstream.url.replace('http:', 'https:'))));
    expect(failure).toMatchObject({ code: 'unreachable', sent: false });
    expect(upstream.received).toEqual([]);
  });

  test('the TLS handshake hangs until the time limit: nothing was sent', async () => {
    const silent = createTcpServer(() => {});
    await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const failure = await failureOf(send(outgoing(`https://127.0.0.1:${port}`, { timeoutMs: 30 })));
    silent.close();
    expect(failure).toMatchObject({ code: 'timeout', sent: false });
  });

  test('no answer before the time limit: it may have', async () => {
    const upstream = await startUpstream(hanging);
    const failure = await failureOf(send(outgoing(upstream.url, { timeoutMs: 300 })));
    expect(failure).toMatchObject({ code: 'timeout', sent: true, reused: false });
  });

  test('an incomplete answer at the time limit: it may have', async () => {
    const upstream = await startUpstream((response) => response.write('{"result":'));
    expect(await failureOf(send(outgoing(upstream.url, { timeoutMs: 300 })))).toMatchObject({
      code: 'timeout',
      sent: true,
    });
  });

  const closings: readonly { when: string; behave: Behaviour }[] = [
    { when: 'before it answers', behave: (response) => response.destroy() },
    {
      when: 'half-way through a body of known length',
      behave: (response) =>
        response.writeHead(200, { 'content-length': 100 }).write('{"result":', () => response.destroy()),
    },
    {
      when: 'half-way through a chunked body',
      behave: (response) => response.write('{"result":', () => response.destroy()),
    },
  ];
  test.each(closings)('the upstream closes $when: it may have', async ({ behave }) => {
    const upstream = await startUpstream(behave);
    expect(await failureOf(send(outgoing(upstream.url)))).toMatchObject({ code: 'unreachable', sent: true });
  });

  test('an answer that is not HTTP: it may have', async () => {
    const upstream = await startUpstream((response) => response.socket?.end('no http\r\n\r\n'));
    expect(await failureOf(send(outgoing(upstream.url)))).toMatchObject({ code: 'damaged', sent: true });
  });

  test('the upstream closes a kept connection and the new one: it may have', async () => {
    const upstream = await startUpstream((response, { body }) =>
      body.toString() === 'first' ? response.end('ok') : response.destroy(),
    );
    await send(outgoing(upstream.url, { repeatable: true, body: 'first' }));
    const failure = await failureOf(send(outgoing(upstream.url, { repeatable: true })));
    expect(failure).toMatchObject({ code: 'unreachable', sent: true, reused: false });
    expect(upstream.received.map(({ connection }) => connection)).toEqual([1, 1, 2]);
  });
});
