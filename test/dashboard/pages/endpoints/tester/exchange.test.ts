import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import { afterEach, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { type ExchangeDeps, exchange } from '../../../../../dashboard/pages/endpoints/tester/exchange.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${v.parse(v.object({ port: v.number() }), server.address()).port}/`;
}

const never = () => new AbortController().signal;
const surroundings = (changes: Partial<ExchangeDeps> = {}): ExchangeDeps => {
  const times = [1_000, 1_020, 1_045];
  return { isOnline: () => true, now: () => times.shift() ?? 0, timeout: never, ...changes };
};
const sending = (url: string) => ({ url, secret: 'slc_x', body: '{"id": 18446744073709551615 }' });

describe('exchange', () => {
  test('sends the body as typed with the secret in its header, and returns the response with its figures', async () => {
    const seen: { method?: string | undefined; headers: IncomingHttpHeaders; body: string }[] = [];
    const url = await serve(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      seen.push({ method: request.method, headers: request.headers, body });
      response.writeHead(429, {
        'X-Request-Id': '01K9',
        'Retry-After': '1',
        RateLimit: '"second";r=0;t=1',
        'RateLimit-Policy': '"second";q=10;w=1',
        'Server-Timing': 'gateway;dur=4, node;dur=11',
      });
      response.end('{"a":1}');
    });
    const ending = await exchange(sending(url), never(), surroundings());
    expect(seen).toMatchObject([
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': 'slc_x' },
        body: '{"id": 18446744073709551615 }',
      },
    ]);
    expect(seen[0]?.headers).not.toHaveProperty('cookie');
    expect(seen[0]?.headers).not.toHaveProperty('referer');
    expect(ending).toEqual({
      kind: 'answered',
      answer: {
        status: 429,
        body: new TextEncoder().encode('{"a":1}'),
        text: '{"a":1}',
        requestId: '01K9',
        timing: [
          { name: 'network', ms: 30 },
          { name: 'gateway', ms: 4 },
          { name: 'node', ms: 11 },
        ],
        windows: [{ name: 'second', limit: 10, remaining: 0, resetsIn: 1 }],
        headers: expect.arrayContaining([['Retry-After', '1']]),
        headersAfter: 20,
        endedAfter: 45,
      },
    });
  });

  test('reports a hidden response if the request fails but one without a key succeeds', async () => {
    const keys: (string | undefined)[] = [];
    const url = await serve((request, response) => {
      keys.push(request.headers['x-api-key']?.toString());
      if (request.method === 'POST') request.socket.destroy();
      else response.end();
    });
    expect(await exchange(sending(url), never(), surroundings())).toEqual({ kind: 'hidden' });
    expect(keys).toEqual(['slc_x', undefined]);
  });

  test('reports an unreachable endpoint', async () => {
    const url = await serve((request) => request.socket.destroy());
    expect(await exchange(sending(url), never(), surroundings())).toEqual({ kind: 'unreachable' });
  });

  test('reports being offline, without another request', async () => {
    let asked = 0;
    const url = await serve((request) => {
      asked += 1;
      request.socket.destroy();
    });
    expect(await exchange(sending(url), never(), surroundings({ isOnline: () => false }))).toEqual({ kind: 'offline' });
    expect(asked).toBe(1);
  });

  test('distinguishes a response that was cut off from a missing one', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('begins', () => response.destroy());
    });
    expect(await exchange(sending(url), never(), surroundings())).toEqual({ kind: 'broken' });
  });

  test('does not follow a redirect with the secret', async () => {
    const keys: (string | undefined)[] = [];
    const url = await serve((request, response) => {
      keys.push(request.headers['x-api-key']?.toString());
      if (request.url === '/' && request.method === 'POST') response.writeHead(307, { location: '/elsewhere' }).end();
      else response.end();
    });
    expect(await exchange(sending(url), never(), surroundings())).toEqual({ kind: 'hidden' });
    expect(keys).toEqual(['slc_x', undefined]);
  });

  test('ends when it is stopped or times out', async () => {
    const stop = new AbortController();
    const timer = new AbortController();
    const stopped = await serve(() => stop.abort());
    expect(await exchange(sending(stopped), stop.signal, surroundings())).toEqual({ kind: 'stopped' });
    const late = await serve(() => timer.abort());
    expect(await exchange(sending(late), never(), surroundings({ timeout: () => timer.signal }))).toEqual({
      kind: 'timed out',
    });
  });
});
