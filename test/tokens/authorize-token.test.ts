import { expect, jest, test } from '@jest/globals';
import { mintSecret } from '../../src/keys/secret.ts';
import { authorizeToken } from '../../src/tokens/authorize-token.ts';
import { mintToken } from '../../src/tokens/token-secret.ts';

const identity = { accountId: 'acme', tokenId: 'tok_1' };

const authorizeWith = (header: string, item?: object, at = 1_000) => {
  const get = jest.fn(async () => item && { ...item });
  return { answer: authorizeToken(header, { directory: { get }, clock: () => at }), get };
};

test('a token that is active and not expired is accepted, whatever the case of the scheme', async () => {
  const active = { ...identity, state: 'active' };
  for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
    expect(await authorizeWith(`${scheme} ${mintToken()}`, active).answer).toEqual(identity);
  }
  expect(await authorizeWith(`Bearer ${mintToken()}`, { ...active, validUntil: 1_001 }).answer).toEqual(identity);
});

test('an expired, a revoked and an unknown token are refused', async () => {
  const bearer = `Bearer ${mintToken()}`;
  expect(await authorizeWith(bearer, { ...identity, state: 'active', validUntil: 1_000 }).answer).toBeUndefined();
  expect(await authorizeWith(bearer, { ...identity, state: 'revoked' }).answer).toBeUndefined();
  expect(await authorizeWith(bearer).answer).toBeUndefined();
});

test('what has not the form of a token is refused without a read', async () => {
  const token = mintToken();
  const headers = ['', 'Bearer', 'Bearer ', token, `Basic ${token}`, `Bearer ${mintSecret()}`, `Bearer ${token}x`];
  for (const header of [...headers, `Bearer ${token} ${token}`, 'Bearer e30.e30.e30']) {
    const { answer, get } = authorizeWith(header, { ...identity, state: 'active' });
    expect({ header, identity: await answer, reads: get.mock.calls.length }).toEqual({ header, reads: 0 });
  }
});

test('a failure of the Directory is no refusal', async () => {
  const get = () => Promise.reject(new Error('throttled'));
  await expect(authorizeToken(`Bearer ${mintToken()}`, { directory: { get }, clock: () => 0 })).rejects.toThrow(
    'throttled',
  );
});
