import { execFile } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from '@jest/globals';
import { Origin } from '../../src/http/origin.ts';
import { ending, type RawBehaviour, startRawUpstream, stopRawUpstreams, writing } from '../upstream/raw-upstream.ts';
import { answering, startUpstream, stopUpstreams } from '../upstream/upstream-server.ts';
import { failureOf, request } from './exchanges.ts';

const run = promisify(execFile);

afterEach(stopUpstreams);
afterEach(stopRawUpstreams);

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
