import { expect, test } from '@jest/globals';
import { mintSecret } from '../../src/keys/secret.ts';
import { call, post, type RpcAnswer, send } from '../support/rpc.ts';
import type { Target } from './deployed-target.ts';

/** The gateway's own answer, byte for byte as captured from the live service. */
export function expectOwnAnswer(answer: RpcAnswer, status: number, message: string): void {
  expect(answer.status).toBe(status);
  expect(answer.body).toBe(`{"message":"${message}"}`);
  expect(answer.headers['content-type']).toBe('application/json');
  expect(answer.headers['content-length']).toBe(String(answer.body.length));
  expect(answer.headers['apigw-requestid']).toBeTruthy();
  expect(answer.headers.date).toBeTruthy();
  expect(answer.headers).not.toHaveProperty('www-authenticate');
  expect(answer.headers).not.toHaveProperty('x-request-id');
}

const headers = { 'Content-Type': 'application/json' };
const body = call('getHealth');

export function authenticationCases(target: () => Target): void {
  test.each(['mainnet', 'devnet'] as const)('a request to %s without the header gets 401', async (network) => {
    expectOwnAnswer(await send(target().endpoint(network), { headers, body }), 401, 'Unauthorized');
  });

  const refused: [string, (key: string) => string][] = [
    ['an empty key', () => ''],
    ['a malformed key', () => 'not-a-key'],
    ['a key with one character changed', (key) => `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`],
    ['an unknown key of the right form', () => mintSecret()],
    ['two keys in one header', (key) => `${key},${key}`],
    ['a bearer token', (key) => `Bearer ${key}`],
  ];
  test.each(refused)('%s gets 403', async (_name, change) => {
    const key = change(await target().key());
    expectOwnAnswer(await post(target().endpoint('devnet'), key, body), 403, 'Forbidden');
  });

  test('a valid key outside the header is ignored', async () => {
    const key = await target().key();
    const url = `${target().endpoint('devnet')}?api-key=${key}`;
    const elsewhere = { ...headers, Authorization: `Bearer ${key}`, Cookie: `X-API-KEY=${key}` };
    expectOwnAnswer(await send(url, { headers: elsewhere, body }), 401, 'Unauthorized');
  });

  test('the header’s name is case-insensitive', async () => {
    const answer = await send(target().endpoint('devnet'), {
      headers: { ...headers, 'x-Api-kEy': await target().key() },
      body,
    });
    expect(answer.status).toBe(200);
  });
}
