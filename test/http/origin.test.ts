import { execFile } from 'node:child_process';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates, TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { NoAnswerError } from '../../src/http/no-answer-error.ts';
import { Origin } from '../../src/http/origin.ts';
import type { HttpRequest } from '../../src/http/request.ts';
import { selfSigned } from '../upstream/certificate.ts';
import { ending, type RawBehaviour, startRawUpstream, stopRawUpstreams, writing } from '../upstream/raw-upstream.ts';
import { answering, startUpstream, stopUpstreams } from '../upstream/upstream-server.ts';

const run = promisify(execFile);

afterEach(stopUpstreams);
afterEach(stopRawUpstreams);

const request = (more: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'POST',
  path: '/',
  headers: ['Host', 'test', 'Content-Length', '2'],
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
  const { status, headers, body } = await new Origin(new URL(server.url)).exchange(request());
  expect([status, headers['x-one'], body.toString()]).toEqual([418, '1', 'body']);
});

test('a host is named by its name, by an address, or by one of six bytes more', async () => {
  const server = createServer((socket) => socket.end('HTTP/1.0 200 \r\n\r\n'));
  await once(server.listen(0, '::'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  for (const host of ['localhost', '127.0.0.1', '[::1]']) {
    expect(await new Origin(new URL(`http://${host}:${port}`)).exchange(request())).toMatchObject({ status: 200 });
  }
  server.close();
});

test('a connection that does not open is waited for no longer than it may take', async () => {
  const url = await startRawUpstream(() => {});
  const origin = new Origin(new URL(url.replace('http:', 'https:')));
  expect(await failureOf(origin.exchange(request({ connectMs: 20 })))).toMatchObject({ code: 'timeout', sent: false });
});

test('once it is open, its answer may take longer than the opening', async () => {
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
  ['a letter beyond ASCII', ['A', 'ä']],
  ['a colon in a name', ['A: b\r\nC', 'd']],
  ['a name that is empty', ['', 'b']],
])('a header with %s is not sent', async (_, header) => {
  const server = await startUpstream(answering('ok'));
  const origin = new Origin(new URL(server.url));
  const headers = [...request().headers, ...header];
  await expect(origin.exchange(request({ headers }))).rejects.toThrow(TypeError);
  expect(server.received).toEqual([]);
});

describe('a connection', () => {
  const connectionsOf = async (exchanges: (origin: Origin) => Promise<void>) => {
    const server = await startUpstream(answering('ok'));
    await exchanges(new Origin(new URL(server.url)));
    return server.received.map(({ connection }) => connection);
  };

  test('is kept for the next request, and each of several at once has its own', async () => {
    const connections = await connectionsOf(async (origin) => {
      await origin.exchange(request());
      await Promise.all([origin.exchange(request()), origin.exchange(request())]);
      await Promise.all([origin.exchange(request()), origin.exchange(request())]);
    });
    expect(connections.toSorted()).toEqual([1, 1, 1, 2, 2]);
  });

  test('that is kept is closed where a fresh one is asked for, which is kept then', async () => {
    const connections = await connectionsOf(async (origin) => {
      await origin.exchange(request());
      await origin.exchange(request(), true);
      await origin.exchange(request());
    });
    expect(connections).toEqual([1, 2, 2]);
  });

  test('that is idle does not keep the process alive', async () => {
    const server = await startUpstream(answering('ok'));
    const module = new URL('../../src/http/origin.ts', import.meta.url);
    const program = `import { Origin } from '${module}';
      const answer = await new Origin(new URL('${server.url}')).exchange(${JSON.stringify(request())});
      console.log(String(answer.body));`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program]);
    expect(stdout).toBe('ok\n');
  });

  /** How many connections two exchanges open, where the server behaves so on each. */
  const openedFor = async (behave: RawBehaviour, between: (socket: Socket) => Promise<unknown>) => {
    const sockets: Socket[] = [];
    const url = await startRawUpstream((socket) => {
      sockets.push(socket);
      behave(socket);
      socket.on('data', () => behave(socket));
    });
    const origin = new Origin(new URL(url));
    await origin.exchange(request());
    if (sockets[0]) await between(sockets[0]);
    expect((await origin.exchange(request())).body.toString()).toBe('ab');
    return sockets.length;
  };
  const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab';
  const nothing = async () => {};

  test('on which something comes that nobody has asked for is closed', async () => {
    const forged = answer.replace('ab', 'xy');
    const opened = openedFor(writing(answer), (socket) => {
      const closed = once(socket, 'close');
      socket.write(forged);
      return closed;
    });
    expect(await opened).toBe(2);
  });

  test('that the server has ended is not taken again', async () => {
    const opened = openedFor(writing(answer), (socket) => {
      const closed = once(socket, 'close');
      socket.end();
      return closed;
    });
    expect(await opened).toBe(2);
  });

  test.each([
    ['says that it closes it', writing(answer.replace('OK', 'OK\r\nConnection: close'))],
    ['ends it with the answer', ending(answer.replace('Content-Length: 2', 'A: b'))],
    ['speaks HTTP/1.0', writing(answer.replace('1.1', '1.0'))],
  ])('is not taken again where the server %s', async (_, behave) => {
    expect(await openedFor(behave, nothing)).toBe(2);
  });

  test('is not taken again where the answer came before all of the request was sent', async () => {
    const url = await startRawUpstream((socket) => {
      socket.pause();
      socket.write(answer);
    });
    const origin = new Origin(new URL(url));
    const body = 'a'.repeat(16 * 1_048_576);
    expect(await origin.exchange(request({ body }))).toMatchObject({ status: 200 });
    expect(await origin.exchange(request())).toMatchObject({ status: 200 });
  });

  test('that was taken again and fails says so', async () => {
    const url = await startRawUpstream((socket) => {
      socket.write(answer);
      socket.once('data', () => socket.destroy());
    });
    const origin = new Origin(new URL(url));
    await origin.exchange(request());
    expect(await failureOf(origin.exchange(request()))).toMatchObject({
      code: 'unreachable',
      sent: true,
      reused: true,
    });
  });
});

