import { describe, expect, test } from '@jest/globals';
import { originHeader } from '../../src/environment.ts';
import { createLog } from '../../src/log.ts';
import { createClientAddress } from '../../src/management-api/client-address.ts';

const [viewer, edge, forged] = ['203.0.113.7', '198.51.100.1', '192.0.2.66'];
const secret = 'the value that CloudFront sends';
const fromCloudFront = { [originHeader]: secret };

function start(readSecret = async () => secret) {
  const time = { now: 0 };
  const lines: string[] = [];
  const log = createLog('info', (line) => lines.push(line));
  const clientAddress = createClientAddress(readSecret, () => time.now, log);
  const from = (sourceIp: string, headers: Record<string, string>) => clientAddress({ sourceIp, headers });
  return { time, lines, from };
}

describe('a client that calls the API directly', () => {
  test.each<[string, Record<string, string>]>([
    ['nothing', {}],
    ['a forged X-Forwarded-For', { 'x-forwarded-for': `${forged}, ${viewer}` }],
    ['a wrong secret', { 'x-forwarded-for': `${forged}, ${viewer}`, [originHeader]: 'x'.repeat(secret.length) }],
    ['an empty secret', { 'x-forwarded-for': forged, [originHeader]: '' }],
  ])('has the address of its connection if it sends %s', async (_, headers) => {
    expect(await start().from(viewer, headers)).toBe(viewer);
  });

  test('costs no read of the secret without the header', async () => {
    const { from } = start(() => Promise.reject(new Error('not to be read')));
    expect(await from(viewer, { 'x-forwarded-for': forged })).toBe(viewer);
  });
});

describe('a client behind CloudFront', () => {
  test.each([
    ['as API Gateway appends the edge’s address', `${viewer}, ${edge}`],
    ['after an address that it forged', `${forged}, ${viewer}, ${edge}`],
    ['if API Gateway appends nothing', `${forged},${viewer}`],
  ])('has the address that CloudFront has seen, %s', async (_, forwardedFor) => {
    expect(await start().from(edge, { ...fromCloudFront, 'x-forwarded-for': forwardedFor })).toBe(viewer);
  });

  test('may have an IPv6 address', async () => {
    const headers = { ...fromCloudFront, 'x-forwarded-for': `2001:db8::7, ${edge}` };
    expect(await start().from(edge, headers)).toBe('2001:db8::7');
  });

  test.each(['', 'unknown', edge, `<script>, ${edge}`])(
    'has the edge’s address if none is known: %j',
    async (value) => {
      expect(await start().from(edge, { ...fromCloudFront, 'x-forwarded-for': value })).toBe(edge);
    },
  );
});

test('while the secret cannot be read, clients have the edge’s address, and one request a minute tries again', async () => {
  let reads = 0;
  const { time, lines, from } = start(async () => {
    reads += 1;
    if (reads === 1) throw new Error('throttled');
    return secret;
  });
  const headers = { ...fromCloudFront, 'x-forwarded-for': `${viewer}, ${edge}` };
  expect([await from(edge, headers), await from(edge, headers), reads]).toEqual([edge, edge, 1]);
  expect(lines).toEqual([expect.stringContaining('origin_secret_unknown')]);
  time.now = 60_000;
  expect(await from(edge, headers)).toBe(viewer);
});

describe('an API behind a firewall', () => {
  const start = (readSecret: () => Promise<string>) => {
    const log = createLog('info', () => {});
    const clientAddress = createClientAddress(readSecret, () => 0, log, true);
    return (headers: Record<string, string>) => clientAddress({ sourceIp: edge, headers });
  };

  test.each<[string, Record<string, string>]>([
    ['nothing', {}],
    ['a wrong secret', { [originHeader]: 'x'.repeat(secret.length) }],
    ['what CloudFront would add, without the secret', { 'x-forwarded-for': `${viewer}, ${edge}` }],
  ])('refuses a request to its own address that sends %s', async (_, headers) => {
    await expect(start(async () => secret)(headers)).rejects.toMatchObject({ code: 'origin_required' });
  });

  test('takes a request that came through CloudFront', async () => {
    const from = start(async () => secret);
    expect(await from({ ...fromCloudFront, 'x-forwarded-for': `${viewer}, ${edge}` })).toBe(viewer);
  });

  test('refuses all while the secret cannot be read: nobody gets around the firewall', async () => {
    const from = start(() => Promise.reject(new Error('no secret')));
    await expect(from(fromCloudFront)).rejects.toMatchObject({ code: 'origin_required' });
  });
});
