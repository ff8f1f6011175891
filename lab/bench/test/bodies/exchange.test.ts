import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { checkAnswer } from '../../bodies/bodies-proxy.ts';
import { tokenAccounts } from '../../upstream/account-answers.ts';

const bytes = 1_000;
const text = tokenAccounts(bytes);
const plain = { statusCode: 200 as const, headers: {}, body: text, isBase64Encoded: false };
const gzip = {
  statusCode: 200 as const,
  headers: { 'Content-Encoding': 'gzip' },
  body: gzipSync(text).toString('base64'),
  isBase64Encoded: true,
};

test("the node's answer is taken in the form that was asked for", () => {
  expect(() => checkAnswer(plain, bytes, 'plain')).not.toThrow();
  expect(() => checkAnswer(gzip, bytes, 'gzip')).not.toThrow();
});

test('another form, or another text, is refused', () => {
  expect(() => checkAnswer(plain, bytes, 'gzip')).toThrow();
  expect(() => checkAnswer(gzip, bytes, 'plain')).toThrow();
  expect(() => checkAnswer({ ...plain, headers: gzip.headers }, bytes, 'plain')).toThrow();
  expect(() => checkAnswer({ ...plain, body: tokenAccounts(bytes + 1) }, bytes, 'plain')).toThrow();
});
