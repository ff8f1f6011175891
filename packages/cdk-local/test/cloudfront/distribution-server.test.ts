import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, request as send } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { serveDistribution } from '../../cloudfront/distribution-server.ts';
import { type Listener, reserveListener } from '../../listeners.ts';
import { type Buckets, openBuckets } from '../../s3/buckets.ts';
import { distributionTemplate } from './distribution-template.ts';

type Heard = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { readonly body: string };

let folder: string;
let listener: Listener;
let api: Server;
let heard: Heard[];
let faults: unknown[];
let buckets: Buckets;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-cloudfront-'));
  heard = [];
  faults = [];
  api = createServer(async (incoming, outgoing) => {
    const { method, url, headers } = incoming;
    heard.push({ method, url, headers, body: (await buffer(incoming)).toString() });
    outgoing.writeHead(201, {
      'content-type': 'application/json',
      'x-frame-options': 'SAMEORIGIN',
      'set-cookie': ['a=1', 'b=2'],
    });
    outgoing.end('{"ok":1}');
  }).listen(0, '127.0.0.1');
  await once(api, 'listening');
  listener = await reserveListener(0);
  await serve();
  await put('index.html', '<!doctype html>', { 'content-type': 'text/html', 'cache-control': 'no-cache' });
  await put('assets/app-1.js', 'x'.repeat(2_000), { 'content-type': 'text/javascript', 'cache-control': 'immutable' });
});

afterEach(async () => {
  await listener.stop();
  api.close();
  api.closeAllConnections();
  await rm(folder, { recursive: true });
});

const secrets = new Map([['Proof', 'from-our-edge']]);

const apiUrl = (): string => {
  const address = api.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
};

async function serve(changes: Parameters<typeof distributionTemplate>[0] = {}): Promise<void> {
  const template = distributionTemplate(changes, apiUrl());
  buckets = await openBuckets(template, folder);
  const resource = template.get('Distribution');
  serveDistribution({ template, resource, buckets, secrets, listener, onFault: (error) => faults.push(error) });
}

const put = (key: string, body: string, metadata?: Record<string, string>) =>
  buckets.put('files', key, Buffer.from(body), metadata);

const get = (path: string, init?: RequestInit) => fetch(listener.url + path, init);

/** The status of a path that fetch would have tidied up. */
async function statusOfRaw(path: string): Promise<number | undefined> {
  const outgoing = send(listener.url, { path }).end();
  const [answer] = await once(outgoing, 'response');
  answer.resume();
  return answer.statusCode;
}

describe('a file of the bucket', () => {
  test('is given with what it was put with, and the headers of the policy', async () => {
    const answer = await get('/index.html');
    expect([answer.status, await answer.text()]).toEqual([200, '<!doctype html>']);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'text/html',
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
      'last-modified': expect.stringMatching(/GMT$/),
      'x-cache': 'Miss from cloudfront',
      'x-frame-options': 'DENY',
    });
  });

  test('is served at the root and for every page', async () => {
    for (const path of ['/', '/keys', '/keys?page=2', '/deep/er/']) {
      expect(await (await get(path)).text()).toBe('<!doctype html>');
    }
  });

  test('is served at the root only, without a function', async () => {
    await listener.stop();
    listener = await reserveListener(0);
    await serve({ page: { FunctionAssociations: [] } });
    expect(await (await get('/')).text()).toBe('<!doctype html>');
    expect((await get('/keys')).status).toBe(403);
  });

  test('is compressed for who takes it', async () => {
    const answer = await get('/assets/app-1.js', { headers: { 'accept-encoding': 'br' } });
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(Number(answer.headers.get('content-length'))).toBeLessThan(100);
    expect(await answer.text()).toBe('x'.repeat(2_000));
  });

  test('is described without being sent to who asks with HEAD', async () => {
    const answer = await get('/index.html', { method: 'HEAD' });
    expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([200, '15', '']);
  });

  test('is found by its name as it was before it was encoded', async () => {
    await put('a b+ü.txt', 'found', { 'content-type': 'text/plain' });
    expect(await (await get('/a%20b+%C3%BC.txt')).text()).toBe('found');
  });
});

