import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { ForwarderDeps } from '../../src/upstream/forwarder.ts';
import type { FindCredentials, UpstreamCredentials } from '../../src/upstream/upstream-credentials.ts';
import {
  callsTo,
  forwarderTo,
  inDoubt,
  lines,
  read,
  signed,
  startOver,
  time,
  unavailable,
  write,
} from './forwarding.ts';
import { answering, startUpstream, stopUpstreams } from './upstream-server.ts';

beforeEach(startOver);
afterEach(stopUpstreams);

test('a network whose only node is on another chain is unavailable, and the node is not asked', async () => {
  const { url, received } = await startUpstream(answering('{"jsonrpc":"2.0","id":1,"result":7}'));
  const watched = () => ({ down: true, behind: false, wrongChain: true, checkedAt: time.now });
  await expect(forwarderTo([url], { watched }).forward(read)).rejects.toMatchObject(unavailable);
  await expect(forwarderTo([url], { watched }).forward(write)).rejects.toMatchObject(unavailable);
  expect(received).toEqual([]);
});

describe('the request to an upstream', () => {
  test('has the client’s body byte for byte, and only the gateway’s headers', async () => {
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
    });
  });

  test('has the headers and the query of the upstream’s credentials', async () => {
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

describe('a redirect', () => {
  test.each([301, 302, 303, 307, 308])(
    'with %d is not followed, and a read goes on to the next upstream',
    async (status) => {
      const elsewhere = await startUpstream(answering('elsewhere'));
      const first = await startUpstream(answering('moved', status, { location: `${elsewhere.url}/?token=t` }));
      const second = await startUpstream(answering('second'));
      const credentials: FindCredentials = async () => ({ headers: { authorization: 'Bearer t' } });
      const forwarder = forwarderTo([{ url: first.url, secretName: 'node' }, second.url], { credentials });
      expect((await forwarder.forward(read)).body.toString()).toBe('second');
      expect(elsewhere.received).toEqual([]);
      expect(first.received[0]?.headers.authorization).toBe('Bearer t');
      expect(second.received[0]?.headers).not.toHaveProperty('authorization');
      expect(lines.map((line) => JSON.parse(line))).toMatchObject([
        { event: 'upstream_failed', status },
        { event: 'upstream_failed', code: 'health_check_failed', status },
      ]);
    },
  );
});

describe('a URL in the credentials', () => {
  test('replaces the configured one, but the log names the configured host', async () => {
    const upstream = await startUpstream(answering('busy', 503));
    const credentials: FindCredentials = async () => ({
      url: `${upstream.url}/token?a=1`,
      headers: {},
      query: { b: '2' },
    });
    const configured = { url: 'https://node.invalid', secretName: 'node' };
    await forwarderTo([configured], { credentials }).forward(read).catch(String);
    expect(upstream.received[0]?.url).toBe('/token?a=1&b=2');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { event: 'upstream_failed', host: 'node.invalid' },
      { event: 'upstream_failed', host: 'node.invalid', code: 'health_check_failed' },
    ]);
    expect(lines.join()).not.toContain('token');
  });
});

describe('the answer of an upstream', () => {
  test('stays compressed, byte for byte, if the client accepts that', async () => {
    const body = gzipSync('{"result":"ok"}', { level: 1 });
    const upstream = await startUpstream(answering(body, 200, { 'content-encoding': 'gzip' }));
    const answer = await forwarderTo([upstream.url]).forward({ ...read, acceptGzip: true });
    expect(upstream.received[0]?.headers['accept-encoding']).toBe('gzip');
    expect(answer.contentEncoding).toBe('gzip');
    expect(answer.body.equals(body)).toBe(true);
  });

  test.each([413, 414, 415, 431])(
    '%d: another upstream may take the request, and nothing is said of the first one’s health',
    async (status) => {
      const first = await startUpstream(answering('too much', status));
      const second = await startUpstream(answering('second'));
      const forwarder = forwarderTo([first.url, second.url]);
      for (let times = 0; times < 5; times += 1)
        for (const request of [read, signed]) expect((await forwarder.forward(request)).body.toString()).toBe('second');
      expect([first.received.length, callsTo(first)]).toEqual([10, 10]);
      const refused = {
        reason: 'invalid_request',
        message: expect.stringContaining(`HTTP status ${status}. Send less`),
      };
      await expect(forwarder.forward(write)).rejects.toMatchObject(refused);
      for (const request of [read, signed, write])
        await expect(forwarderTo([first.url, first.url]).forward(request)).rejects.toMatchObject(refused);
      const failing = await startUpstream(answering('busy', 503));
      await expect(forwarderTo([first.url, failing.url]).forward(read)).rejects.toMatchObject(unavailable);
    },
  );

  test('is unavailable for a network that has no upstreams', async () => {
    await expect(forwarderTo([]).forward({ ...read, network: 'testnet' })).rejects.toMatchObject(unavailable);
  });
});

