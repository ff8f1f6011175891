import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { becomeCustomer, type Customer } from '../support/customer.ts';
import { runAsProcess, runInHost } from '../support/program-host.ts';
import { call, post, send } from '../support/rpc.ts';
import type { TestRuntime } from '../support/test-runtime.ts';

const program = 'examples/quota-warning/quota-warning.mjs';

const scriptWith = (env: Record<string, string>) => ({
  script: resolve(program),
  args: [],
  cwd: process.cwd(),
  env: { PATH: process.env.PATH, ...env },
  input: '',
});

/** Runs the script as cron does, with little in its environment. */
const runScript = (env: Record<string, string>) => runInHost(scriptWith(env));

async function newToken({ client, password }: Customer, permission: 'read' | 'keys'): Promise<string> {
  const body = { name: 'cron', permissions: [permission], expiresInDays: 1, password };
  return (await client.POST('/v1/tokens', { body })).data?.secret ?? '';
}

/** Answers every request like API Gateway or the management API would. */
async function answering(status: number, body: string, headers: Record<string, string> = {}) {
  const server = createServer((_, outgoing) => void outgoing.writeHead(status, headers).end(body));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : ''}`;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url, stop };
}

export function pollingCases(running: () => TestRuntime): void {
  const inFolder = async (use: (env: { STATE_FILE: string }) => Promise<void>): Promise<void> => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-polling-'));
    try {
      await use({ STATE_FILE: join(folder, 'state.json') });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };

  async function makeKey({ client }: Customer, name: string) {
    const { data } = await client.POST('/v1/keys', { body: { name } });
    const secret = data?.secret ?? '';
    const getHealth = () => post(running().runtime.endpoints.devnet ?? '', secret, call('getHealth'));
    return { keyId: data?.key.keyId ?? '', getHealth };
  }

  test('a 304 has no body and the headers of the 200, also through the dashboard’s origin', async () => {
    const customer = await becomeCustomer(running(), 'poll@example.com');
    const token = await newToken(customer, 'read');
    const { apiUrl, dashboardUrl } = running().runtime;
    for (const [path, bearer] of [
      ['/v1/activity?limit=2', customer.idToken],
      ['/by-token/v1/activity?after=1', token],
      ['/by-token/v1/usage?span=day', token],
    ]) {
      for (const origin of [apiUrl, dashboardUrl]) {
        const headers = { Authorization: `Bearer ${bearer}`, 'Accept-Encoding': 'gzip' };
        const first = await send(`${origin}${path}`, { method: 'GET', headers });
        const etag = first.headers.etag ?? '';
        const next = await send(`${origin}${path}`, { method: 'GET', headers: { ...headers, 'If-None-Match': etag } });
        expect([path, first.status, next.status, next.body]).toEqual([path, 200, 304, '']);
        expect(next.headers).toMatchObject({ etag, 'cache-control': 'no-store', 'x-request-id': expect.any(String) });
      }
    }
  });

  test('the script for cron warns once for each key and day, and 304 is enough for it', async () => {
    const customer = await becomeCustomer(running(), 'quota@example.com');
    const [one, two] = [await makeKey(customer, 'one\u{301}'), await makeKey(customer, 'two')];
    const token = await newToken(customer, 'read');
    await inFolder(async ({ STATE_FILE }) => {
      // A hundredth of a percent of the free plan's quota is one call.
      const env = { API_URL: `${running().runtime.dashboardUrl}/`, ACCOUNT_TOKEN: token, STATE_FILE, WARN_AT: '0.01' };
      const silent = { code: 0, out: '', err: '' };
      expect(await runAsProcess(scriptWith(env))).toEqual(silent);
      expect(await runScript(env)).toEqual(silent);
      await one.getHealth();
      const warned = await runScript(env);
      expect(warned).toMatchObject({ code: 0, err: '' });
      expect(warned.out).toMatch(
        /^one\u{301} \(key_\w+\) has used 1 of 10000 calls of today \(0 %\), until .+T00:00:00\.000Z\.\n$/u,
      );
      expect(await runScript(env)).toEqual(silent);
      await one.getHealth();
      expect(await runScript(env)).toEqual(silent);
      await two.getHealth();
      expect((await runScript(env)).out).toContain(two.keyId);
      expect(await runScript({ ...env, WARN_AT: '0.02' })).toEqual(silent);
      writeFileSync(STATE_FILE, '{"told":');
      expect((await runScript(env)).out.split('\n')).toHaveLength(3);
    });
    const lines = running()
      .runtime.logs()
      .map(({ line }) => line);
    expect(lines.some((line) => line.includes('"operation":"listKeys"') && line.includes('"status":304'))).toBe(true);
  });

  test('the script says once a day what it needs, and exits with 1, or with 75 if the next run may succeed', async () => {
    const customer = await becomeCustomer(running(), 'spent@example.com');
    const token = await newToken(customer, 'read');
    const listed = await customer.client.GET('/v1/tokens');
    const tokenId = listed.data?.tokens[0]?.tokenId ?? '';
    await customer.client.POST('/v1/tokens/{tokenId}/revoke', { params: { path: { tokenId } } });
    const limited = await answering(429, '{"code":"too_many_requests"}', { 'Retry-After': '7' });
    const failing = await answering(503, '{"message":"Service Unavailable"}');
    const hotel = await answering(200, '<h1>Welcome</h1>');
    const elsewhere = await answering(302, '', { Location: limited.url });
    const { apiUrl } = running().runtime;
    const cases = [
      [apiUrl, 1, /^The account token is refused \(403\): .+ Create another\.\n$/],
      [limited.url, 75, /^Too many requests \(429\)\. Try again in 7 s, or run less often\.\n$/],
      [failing.url, 75, /^The service failed \(503\)\. The next run tries again\.\n$/],
      ['http://127.0.0.1:9', 75, /^No answer from 127\.0\.0\.1:9: .+\n$/],
      [hotel.url, 75, /^No answer from .+\n$/],
      [elsewhere.url, 75, /^No answer from .+redirect.*\n$/],
      ['', 1, /^Set API_URL, and ACCOUNT_TOKEN or ACCOUNT_TOKEN_FILE\.\n$/],
    ] as const;
    for (const [API_URL, code, message] of cases) {
      await inFolder(async ({ STATE_FILE }) => {
        const env = { API_URL, ACCOUNT_TOKEN: token, STATE_FILE };
        const ended = await runScript(env);
        expect(ended).toEqual({ code, out: '', err: expect.stringMatching(message) });
        expect(ended.err).not.toContain(token);
        expect(await runScript(env)).toEqual({ code, out: '', err: '' });
      });
    }
    for (const server of [limited, failing, hotel, elsewhere]) server.stop();
    const nowhere = { API_URL: apiUrl, ACCOUNT_TOKEN: token, STATE_FILE: '/nonexistent/state.json' };
    expect((await runScript(nowhere)).err).toMatch(/STATE_FILE cannot be written, so warnings would repeat/);
  });
}