describe('a file that is not there', () => {
  test.each(['/assets/old.js', '/favicon.ico', '/assets//app-1.js', '/index.html/x.y', '/a%00.js'])(
    '%s is denied, in S3’s words, for S3 does not tell that it is missing',
    async (path) => {
      const answer = await get(path);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([403, 'application/xml']);
      expect(await answer.text()).toContain('<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>');
      expect(answer.headers.get('x-cache')).toBe('Error from cloudfront');
      expect(answer.headers.get('x-frame-options')).toBe('DENY');
    },
  );

  test('nothing outside the bucket is one, however it is written', async () => {
    await buckets.put('files', 'a', Buffer.from('a'));
    for (const path of [
      '/../.metadata/files/a.json',
      '/..%2f.metadata/files/a.json',
      '/%2e%2e/x.y',
      '/assets/../a.b',
    ]) {
      expect(await statusOfRaw(path)).toBe(403);
    }
  });

  test('a path that cannot be decoded is refused', async () => {
    expect(await statusOfRaw('/%zz.js')).toBe(400);
  });
});

describe('the methods of a behaviour', () => {
  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('%s is not for files', async (method) => {
    const answer = await get('/index.html', { method });
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain('This distribution is not configured to allow the HTTP request method');
    expect(answer.headers.get('x-frame-options')).toBe('DENY');
  });
});

describe('a call of the API', () => {
  test('goes on as it came, but for the host, with the address of the caller', async () => {
    const headers = { authorization: 'Bearer t', 'content-type': 'application/json', 'x-forwarded-for': '10.0.0.1' };
    await get('/v1/keys/a%20b?cursor=%2B&x', { method: 'POST', headers, body: '{"name":"a"}' });
    expect(heard).toMatchObject([
      {
        method: 'POST',
        url: '/v1/keys/a%20b?cursor=%2B&x',
        body: '{"name":"a"}',
        headers: { ...headers, 'x-forwarded-for': '10.0.0.1, 127.0.0.1' },
      },
    ]);
    expect(heard[0]?.headers.host).toBe(new URL(apiUrl()).host);
  });

  test('carries the headers of the origin, whatever the viewer sends in their place', async () => {
    await get('/v1/account', { headers: { 'X-Proof': 'forged' } });
    expect(heard[0]?.headers['x-proof']).toBe('from-our-edge');
  });

  test('is answered as the API answers, with the headers of the policy in the place of its own', async () => {
    const answer = await get('/v1/account');
    expect([answer.status, await answer.text()]).toEqual([201, '{"ok":1}']);
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(answer.headers.get('x-frame-options')).toBe('DENY');
    expect(answer.headers.get('content-encoding')).toBeNull();
  });

  test.each(['GET', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'])('may be a %s', async (method) => {
    expect((await get('/v1/account', { method })).status).toBe(201);
    expect(heard[0]?.method).toBe(method);
  });

  test('is not led to a page by the function for files', async () => {
    await get('/v1/account');
    expect(heard[0]?.url).toBe('/v1/account');
  });

  test('fails with 502 where the API is not there', async () => {
    api.close();
    api.closeAllConnections();
    const answer = await get('/v1/account');
    expect([answer.status, answer.headers.get('x-frame-options')]).toEqual([502, 'DENY']);
  });
});

describe('faults', () => {
  test('a function that fails is a 503, and is told', async () => {
    await listener.stop();
    listener = await reserveListener(0);
    const Properties = {
      AutoPublish: true,
      FunctionConfig: { Runtime: 'cloudfront-js-2.0' },
      FunctionCode: 'function handler() { throw new Error("broken"); }',
    };
    await serve({ more: { Fallback: { Type: 'AWS::CloudFront::Function', Properties } } });
    expect((await get('/keys')).status).toBe(503);
    expect(String(faults)).toContain('broken');
  });

  test('one of the emulation itself is a 500, and is told', async () => {
    await listener.stop();
    listener = await reserveListener(0);
    const broken = { get: async () => Promise.reject(new Error('the disk is gone')) };
    const onFault = (error: unknown) => faults.push(error);
    const template = distributionTemplate();
    const resource = template.get('Distribution');
    serveDistribution({ template, resource, buckets: broken, secrets, listener, onFault });
    expect((await get('/')).status).toBe(500);
    expect(String(faults)).toContain('the disk is gone');
  });
});
