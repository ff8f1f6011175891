import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { tokenAccounts } from '../../upstream/account-answers.ts';

test.each([200, 10_240, 1_048_576])('the answer has exactly %i bytes, and is JSON-RPC', (bytes) => {
  const text = tokenAccounts(bytes);
  expect(Buffer.byteLength(text)).toBe(bytes);
  expect(JSON.parse(text)).toEqual({ jsonrpc: '2.0', result: expect.any(Array), id: 1 });
});

test('the answer is the same in every run', () => expect(tokenAccounts(10_240)).toBe(tokenAccounts(10_240)));

test('accounts differ, so that gzip shortens the answer no more than it would a real one', () => {
  const text = tokenAccounts(102_400);
  const share = gzipSync(text).length / text.length;
  expect(share).toBeGreaterThan(0.15);
  expect(share).toBeLessThan(0.4);
});
