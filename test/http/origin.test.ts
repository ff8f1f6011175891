import { once } from 'node:events';
import { createServer } from 'node:net';
import { getCACertificates, setDefaultCACertificates, TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Origin } from '../../src/http/origin.ts';
import { selfSigned } from '../upstream/certificate.ts';
import { startRawUpstream, stopRawUpstreams } from '../upstream/raw-upstream.ts';
import { answering, startUpstream, stopUpstreams } from '../upstream/upstream-server.ts';
import { failureOf, request } from './exchanges.ts';

afterEach(stopUpstreams);
afterEach(stopRawUpstreams);

test('an answer has its status, headers and whole body', async () => {
  const server = await startUpstream(answering('body', 418, { 'X-One': '1' }));
  const { status, headers, body } = await new Origin(new URL(server.url)).exchange(request());
  expect([status, headers['x-one'], body.toString()]).toEqual([418, '1', 'body']);
});

test.each([
  ['localhost', '127.0.0.1'],
  ['127.0.0.1', '127.0.0.1'],
  ['[::1]', '::1'],
])('%s is accepted as a host', async (host, address) => {
  const server = createServer((socket) => socket.end('HTTP/1.0 200 \r\n\r\n'));
  await once(server.listen(0, address), 'listening');
  const bound = server.address();
  const port = typeof bound === 'object' ? bound?.port : 0;
  expect(await new Origin(new URL(`http://${host}:${port}`)).exchange(request())).toMatchObject({ status: 200 });
  server.close();
});

test('opening a connection fails after the connect timeout', async () => {
  const url = await startRawUpstream(() => {});
  const origin = new Origin(new URL(url.replace('http:', 'https:')));
  expect(await failureOf(origin.exchange(request({ connectMs: 20 })))).toMatchObject({ code: 'timeout', sent: false });
});

test('the connect timeout does not limit the answer', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  const server = await startUpstream((response) => {
    jest.advanceTimersByTime(1_000);
    response.end('late');
  });
  const answer = await new Origin(new URL(server.url)).exchange(request({ connectMs: 1_000 }));
  jest.useRealTimers();
  expect(answer.body.toString()).toBe('late');
});

test.each([
  ['a line end in a value', ['A', 'b\r\nC: d']],
  ['a letter outside ASCII', ['A', 'ä']],
  ['a colon in a name', ['A: b\r\nC', 'd']],
  ['an empty name', ['', 'b']],
])('a header with %s is not sent', async (_, header) => {
  const server = await startUpstream(answering('ok'));
  const origin = new Origin(new URL(server.url));
  const headers = [...request().headers, ...header];
  await expect(origin.exchange(request({ headers }))).rejects.toThrow(TypeError);
  expect(server.received).toEqual([]);
});

describe('with TLS', () => {
  const certificate = selfSigned({ address: '127.0.0.1', until: new Date('2100-01-01') });
  const before = getCACertificates();
  beforeAll(() => setDefaultCACertificates([certificate.cert]));
  afterAll(() => setDefaultCACertificates(before));

  test('the next connection resumes the session of the last one', async () => {
    const resumed: boolean[] = [];
    const url = await startRawUpstream((socket) => {
      if (socket instanceof TLSSocket) resumed.push(socket.isSessionReused());
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    }, certificate);
    const origin = new Origin(new URL(url));
    for (let requests = 0; requests < 3; requests += 1) await origin.exchange(request(), true);
    expect(resumed).toEqual([false, true, true]);
  });
});
