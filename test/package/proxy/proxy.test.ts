import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { mintSecret } from '../../../src/keys/secret.ts';
import { type ProxyProgram, runProxy, startProxy } from './proxy-program.ts';

const key = mintSecret();
const call = '{"jsonrpc":"2.0", "id":1,"method":"getHealth"}';

type Received = { readonly method: string; readonly url: string; readonly rawHeaders: string[]; readonly body: Buffer };

let gateway: Server;
let received: Received[];
let answerWith: (response: ServerResponse, request: Received) => void;
/** Called when a part of a body has arrived at the gateway. */
let onPart = () => {};
let gatewayUrl: string;
let proxy: ProxyProgram;
let port: number;

const portOf = (server: Server) => {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
};

async function receive(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of incoming) {
    parts.push(part);
    onPart();
  }
  const { method = '', url = '', rawHeaders } = incoming;
  const request = { method, url, rawHeaders, body: Buffer.concat(parts) };
  received.push(request);
  answerWith(response, request);
}

const ok = (response: ServerResponse) => void response.writeHead(200).end('{"jsonrpc":"2.0","id":1,"result":"ok"}');

beforeAll(async () => {
  received = [];
  answerWith = ok;
  gateway = createServer((incoming, response) => void receive(incoming, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => void gateway.listen(0, '127.0.0.1', resolve));
  gatewayUrl = `http://127.0.0.1:${portOf(gateway)}/devnet`;
  const args = ['--url', gatewayUrl, '--port', '0', '--origin', 'http://localhost:3000'];
  proxy = await startProxy(args, { environment: { RPC_API_KEY: key } });
  port = Number(new URL(proxy.url).port);
});
afterAll(async () => {
  expect(await proxy?.stop()).toBe(0);
  gateway.closeAllConnections();
  gateway.close();
});
afterEach(() => {
  onPart = () => {};
  received = [];
  answerWith = ok;
});

/** Sends bytes as they are, and returns all that comes back. */
async function rawBytes(request: string | readonly Buffer[], to = port): Promise<Buffer> {
  const socket = connect(to, '127.0.0.1');
  for (const part of typeof request === 'string' ? [request] : request) socket.write(part);
  return buffer(socket);
}

const raw = async (request: string | readonly Buffer[], to = port) => String(await rawBytes(request, to));

const postOf = (headers: readonly string[], body = call, target = '/') =>
  [`POST ${target} HTTP/1.1`, ...headers, `Content-Length: ${body.length}`, 'Connection: close', '', body].join('\r\n');

const rawPost = (...post: Parameters<typeof postOf>) => raw(postOf(...post));

const headersOf = ({ rawHeaders }: Received) =>
  rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []));

