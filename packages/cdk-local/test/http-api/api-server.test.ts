import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { allow, type Running, serve } from './test-api.ts';

let api: Running;

beforeEach(async () => {
  api = await serve({ authorizer: allow, proxy: (event) => ({ statusCode: 200, body: String(event.rawPath) }) });
});
afterEach(async () => {
  expect((await api.post('/')).status).toBe(200);
  await api.stop();
  expect(api.faults).toEqual([]);
});

async function open(): Promise<Socket> {
  const socket = connect({ port: Number(new URL(api.url).port), host: '127.0.0.1' });
  await once(socket, 'connect');
  return socket;
}

const head = (line: string, headers = '') =>
  `${line}\r\nHost: a\r\nX-API-KEY: k\r\nConnection: close\r\n${headers}\r\n`;

describe('a client that', () => {
  test('disconnects during its body affects no other client', async () => {
    const socket = await open();
    socket.write(head('POST / HTTP/1.1', 'Content-Length: 100\r\n'));
    socket.resetAndDestroy();
    await once(socket, 'close');
    expect(api.events.proxy).toEqual([]);
  });

  test('disconnects before its answer affects no other client', async () => {
    const begun = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<unknown>();
    const slow = await serve({
      proxy: () => {
        begun.resolve();
        return answer.promise;
      },
    });
    const socket = connect({ port: Number(new URL(slow.url).port), host: '127.0.0.1' });
    socket.write(head('POST / HTTP/1.1', 'Content-Length: 0\r\n'));
    await begun.promise;
    socket.resetAndDestroy();
    answer.resolve({ statusCode: 200 });
    expect((await slow.post('/')).status).toBe(200);
    await slow.stop();
    expect(slow.faults).toEqual([]);
  });

  test.each(['no HTTP at all\r\n\r\n', 'POST / HTTP/1.1\r\nbroken\r\n\r\n'])('sends %j hears 400', async (bytes) => {
    expect(await api.raw(bytes)).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
  });

  test('sends its body in pieces is waited for', async () => {
    const socket = await open();
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.write(head('POST / HTTP/1.1', 'Content-Type: text/plain\r\nContent-Length: 4\r\n'));
    for (const piece of 'body') socket.write(piece);
    await once(socket, 'close');
    expect(Buffer.concat(chunks).toString()).toContain('200 OK');
    expect(JSON.parse(api.events.proxy[0] ?? '')).toMatchObject({ body: 'body' });
  });

  test('keeps its connection is answered on it every time', async () => {
    const one = 'POST / HTTP/1.1\r\nHost: a\r\nX-API-KEY: k\r\nContent-Length: 0\r\n\r\n';
    const answers = await api.raw(one + one + head('POST /devnet HTTP/1.1'));
    expect(answers.match(/HTTP\/1.1 200 OK/g)).toHaveLength(3);
    expect(answers.match(/Connection: keep-alive/g)).toHaveLength(2);
    expect(answers).toMatch(/\/devnet$/);
  });
});

describe('limits', () => {
  test('a request over 10 MB: 413, and the function is not invoked', async () => {
    const answer = await api.post('/', { body: Buffer.alloc(10 * 1024 * 1024 + 1) });
    expect([answer.status, await answer.text()]).toEqual([413, '{"message":"Request Entity Too Large"}']);
    expect(api.events.proxy).toEqual([]);
  });

  test('a request of 10 MB reaches the integration', async () => {
    expect((await api.post('/', { body: Buffer.alloc(10 * 1024 * 1024) })).status).toBe(200);
  });

  test.each([
    [10_240, 200],
    [10_241, 431],
  ])('request line and headers of %i bytes: %i', async (bytes, status) => {
    // `X-Long: ` and the line's end are ten bytes, the empty line at the end of the headers is none of them.
    const short = head('POST / HTTP/1.1').length - 2;
    const answer = await api.raw(head('POST / HTTP/1.1', `X-Long: ${'x'.repeat(bytes - short - 10)}\r\n`));
    expect(answer).toContain(`HTTP/1.1 ${status} `);
  });

  test('headers far over the limit: 431 and the connection is closed', async () => {
    expect(await api.raw(head('POST / HTTP/1.1', `X-Long: ${'x'.repeat(100_000)}\r\n`))).toContain('HTTP/1.1 431 ');
  });
});

describe('no route', () => {
  test.each(['GET /', 'HEAD /', 'OPTIONS /', 'OPTIONS *', 'POST /other', 'POST /devnet/', 'POST //', 'PUT /devnet'])(
    '%s: 404',
    async (line) => {
      const answer = await api.raw(head(`${line} HTTP/1.1`));
      expect(answer).toMatch(/^HTTP\/1.1 404 Not Found\r\n/);
      expect(answer).toMatch(line.startsWith('HEAD') ? /\r\n\r\n$/ : /\{"message":"Not Found"\}$/);
      expect(api.events.authorizer).toEqual([]);
    },
  );

  test('a path that cannot be decoded: 400', async () => {
    expect(await api.raw(head('POST /%zz HTTP/1.1'))).toContain('HTTP/1.1 400 Bad Request');
  });

  test('a URL in the request line is read as its path', async () => {
    expect(await api.raw(head('POST http://a/devnet HTTP/1.1'))).toMatch(/\/devnet$/);
  });
});

test('an error of the emulation itself is reported, and the client gets a 500', async () => {
  const broken = await serve({
    proxy: () => {
      throw 'not an error';
    },
  });
  expect((await broken.post('/')).status).toBe(500);
  expect(broken.faults).toEqual(['not an error']);
  await broken.stop();
});