describe('an answer that discloses the credentials of its request', () => {
  const token = 'f4T9aQ2m';
  const disclosing: readonly [string, UpstreamCredentials][] = [
    ['a header', { headers: { authorization: `Bearer ${token}` } }],
    ['the query', { query: { 'api-key': token } }],
  ];
  const withCredentials = (url: string, added: UpstreamCredentials) =>
    forwarderTo([{ url, secretName: 'node' }], { credentials: async () => added });

  test.each(disclosing)('(%s) is withheld, and logged without them', async (_, added) => {
    const upstream = await startUpstream(answering(`Cannot POST with ${token}`, 400));
    await expect(withCredentials(upstream.url, added).forward(read)).rejects.toMatchObject(unavailable);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { event: 'upstream_failed', code: 'withheld' },
      { event: 'upstream_failed', code: 'health_check_failed' },
    ]);
    expect(lines.join()).not.toContain(token);
  });

  test.each(['path', 'query', 'password'])('(the URL’s %s) is withheld', async (part) => {
    const upstream = await startUpstream(answering(`Cannot POST ${token}`));
    const [path, query, password] = ['path', 'query', 'password'].map((name) => (name === part ? token : 'short'));
    const url = `${upstream.url.replace('://', `://user:${password}@`)}/v2/${path}/?key=${query}`;
    await expect(withCredentials(upstream.url, { url }).forward(read)).rejects.toMatchObject(unavailable);
  });

  test('is withheld if compressed, too; the error of a write says that it may have reached the chain', async () => {
    const page = gzipSync(`Cannot POST with ${token}`);
    const upstream = await startUpstream(answering(page, 400, { 'content-encoding': 'gzip' }));
    const forwarder = withCredentials(upstream.url, { query: { token } });
    await expect(forwarder.forward({ ...write, acceptGzip: true })).rejects.toMatchObject(inDoubt);
  });

  test.each([401, 402, 403])(
    'with %d to the health check too is logged as a refusal of the credentials, for which there is an alarm',
    async (status) => {
      const upstream = await startUpstream(answering(`The token ${token} is not known`, status));
      const added = { headers: { authorization: `Bearer ${token}` } };
      await expect(withCredentials(upstream.url, added).forward(read)).rejects.toMatchObject(unavailable);
      expect(lines.map((line) => JSON.parse(line))).toMatchObject([
        { level: 'warn', event: 'upstream_failed', code: 'credentials_rejected', status },
        { level: 'warn', event: 'upstream_failed', code: 'health_check_failed', status },
        { level: 'error', event: 'upstream_credentials_rejected', status },
      ]);
      expect(lines.join()).not.toContain(token);
    },
  );

  test('that a node refuses inside HTTP 200, and in the health check too, rings the same alarm', async () => {
    const text = '{"jsonrpc":"2.0","error":{"code":-32000,"message":"Unauthorized: You must authenticate"},"id":null}';
    const upstream = await startUpstream(answering(text));
    const asked = { ...read, read: () => ({ outcome: 'refused_by_text', cause: 'refused' }) as const };
    await expect(forwarderTo([upstream.url]).forward(asked)).rejects.toMatchObject(unavailable);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { event: 'upstream_failed', code: 'credentials_rejected' },
      { event: 'upstream_failed', code: 'health_check_failed' },
      { event: 'upstream_credentials_rejected' },
    ]);
  });

  test('is not confused with the configured path or parts under 8 characters, which any answer may contain', async () => {
    const upstream = await startUpstream(answering('a mainnet of solana-labs, as v2 and Bearer'));
    const added = { url: `${upstream.url}/v2/mainnet/${token}`, headers: { authorization: `Bearer ${token}` } };
    const configured = forwarderTo([`${upstream.url}/solana-labs`]);
    expect((await configured.forward(read)).status).toBe(200);
    expect((await withCredentials(upstream.url, added).forward(read)).status).toBe(200);
  });
});