describe('what passes', () => {
  test('the bytes of the body and the headers as they came, with the key and the gateway’s host', async () => {
    const body = '{"jsonrpc":"2.0" , "id":1,\n\t"method":"getHealth","params":["é\\u00e9",1.0e0]}';
    const headers = [`Host: localhost:${port}`, 'content-TYPE: application/json', 'X-Trace: a', 'X-Trace: b'];
    const own = ['x-api-key: slc_of-the-client', 'Keep-Alive: timeout=5', 'Te: trailers'];
    const bytes = Buffer.from(body);
    const head = [
      'POST / HTTP/1.1',
      ...headers,
      ...own,
      `Content-Length: ${bytes.length}`,
      'Connection: close',
      '',
      '',
    ];
    const answer = await raw([Buffer.from(head.join('\r\n')), bytes]);
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    const [request] = received;
    expect(request?.body.equals(bytes)).toBe(true);
    expect(request?.url).toBe('/devnet');
    expect(request && headersOf(request)).toEqual([
      `host: ${new URL(gatewayUrl).host}`,
      `x-api-key: ${key}`,
      'content-TYPE: application/json',
      'X-Trace: a',
      'X-Trace: b',
      `Content-Length: ${bytes.length}`,
      'Connection: keep-alive',
    ]);
  });

  test('the answer’s bytes, compressed as they are, its status and its headers', async () => {
    const plain = randomBytes(100_000).toString('hex');
    const compressed = gzipSync(plain);
    answerWith = (response) =>
      void response
        .writeHead(413, 'Too Large', [
          'Content-Length',
          String(compressed.length),
          'Content-ENCODING',
          'gzip',
          'X-Request-Id',
          'abc',
          'Set-Thing',
          '1',
          'Set-Thing',
          '2',
        ])
        .end(compressed);
    const response = await fetch(proxy.url, { method: 'POST', body: call, headers: { 'accept-encoding': 'identity' } });
    expect([response.status, response.statusText]).toEqual([413, 'Too Large']);
    expect(Object.fromEntries(response.headers)).toMatchObject({ 'x-request-id': 'abc', 'set-thing': '1, 2' });
    const answer = await rawBytes(postOf([`Host: 127.0.0.1:${port}`]));
    expect(String(answer)).toContain('Content-ENCODING: gzip\r\nX-Request-Id: abc\r\nSet-Thing: 1\r\nSet-Thing: 2\r\n');
    expect(await response.text()).toBe(plain);
    expect(answer.includes(compressed)).toBe(true);
  });

  test('what arrives before the rest is sent, in both directions', async () => {
    let finish = () => {};
    const { promise: arrived, resolve: hasArrived } = Promise.withResolvers<void>();
    onPart = hasArrived;
    answerWith = (response) => {
      response.writeHead(200).write('first,');
      finish = () => void response.end('last');
    };
    const socket = connect(port, '127.0.0.1');
    socket.write(`POST / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n`);
    await arrived;
    socket.write('4\r\nlast\r\n0\r\n\r\n');
    const first = await new Promise<string>((resolve) => {
      let all = '';
      socket.on('data', (part) => {
        all += String(part);
        if (all.includes('first,')) resolve(all);
      });
    });
    expect(first).not.toContain('last');
    expect(String(received[0]?.body)).toBe('firstlast');
    finish();
    await new Promise<void>((resolve) => {
      socket.on('data', (part) => void (String(part).includes('last') && resolve()));
    });
    socket.destroy();
  });

  test('paths and queries, below the path of the endpoint', async () => {
    const targets = ['/', '/?a=1', '/more', '/more?a=%20', '/more/../../mainnet', '/%2e%2e/mainnet'];
    for (const target of targets) await rawPost([`Host: 127.0.0.1:${port}`], call, target);
    const below = ['', '?a=1', '/more', '/more?a=%20', '/mainnet', '/mainnet'];
    expect(received.map(({ url }) => url)).toEqual(below.map((path) => `/devnet${path}`));
  });

  test('pages of the origin that the user named, with their preflight', async () => {
    const host = `Host: localhost:${port}`;
    const origin = 'Origin: http://localhost:3000';
    expect(await rawPost([host, origin])).toContain('200 OK');
    expect(await raw(`OPTIONS / HTTP/1.1\r\n${host}\r\n${origin}\r\nConnection: close\r\n\r\n`)).toContain('200 OK');
    expect(received.map(({ method }) => method)).toEqual(['POST', 'OPTIONS']);
  });
});

