import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { FindCredentials } from '../../src/upstream/credentials.ts';
import { forwarderTo, lines, read, startOver, time, unavailable, write } from './forwarding.ts';
import { answering, startUpstream, stopUpstreams } from './upstream-server.ts';

beforeEach(startOver);
afterEach(stopUpstreams);

describe('what goes to an upstream', () => {
  test('is the body byte for byte, and the gateway’s own headers alone', async () => {
    const upstream = await startUpstream(answering('{}'));
    const body = '{ "id": 12345678901234567890,\t"params": ["κόσμε \\u00e9"] }\r\n';
    await forwarderTo([`${upstream.url}/rpc?key=1`]).forward({ ...read, body });
    const [received] = upstream.received;
    expect(received?.url).toBe('/rpc?key=1');
    expect(received?.body.equals(Buffer.from(body))).toBe(true);
    expect(received?.headers).toEqual({
      'content-type': 'application/json',
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'sluice',
      'content-length': String(Buffer.byteLength(body)),
      host: new URL(upstream.url).host,
      connection: 'keep-alive',
    });
  });

  test('carries the headers and the query of the upstream’s credentials', async () => {
    const upstream = await startUpstream(answering('{}'));
    const credentials: FindCredentials = async (name) => ({
      headers: { Authorization: `Bearer ${name}`, 'Content-Type': 'text/plain' },
      query: { 'api-key': 'a&b', fixed: 'mine' },
    });
    await forwarderTo([{ url: `${upstream.url}/?fixed=1`, secretName: 'node' }], { credentials }).forward(read);
    const [received] = upstream.received;
    expect(received?.headers).toMatchObject({ authorization: 'Bearer node', 'content-type': 'application/json' });
    expect(received?.url).toBe('/?fixed=mine&api-key=a%26b');
  });
});

describe('a URL among the credentials', () => {
  test('takes the configured one’s place, and the log keeps to the configured host', async () => {
    const upstream = await startUpstream(answering('busy', 503));
    const credentials: FindCredentials = async () => ({
      url: `${upstream.url}/token?a=1`,
      headers: {},
      query: { b: '2' },
    });
    const configured = { url: 'https://node.invalid', secretName: 'node' };
    await forwarderTo([configured], { credentials }).forward(read).catch(String);
    expect(upstream.received[0]?.url).toBe('/token?a=1&b=2');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ event: 'upstream_failed', host: 'node.invalid' }]);
    expect(lines.join()).not.toContain('token');
  });
});

describe('what comes back', () => {
  test('is a compressed answer as it is, byte for byte, where the client takes it', async () => {
    const body = gzipSync('{"result":"ok"}', { level: 1 });
    const upstream = await startUpstream(answering(body, 200, { 'content-encoding': 'gzip' }));
    const answer = await forwarderTo([upstream.url]).forward({ ...read, acceptGzip: true });
    expect(upstream.received[0]?.headers['accept-encoding']).toBe('gzip');
    expect(answer.contentEncoding).toBe('gzip');
    expect(answer.body.equals(body)).toBe(true);
  });

  test.each([200, 204, 301, 400, 401, 403, 404, 413, 500, 501])(
    'is the first upstream’s answer, also with %d',
    async (status) => {
      const first = await startUpstream(answering(status === 204 ? '' : 'first', status));
      const second = await startUpstream(answering('second'));
      expect(await forwarderTo([first.url, second.url]).forward(read)).toMatchObject({ status });
      expect(second.received).toEqual([]);
    },
  );

  test('is unavailable for a network that has no upstreams', async () => {
    await expect(forwarderTo([]).forward({ ...read, network: 'testnet' })).rejects.toMatchObject(unavailable);
  });
});

describe('an upstream that keeps failing', () => {
  test('is rested, and is the first choice again after its rest', async () => {
    let status = 503;
    const first = await startUpstream((response) => response.writeHead(status).end('first'));
    const second = await startUpstream(answering('second'));
    const forwarder = forwarderTo([first.url, second.url]);
    for (let times = 0; times < 5; times += 1) await forwarder.forward(read);
    expect([first.received.length, second.received.length]).toEqual([3, 5]);
    status = 200;
    time.now += 4_999;
    expect((await forwarder.forward(read)).body.toString()).toBe('second');
    time.now += 1;
    expect((await forwarder.forward(read)).body.toString()).toBe('first');
    expect((await forwarder.forward(write)).body.toString()).toBe('first');
  });

  test('now and then, with answers in between, is not rested', async () => {
    const statuses = [503, 503, 200, 503, 503, 200];
    const first = await startUpstream((response) => response.writeHead(statuses.shift() ?? 500).end('first'));
    const second = await startUpstream(answering('second'));
    const forwarder = forwarderTo([first.url, second.url]);
    for (let times = 0; times < 6; times += 1) await forwarder.forward(read);
    expect([first.received.length, second.received.length]).toEqual([6, 4]);
  });

  test('is asked all the same when there is no other', async () => {
    let status = 503;
    const upstream = await startUpstream((response) => response.writeHead(status).end('ok'));
    const forwarder = forwarderTo([upstream.url]);
    for (let times = 0; times < 5; times += 1) await forwarder.forward(read).catch(String);
    status = 200;
    expect((await forwarder.forward(read)).body.toString()).toBe('ok');
  });
});
