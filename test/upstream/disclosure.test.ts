import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { discloses } from '../../src/upstream/disclosure.ts';
import { send } from '../../src/upstream/send-to-upstream.ts';
import type { UpstreamAnswer } from '../../src/upstream/upstream-answer.ts';
import { destinationOf } from '../../src/upstream/upstream-credentials.ts';
import { startUpstream, stopUpstreams } from './upstream-server.ts';

const token = 'q7/R+2 x&9z%Kp';
const encoded = encodeURIComponent(token);
const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;

/** Every kind of credentials that an operator can configure. */
const kinds = {
  'user:password URL': { url: `http://operator:${encoded}@HOST/` },
  'token as user name': { url: `http://${encoded}@HOST/` },
  'token in the path': { url: 'http://HOST/v2/ab12cd34/rpc' },
  'token in the query of the URL': { url: `http://HOST/?api-key=${encoded}` },
  'percent-encoded query parameter': { query: { 'api-key': token } },
  'bearer token of 8 characters': { headers: { authorization: 'Bearer ab12cd34' } },
  'Basic credentials': { headers: { authorization: basic('operator:ab12cd34') } },
  'custom header': { headers: { 'x-token': 'ab12cd34' } },
};

const answer = (body: Buffer, more: Partial<UpstreamAnswer> = {}): UpstreamAnswer => ({
  status: 200,
  contentType: 'application/json',
  contentEncoding: undefined,
  body,
  ...more,
});

describe.each(Object.entries(kinds))('credentials given as %s', (name, added) => {
  const destinationAt = (host: string) =>
    destinationOf({ url: `http://${host}/` }, 'url' in added ? { url: added.url.replace('HOST', host) } : added);

  test('are recognized in the request head that a node really received, plain and compressed', async () => {
    const node = await startUpstream((response, { url, rawHeaders }) =>
      response.end(JSON.stringify({ result: `POST ${url} ${rawHeaders.join(' ')}`, id: 1 })),
    );
    const { url, headers, secrets } = destinationAt(new URL(node.url).host);
    const echo = await send({ url, headers, body: '{}', timeoutMs: 5_000, repeatable: false });
    await stopUpstreams();
    expect(discloses(echo, secrets)).toBe(true);
    expect(discloses(answer(gzipSync(echo.body), { contentEncoding: 'gzip' }), secrets)).toBe(true);
  });

  test('are recognized decoded and encoded, whatever surrounds them', () => {
    const { secrets } = destinationAt('node.invalid');
    const raw = /encoded|URL|user name/.test(name) && !name.includes('path') ? token : 'ab12cd34';
    for (const text of [raw, encodeURIComponent(raw)]) {
      expect(discloses(answer(Buffer.from(`{"error":"no ${text}!"}`)), secrets)).toBe(true);
    }
    expect(discloses(answer(Buffer.alloc(0), { contentType: `text/${raw}` }), secrets)).toBe(true);
  });

  test('are recognized as error pages and JSON encoders escape them', () => {
    const { secrets } = destinationAt('node.invalid');
    const raw = /encoded|URL|user name/.test(name) && !name.includes('path') ? token : 'ab12cd34';
    const pages = [
      encodeURIComponent(raw).replace(/%../g, (code) => code.toLowerCase()),
      raw.replaceAll('/', '\\/'),
      raw.replaceAll('&', '\\u0026'),
      raw.replaceAll('&', '\\u0026').replaceAll('+', '\\u002b').replaceAll('/', '\\u002f'),
      raw.replaceAll('&', '&amp;'),
      raw.replaceAll('&', '&amp;').replaceAll('+', '&#43;'),
      raw.replaceAll('&', '&amp;').replaceAll('/', '&#x2F;'),
    ];
    for (const page of pages) {
      expect(discloses(answer(Buffer.from(`<p>no ${page}!</p>`), { contentType: 'text/html' }), secrets)).toBe(true);
    }
  });

  test('are not found in an answer without them', () => {
    const { secrets } = destinationAt('node.invalid');
    const text = '{"result":"the operator of node.invalid, v2 rpc, Bearer, Basic, api-key","id":1}';
    expect(discloses(answer(Buffer.from(text)), secrets)).toBe(false);
  });
});

describe('an answer that claims to be gzip', () => {
  const secrets = new Set(['ab12cd34']);
  const page = Buffer.from('Cannot POST /v2/ab12cd34/rpc');

  test('is searched unpacked, and as raw bytes if it is no gzip or has bytes after it', () => {
    for (const body of [gzipSync(page), page, Buffer.concat([gzipSync('{}'), page])]) {
      expect(discloses(answer(body, { contentEncoding: 'gzip' }), secrets)).toBe(true);
    }
  });

  test('does no harm if there are no credentials', () => {
    expect(discloses(answer(page, { contentEncoding: 'gzip' }), new Set())).toBe(false);
  });
});