describe('what is refused, and never reaches the gateway:', () => {
  const own = () => `Host: 127.0.0.1:${port}`;
  test.each<[string, () => readonly string[], number]>([
    ['another host, as after DNS rebinding', () => [`Host: evil.example:${port}`], 403],
    ['the host without the port', () => ['Host: localhost'], 403],
    ['a host that begins alike', () => [`Host: 127.0.0.1:${port}.evil.example`], 403],
    ['a page', () => [own(), 'Origin: https://evil.example'], 403],
    ['a page without an origin', () => [own(), 'Origin: null'], 403],
    ['a page on another port of this machine', () => [own(), 'Origin: http://localhost:3001'], 403],
    ['a page of which the browser says so', () => [own(), 'Sec-Fetch-Site: cross-site'], 403],
  ])('%s', async (_, headers, status) => {
    const shown = proxy.output().length;
    expect(await rawPost(headers())).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .*"error"`, 's'));
    expect(received).toEqual([]);
    expect(proxy.output().slice(shown)).toMatch(new RegExp(`^${status}: .+\\n$`));
  });

  test('GET, and an absolute target', async () => {
    expect(await raw(`GET / HTTP/1.1\r\n${own()}\r\nConnection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 405 /);
    expect(await raw(`OPTIONS / HTTP/1.1\r\n${own()}\r\nConnection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 405 /);
    expect(await rawPost([own()], call, 'http://evil.example/')).toMatch(/^HTTP\/1\.1 404 /);
    expect(received).toEqual([]);
  });
});

describe('failures', () => {
  const health = () => fetch(proxy.url, { method: 'POST', body: call });

  test('a request is sent once, also if the gateway resets the connection', async () => {
    await health();
    answerWith = (response) => void response.destroy();
    const response = await health();
    expect([response.status, received.length]).toEqual([502, 2]);
    expect(await response.json()).toMatchObject({ error: { message: expect.stringContaining('sent at most once') } });
    answerWith = ok;
    expect((await health()).status).toBe(200);
  });

  test('an answer that breaks off breaks off', async () => {
    answerWith = (response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half');
      setImmediate(() => response.destroy());
    };
    await expect(health().then((response) => response.text())).rejects.toThrow();
  });

  test('a 429 passes as it is, is not repeated, and is shown with what is left', async () => {
    answerWith = (response) =>
      void response
        .writeHead(429, {
          'retry-after': '1',
          ratelimit: '"second";r=0;t=1, "day";r=9988;t=3600',
          'ratelimit-policy': '"second";q=10;w=1, "day";q=10000;w=86400',
        })
        .end('{}');
    const response = await health();
    expect([response.status, response.headers.get('retry-after'), received.length]).toEqual([429, '1', 1]);
    expect(proxy.output()).toContain(
      '429, a limit of the key; try again in 1 s (left: 9,988 of 10,000 calls today, 0 of 10 calls this second)',
    );
    expect(proxy.output()).not.toContain(key.slice(4));
  });
});

describe('the key', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sluice-proxy-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const args = () => ['--url', gatewayUrl, '--port', '0'];
  const fileOf = (content: string, mode = 0o600) => {
    const file = join(folder, randomBytes(4).toString('hex'));
    writeFileSync(file, content);
    chmodSync(file, mode);
    return file;
  };

  test('comes from a file that only its owner can read', async () => {
    const fromFile = await startProxy([...args(), '--key-file', fileOf(`${key}\n`)]);
    await fetch(fromFile.url, { method: 'POST', body: call });
    expect(await fromFile.stop()).toBe(0);
    expect(received[0] && headersOf(received[0])).toContain(`x-api-key: ${key}`);
  });

  test.each<[string, () => readonly string[], number, RegExp]>([
    ['a file that others can read', () => ['--key-file', fileOf(key, 0o644)], 3, /^Other users can read .* chmod 600/],
    ['a file that its group can write', () => ['--key-file', fileOf(key, 0o620)], 3, /^Other users can read/],
    [
      'a file that does not exist',
      () => ['--key-file', join(folder, 'none')],
      3,
      /^The key file cannot be read: ENOENT/,
    ],
    ['an empty file', () => ['--key-file', fileOf('\n')], 3, /does not have one secret/],
    ['two lines', () => ['--key-file', fileOf(`${key}\n${key}`)], 3, /does not have one secret/],
    ['no key', () => [], 2, /^No key was given. Set RPC_API_KEY/],
    ['a key on the command line', () => ['--key', key], 3, /^A key on the command line is visible/],
    ['a key as an argument', () => [key], 3, /^A key on the command line is visible/],
  ])('is refused: %s', async (_, more, exitCode, message) => {
    const ended = await runProxy([...args(), ...more()]);
    expect(ended).toMatchObject({ exitCode, output: expect.stringMatching(message) });
    expect(ended.output).not.toContain(key.slice(4));
  });

  test.each([
    [['--url', 'http://rpc.example'], /must be an https URL/],
    [['--url', 'https://user:pass@rpc.example'], /must not have a user/],
    [['--url', 'https://rpc.example/?key=1'], /must not have .* a query/],
    [['--url', 'https://rpc.example', '--port', '1x'], /--port must be a number/],
    [['--url', 'https://rpc.example', '--origin', '*'], /--origin must be an origin/],
    [['--url', 'https://rpc.example', '--origin', 'http://LOCALHOST:3000'], /Browsers send http:\/\/localhost:3000\./],
    [
      ['--url', 'https://rpc.example', '--origin', 'https://page.example:443'],
      /Browsers send https:\/\/page\.example\./,
    ],
    [['--url', 'https://rpc.example', '--origin', 'chrome-extension://ABC'], /--origin must be an origin/],
    [['--url', 'https://rpc.example', 'more'], /argument/],
    [[], /--url is missing/],
  ])('%j is invalid usage', async (given, message) => {
    const ended = await runProxy(given, { environment: { RPC_API_KEY: key } });
    expect(ended).toMatchObject({ exitCode: 2, output: expect.stringMatching(message) });
  });

  test('a port in use is named', async () => {
    const ended = await runProxy(['--url', gatewayUrl, '--port', String(port)], { environment: { RPC_API_KEY: key } });
    expect(ended).toEqual({ exitCode: 1, output: `Port ${port} is in use. Choose another one with --port.\n` });
  });
});