describe('with TLS', () => {
  const certificate = selfSigned({ address: '127.0.0.1', until: new Date('2100-01-01') });
  const before = getCACertificates();
  beforeAll(() => setDefaultCACertificates([certificate.cert]));
  afterAll(() => setDefaultCACertificates(before));

  test('the next connection goes on where the last one left it', async () => {
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

describe('a request that is cancelled', () => {
  const exchange = (origin: Origin, signal?: AbortSignal) => origin.exchange(request({ signal }));

  /** A server that does so much of an answer and no more; `reached` is when the request has come. */
  async function slow(begin: (response: ServerResponse) => void = () => {}) {
    const reached = Promise.withResolvers<ServerResponse>();
    const server = await startUpstream((response) => {
      begin(response);
      reached.resolve(response);
    });
    return { origin: new Origin(new URL(server.url)), reached: reached.promise };
  }

  test.each([
    ['before an answer', undefined],
    ['in the middle of one', (response: ServerResponse) => void response.writeHead(200).write('{"half":')],
  ])('%s ends, and so does its connection, which the other side sees', async (_, begin) => {
    const { origin, reached } = await slow(begin);
    const controller = new AbortController();
    const failure = failureOf(exchange(origin, controller.signal));
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

  test('before it begins is never sent', async () => {
    const server = await startUpstream(answering('ok'));
    const origin = new Origin(new URL(server.url));
    const failure = await failureOf(exchange(origin, AbortSignal.abort()));
    expect(failure).toMatchObject({ code: 'cancelled', sent: false });
    expect((await exchange(origin)).status).toBe(200);
    expect(server.received).toHaveLength(1);
  });

  test('after its answer leaves its connection to the next', async () => {
    const server = await startUpstream(answering('ok'));
    const origin = new Origin(new URL(server.url));
    const controller = new AbortController();
    await exchange(origin, controller.signal);
    controller.abort();
    await exchange(origin);
    expect(server.received.map(({ connection }) => connection)).toEqual([1, 1]);
  });
});
