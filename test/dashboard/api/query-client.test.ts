import { expect, test } from '@jest/globals';
import { ApiError, SignedOutError, UnreachableError } from '../../../dashboard/api/api-errors.ts';
import { createQueryClient } from '../../../dashboard/api/query-client.ts';

const { retry } = createQueryClient(() => {}).getDefaultOptions().queries ?? {};
const isTriedAgain = (failures: number, error: Error) => typeof retry === 'function' && retry(failures, error);

test.each([
  ['the network is down', new UnreachableError({}), true],
  ['the service fails', new ApiError(new Response(null, { status: 500 }), undefined), true],
  ['the account sends too many requests', new ApiError(new Response(null, { status: 429 }), undefined), true],
  ['the request is refused', new ApiError(new Response(null, { status: 409 }), undefined), false],
  ['the session has ended', new SignedOutError(), false],
])('a query is retried at most twice if a retry may succeed: %s', (_, error, expected) => {
  expect(isTriedAgain(0, error)).toBe(expected);
  expect(isTriedAgain(1, error)).toBe(expected);
  expect(isTriedAgain(2, error)).toBe(false);
});