describe('the time for reading credentials', () => {
  const slowly =
    (ms: number): FindCredentials =>
    async () => {
      time.now += ms;
      return {};
    };

  test('shortens the upstream’s time limit', async () => {
    const timeouts: number[] = [];
    const send: ForwarderDeps['send'] = async ({ timeoutMs }) => {
      timeouts.push(timeoutMs);
      return { status: 200, contentType: undefined, contentEncoding: undefined, body: Buffer.alloc(0) };
    };
    await forwarderTo([{ url: 'http://a.invalid', secretName: 'a' }], { credentials: slowly(5_000), send }).forward(
      read,
    );
    expect(timeouts).toEqual([20_000]);
  });

  test('may use up all of it: then nothing is sent, not even a write', async () => {
    const upstream = await startUpstream(answering('{}'));
    const forwarder = forwarderTo([{ url: upstream.url, secretName: 'a' }], { credentials: slowly(25_000) });
    await expect(forwarder.forward(write)).rejects.toMatchObject(unavailable);
    expect(upstream.received).toEqual([]);
  });
});

/** A node that answers calls with these statuses, and says that it is healthy as long as it is. */
const failingNode = (answers: { calls: number; health: number }) =>
  startUpstream((response, { body }) => {
    const isCheck = body.includes('getHealth');
    response.writeHead(isCheck ? answers.health : answers.calls);
    response.end(isCheck ? '{"jsonrpc":"2.0","id":1,"result":"ok"}' : 'first');
  });

describe('an upstream that fails, and says so when it is asked for its health', () => {
  test('rests at once, and is the first choice again afterwards', async () => {
    const answers = { calls: 503, health: 503 };
    const first = await failingNode(answers);
    const second = await startUpstream(answering('second'));
    const forwarder = forwarderTo([first.url, second.url]);
    for (let times = 0; times < 5; times += 1) await forwarder.forward(read);
    expect([callsTo(first), callsTo(second)]).toEqual([1, 5]);
    answers.calls = 200;
    time.now += 4_999;
    expect((await forwarder.forward(read)).body.toString()).toBe('second');
    time.now += 1;
    expect((await forwarder.forward(read)).body.toString()).toBe('first');
    expect((await forwarder.forward(write)).body.toString()).toBe('first');
  });

  test('is tried by one call after its rest; if that fails, the next upstream answers and the rest is longer', async () => {
    const first = await startUpstream(answering('busy', 503));
    const second = await startUpstream(answering('second'));
    const forwarder = forwarderTo([first.url, second.url]);
    const served = async (times: number) => {
      for (let time = 0; time < times; time += 1) {
        expect((await forwarder.forward(read)).body.toString()).toBe('second');
      }
      return callsTo(first);
    };
    expect(await served(5)).toBe(1);
    time.now += 5_000;
    expect(await served(5)).toBe(2);
    time.now += 9_999;
    expect(await served(5)).toBe(2);
    time.now += 1;
    expect(await served(5)).toBe(3);
  });

  test('is asked for its health at most once a second', async () => {
    const first = await startUpstream(answering('busy', 503));
    const forwarder = forwarderTo([first.url]);
    for (let times = 0; times < 10; times += 1) await forwarder.forward(read).catch(String);
    expect(first.received.length - callsTo(first)).toBe(1);
    time.now += 1_000;
    await forwarder.forward(read).catch(String);
    expect(first.received.length - callsTo(first)).toBe(2);
  });

  test('is still asked if there is no other', async () => {
    const answers = { calls: 503, health: 503 };
    const upstream = await failingNode(answers);
    const forwarder = forwarderTo([upstream.url]);
    for (let times = 0; times < 5; times += 1) await forwarder.forward(read).catch(String);
    answers.calls = 200;
    expect((await forwarder.forward(read)).body.toString()).toBe('first');
  });
});
