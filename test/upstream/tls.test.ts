import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { solana } from '../../src/chains/solana.ts';
import { checkNode } from '../../src/networks/health-checks.ts';
import { systemClock } from '../../src/time.ts';
import { send } from '../../src/upstream/send-to-upstream.ts';
import { selfSigned } from './certificate.ts';
import { forwarderTo, lines, read, startOver, unavailable, write } from './forwarding.ts';
import { startRawUpstream, stopRawUpstreams, writing } from './raw-upstream.ts';

const future = new Date('2100-01-01');
const good = selfSigned({ address: '127.0.0.1', until: future });
const expired = selfSigned({ address: '127.0.0.1', until: new Date('2026-01-01') });
const wrongHost = selfSigned({ address: '127.0.0.2', until: future });
const unknown = selfSigned({ address: '127.0.0.1', until: future });

const before = getCACertificates();
beforeAll(() => setDefaultCACertificates([good, expired, wrongHost].map(({ cert }) => cert)));
afterAll(() => setDefaultCACertificates(before));
beforeEach(startOver);
afterEach(stopRawUpstreams);

const second = 'HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecond';

test('an upstream with a valid certificate is asked', async () => {
  const url = await startRawUpstream(writing(second), good);
  expect((await forwarderTo([url]).forward(read)).body.toString()).toBe('second');
});

describe('an upstream with the certificates of a private authority', () => {
  test.each<[where: string, ca: string | undefined, ofSecret: string | undefined]>([
    ['in the settings', unknown.cert, undefined],
    ['in its secret', undefined, unknown.cert],
    ['in its secret, which counts more', good.cert, unknown.cert],
  ])('is asked: %s', async (_, ca, ofSecret) => {
    const url = await startRawUpstream(writing(second), unknown);
    const credentials = async () => ({ ca: ofSecret });
    const forwarder = forwarderTo([{ url, ca, secretName: 'node' }], { credentials });
    expect((await forwarder.forward(read)).body.toString()).toBe('second');
  });

  test('trusts no other authority for it, not even a public one', async () => {
    const url = await startRawUpstream(writing(second), good);
    await expect(forwarderTo([{ url, ca: unknown.cert }]).forward(read)).rejects.toMatchObject(unavailable);
    expect((await forwarderTo([url]).forward(read)).body.toString()).toBe('second');
  });

  test('is unavailable if they cannot be read', async () => {
    const url = await startRawUpstream(writing(second), good);
    const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----';
    await expect(forwarderTo([{ url, ca: broken }]).forward(read)).rejects.toMatchObject(unavailable);
  });

  test('passes watch’s check, too', async () => {
    const reached = 'HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n';
    const url = await startRawUpstream(writing(reached), unknown);
    const deps = { credentials: async () => ({}), send, clock: systemClock, limitMs: 60_000 };
    expect(await checkNode({ url, ca: unknown.cert }, solana, deps)).toMatchObject({ reason: 'refused', status: 503 });
    expect(await checkNode({ url }, solana, deps)).toMatchObject({ reason: 'unreachable' });
  });
});

describe.each([
  ['has expired', expired, 'CERT_HAS_EXPIRED'],
  ['is for another host', wrongHost, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['is signed by an unknown authority', unknown, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
])('an upstream whose certificate %s', (_, certificate, detail) => {
  test('receives no byte of the call or the credentials, and is unavailable', async () => {
    let bytes = 0;
    const url = await startRawUpstream(() => {
      bytes += 1;
    }, certificate);
    const credentials = async () => ({ headers: { authorization: 'Bearer t' } });
    const forwarder = forwarderTo([{ url, secretName: 'node' }], { credentials });
    await expect(forwarder.forward(read)).rejects.toMatchObject(unavailable);
    expect(bytes).toBe(0);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ code: 'unreachable', detail }]);
  });

  test('does not stop a write: the next upstream gets it', async () => {
    const first = await startRawUpstream(writing(second), certificate);
    const next = await startRawUpstream(writing(second));
    expect((await forwarderTo([first, next]).forward(write)).body.toString()).toBe('second');
  });
});
