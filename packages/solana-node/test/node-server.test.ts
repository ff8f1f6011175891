import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestChain, type TestChain } from './test-chain.ts';

let chain: TestChain;
beforeAll(async () => {
  chain = await startTestChain();
});
afterAll(() => chain.stop());

const health = '{"jsonrpc":"2.0","id":1,"method":"getHealth"}';
const manyHealths = `[${Array(40).fill(health).join(',')}]`;

/** Bypasses fetch, which decompresses by itself. */
function raw(acceptEncoding: string | undefined, body: string) {
  const { promise, resolve, reject } = Promise.withResolvers<{ encoding: string | undefined; bytes: Buffer }>();
  const headers = { 'content-type': 'application/json', ...(acceptEncoding && { 'accept-encoding': acceptEncoding }) };
  request(chain.url, { method: 'POST', headers }, async (response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(Buffer.from(chunk));
    resolve({ encoding: response.headers['content-encoding'], bytes: Buffer.concat(chunks) });
  })
    .on('error', reject)
    .end(body);
  return promise;
}

describe('the HTTP door', () => {
  test('answers JSON-RPC with 200 and JSON, errors too, and ends it with a newline', async () => {
    const good = await chain.post(health);
    expect(good.status).toBe(200);
    expect(good.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await good.text()).toBe('{"jsonrpc":"2.0","id":1,"result":"ok"}\n');
    const bad = await chain.post('{');
    expect(bad.status).toBe(200);
    expect(bad.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  test('answers ok to GET /health', async () => {
    const response = await fetch(`${chain.url}/health`);
    expect([response.status, await response.text()]).toEqual([200, 'ok']);
  });

  test('refuses other methods with 405', async () => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const response = await fetch(chain.url, { method });
      expect(response.status).toBe(405);
      expect(await response.text()).toBe('Used HTTP Method is not allowed. POST or OPTIONS is required\n');
    }
  });

  test('lets browsers ask first', async () => {
    const response = await fetch(chain.url, { method: 'OPTIONS' });
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-headers')).toContain('content-type');
  });

  test('refuses a body that is not declared as JSON with 415', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1']) {
      const response = await chain.post(health, { 'content-type': type });
      expect(response.status).toBe(415);
      expect(await response.text()).toBe(
        'Supplied content type is not allowed. Content-Type: application/json is required\n',
      );
    }
    expect((await chain.post(health, { 'content-type': 'application/json; charset=utf-8' })).status).toBe(200);
  });

  test('takes a body of 50 kB and refuses a longer one with 413', async () => {
    const padded = (length: number) => `${' '.repeat(length - health.length)}${health}`;
    expect((await chain.post(padded(51_200))).status).toBe(200);
    const response = await chain.post(padded(51_201));
    expect([response.status, await response.text()]).toEqual([413, 'request body size exceeds allowed maximum']);
  });

  test('refuses a body that is not UTF-8 with 400', async () => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(chain.url, { method: 'POST', headers, body: new Uint8Array([0x22, 0xff, 0x22]) });
    expect(response.status).toBe(400);
  });

  test('compresses long answers for clients that take gzip', async () => {
    const plain = await raw(undefined, manyHealths);
    expect(plain.encoding).toBeUndefined();
    expect(plain.bytes.length).toBeGreaterThan(1024);
    for (const accept of ['gzip', 'br, gzip;q=0.5', '*', 'GZIP']) {
      const zipped = await raw(accept, manyHealths);
      expect(zipped.encoding).toBe('gzip');
      expect(gunzipSync(zipped.bytes)).toEqual(plain.bytes);
    }
  });

  test('does not compress short answers, nor for clients that do not take gzip', async () => {
    expect((await raw('gzip', health)).encoding).toBeUndefined();
    for (const accept of ['br', 'identity', 'gzip;q=0', '*;q=0.0']) {
      expect((await raw(accept, manyHealths)).encoding).toBeUndefined();
    }
  });
});
