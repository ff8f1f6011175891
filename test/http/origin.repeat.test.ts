import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { Connection } from '../../src/http/connection.ts';
import { Origin } from '../../src/http/origin.ts';
import { type Clock, systemClock } from '../../src/time.ts';
import { startRawUpstream, stopRawUpstreams } from '../upstream/raw-upstream.ts';
import { failureOf, request } from './exchanges.ts';

afterEach(stopRawUpstreams);

const answer = (body: string) => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** What a server does with a request, by the number of the request on its connection and of the connection, from 1. */
type Serve = (socket: Socket, connection: number, requests: number) => void;

/** An origin that already has a kept connection to a server with this behaviour, and the connections' ends. */
async function withKeptConnection(serve: Serve, clock?: Clock) {
  const ended: number[] = [];
  let connections = 0;
  const url = await startRawUpstream((socket) => {
    connections += 1;
    const connection = connections;
    let requests = 1;
    socket.once('close', () => ended.push(connection));
    if (connection === 1) socket.write(answer('first'));
    else serve(socket, connection, requests);
    socket.on('data', () => {
      requests += 1;
      serve(socket, connection, requests);
    });
  });
  const origin = new Origin(new URL(url), { clock });
  await origin.exchange(request());
  return { origin, ended, connections: () => connections };
}

const textOf = ({ body }: { readonly body: Buffer }) => body.toString();
const repeatable = request({ repeat: { idleMs: 0, silentMs: 20 } });

describe('a repeatable request over a kept connection', () => {
  test('that is silent is sent again over a new one, and the first is closed', async () => {
    const { origin, ended } = await withKeptConnection((socket, connection) => {
      if (connection === 2) socket.write(answer('second'));
    });
    expect(textOf(await origin.exchange(repeatable))).toBe('second');
    expect(textOf(await origin.exchange(repeatable))).toBe('second');
    expect(ended).toEqual([1]);
  });

  test('that was in use a moment ago is sent once, however slow the server is', async () => {
    const time = { now: 0 };
    const slow: Serve = (socket, connection, requests) => {
      if (connection === 2) socket.write(answer('second'));
      else if (requests === 2) setTimeout(() => socket.write(answer('slow')), 60);
    };
    const { origin, connections } = await withKeptConnection(slow, () => time.now);
    const rule = { idleMs: 30_000, silentMs: 1 };
    time.now += 29_999;
    expect(textOf(await origin.exchange(request({ repeat: rule })))).toBe('slow');
    expect(connections()).toBe(1);
    time.now += 30_000;
    expect(textOf(await origin.exchange(request({ repeat: rule })))).toBe('second');
  });

  test('that is closed is sent again at once', async () => {
    const { origin } = await withKeptConnection((socket, connection) => {
      if (connection === 1) socket.destroy();
      else socket.write(answer('second'));
    });
    expect(textOf(await origin.exchange(request({ repeat: { idleMs: 0, silentMs: 60_000 } })))).toBe('second');
  });

  test('that answers late, but before the new one, gets that answer', async () => {
    let first: Socket | undefined;
    const { origin, connections } = await withKeptConnection((socket, connection) => {
      if (connection === 1) first = socket;
      else first?.write(answer('late'));
    });
    expect(textOf(await origin.exchange(repeatable))).toBe('late');
    expect(connections()).toBe(2);
  });

  test('fails with the error of the new connection if both fail', async () => {
    const { origin } = await withKeptConnection((socket, connection) => {
      if (connection > 1) socket.destroy();
    });
    const failure = await failureOf(
      origin.exchange(request({ repeat: { idleMs: 0, silentMs: 20 }, timeoutMs: 1_000 })),
    );
    expect(failure).toMatchObject({ code: 'unreachable', sent: true });
  });

  test('has one time limit for both attempts, and is not sent a third time', async () => {
    const { origin, connections } = await withKeptConnection(() => {});
    const failure = await failureOf(
      origin.exchange(request({ repeat: { idleMs: 0, silentMs: 20 }, timeoutMs: 1_000 })),
    );
    expect(failure).toMatchObject({ code: 'timeout', sent: true, reused: false });
    expect(connections()).toBe(2);
  });

  test('is cancelled on both connections', async () => {
    const controller = new AbortController();
    const { origin, connections } = await withKeptConnection((_, connection) => {
      if (connection === 2) controller.abort('cancelled');
    });
    const failure = await failureOf(origin.exchange({ ...repeatable, signal: controller.signal }));
    expect(failure).toMatchObject({ code: 'cancelled' });
    expect(connections()).toBe(2);
  });

  test('that answers with something other than HTTP is not repeated, because the server received it', async () => {
    const { origin, connections } = await withKeptConnection((socket) => socket.write('220 smtp.example ESMTP\r\n'));
    const failure = await failureOf(origin.exchange(request({ repeat: { idleMs: 0, silentMs: 60_000 } })));
    expect(failure).toMatchObject({ code: 'damaged' });
    expect(connections()).toBe(1);
  });
});

test('a request over a new connection is never repeated, however long the server is silent', async () => {
  const url = await startRawUpstream(() => {});
  const failure = await failureOf(
    new Origin(new URL(url)).exchange(request({ repeat: { idleMs: 0, silentMs: 10 }, timeoutMs: 1_000 })),
  );
  expect(failure).toMatchObject({ code: 'timeout', sent: true, reused: false });
});

test.each(['SSH-2.0-OpenSSH_9.9', '\x15\x03\x01', 'HTTP/2.0 200', 'HTTP/1,1', 'h'])(
  'bytes that are not HTTP are recognized at once, without the end of a line: %j',
  async (bytes) => {
    const url = await startRawUpstream((socket) => socket.write(bytes));
    const failure = await failureOf(new Origin(new URL(url)).exchange(request({ timeoutMs: 20_000 })));
    expect(failure).toMatchObject({ code: 'damaged', sent: true });
  },
);

test('an answer that has started does not count as silence, however long the rest takes', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  const url = new URL(await startRawUpstream((socket) => socket.write('HTTP/1.1 200 OK\r\n')));
  const socket = connect(Number(url.port), url.hostname);
  const connection = new Connection(socket, 'connect', { free: () => {}, closed: () => {} }, systemClock);
  const silences: string[] = [];
  const silence = (ms: number) => ({ ms, onSilence: () => void silences.push(`after ${ms}`) });
  const exchanged = failureOf(
    connection.exchange('GET / HTTP/1.1\r\n\r\n', { timeoutMs: 60_000, silence: silence(2_000) }),
  );
  await once(socket, 'data');
  jest.advanceTimersByTime(60_000);
  jest.useRealTimers();
  expect(await exchanged).toMatchObject({ code: 'timeout' });
  expect(silences).toEqual([]);
});
