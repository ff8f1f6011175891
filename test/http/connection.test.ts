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

  test('is reused for the next request; concurrent requests use different connections', async () => {
    const connections = await connectionsOf(async (origin) => {
      await origin.exchange(request());
      await Promise.all([origin.exchange(request()), origin.exchange(request())]);
      await Promise.all([origin.exchange(request()), origin.exchange(request())]);
    });
    expect(connections.toSorted()).toEqual([1, 1, 1, 2, 2]);
  });

  test('is closed when the next request needs a fresh one, which is then kept', async () => {
    const connections = await connectionsOf(async (origin) => {
      await origin.exchange(request());
      await origin.exchange(request(), true);
      await origin.exchange(request());
    });
    expect(connections).toEqual([1, 2, 2]);
  });

  test('does not keep the process alive while it is idle', async () => {
    const server = await startUpstream(answering('ok'));
    const module = new URL('../../src/http/origin.ts', import.meta.url);
    const program = `import { Origin } from '${module}';
      const answer = await new Origin(new URL('${server.url}')).exchange(${JSON.stringify(request())});
      console.log(String(answer.body));`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program]);
    expect(stdout).toBe('ok\n');
  });

  /** The number of connections that two exchanges open with this server behaviour. */
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

  test('is closed when bytes arrive without a request', async () => {
    const forged = answer.replace('ab', 'xy');
    const opened = openedFor(writing(answer), (socket) => {
      const closed = once(socket, 'close');
      socket.write(forged);
      return closed;
    });
    expect(await opened).toBe(2);
  });

  test('is not reused after the server has closed it', async () => {
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
  ])('is not reused when the server %s', async (_, behave) => {
    expect(await openedFor(behave, nothing)).toBe(2);
  });

  test('is not reused when the answer came before the whole request was sent', async () => {
    const url = await startRawUpstream((socket) => {
      socket.pause();
      socket.write(answer);
    });
    const origin = new Origin(new URL(url));
    const body = 'a'.repeat(16 * 1_048_576);
    expect(await origin.exchange(request({ body }))).toMatchObject({ status: 200 });
    expect(await origin.exchange(request())).toMatchObject({ status: 200 });
  });

  test('reports on failure that it was reused', async () => {
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
