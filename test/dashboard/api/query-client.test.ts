import { expect, test } from '@jest/globals';
import { ApiError, SignedOutError, UnreachableError } from '../../../dashboard/api/api-errors.ts';
import { createQueryClient } from '../../../dashboard/api/query-client.ts';

const { retry } = createQueryClient(() => {}).getDefaultOptions().queries ?? {};
const isTriedAgain = (failures: number, error: Error) => typeof retry === 'function' && retry(failures, error);

test.each([
  ['the network is down', new UnreachableError({}), true],
  ['the service fails', new ApiError(500, undefined, undefined), true],
  ['the account sends too many requests', new ApiError(429, undefined, undefined), true],
  ['the request is refused', new ApiError(409, undefined, undefined), false],
  ['the session has ended', new SignedOutError(), false],
])('a query is retried at most twice if a retry may succeed: %s', (_, error, expected) => {
  expect(isTriedAgain(0, error)).toBe(expected);
  expect(isTriedAgain(1, error)).toBe(expected);
  expect(isTriedAgain(2, error)).toBe(false);
});
