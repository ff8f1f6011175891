import { describe, expect, test } from '@jest/globals';
import { problemCodes, problemType, RefusedError, toProblem } from '../../../lambda/control-plane/problems.ts';
import { AccountBusyError } from '../../../src/directory/change-account.ts';
import { ConditionFailedError } from '../../../src/table/item-table.ts';

describe('problems', () => {
  test('have types that never change, because clients depend on them', () => {
    expect(problemCodes.map(problemType)).toEqual([
      'https://sluice.dev/problems/invalid-request',
      'https://sluice.dev/problems/invalid-cursor',
      'https://sluice.dev/problems/invalid-key-name',
      'https://sluice.dev/problems/invalid-grace',
      'https://sluice.dev/problems/invalid-range',
      'https://sluice.dev/problems/beyond-retention',
      'https://sluice.dev/problems/unknown-plan',
      'https://sluice.dev/problems/unauthenticated',
      'https://sluice.dev/problems/route-not-found',
      'https://sluice.dev/problems/key-not-found',
      'https://sluice.dev/problems/request-not-found',
      'https://sluice.dev/problems/method-not-allowed',
      'https://sluice.dev/problems/key-limit-reached',
      'https://sluice.dev/problems/key-revoked',
      'https://sluice.dev/problems/too-many-keys',
      'https://sluice.dev/problems/account-busy',
      'https://sluice.dev/problems/request-too-large',
      'https://sluice.dev/problems/unsupported-media-type',
      'https://sluice.dev/problems/idempotency-conflict',
      'https://sluice.dev/problems/too-many-requests',
      'https://sluice.dev/problems/internal-error',
    ]);
  });

  test('have the message of an error that is public', () => {
    expect(toProblem(new AccountBusyError('acme'), 'r1')).toEqual({
      type: 'https://sluice.dev/problems/account-busy',
      title: 'Account changed by another request',
      status: 409,
      detail: 'Other requests are changing account acme. Try again.',
      requestId: 'r1',
    });
  });

  test('have the members of their kind, and no other property of the error', () => {
    const errors = [{ at: 'body', message: 'must be valid JSON' }];
    expect(toProblem(new RefusedError('invalid_request', 'no', errors), 'r1')).toMatchObject({ errors });
    expect(toProblem(new RefusedError('invalid_cursor', 'no', errors), 'r1')).not.toHaveProperty('errors');
  });

  test.each([
    new Error('secret'),
    new ConditionFailedError({ secret: 'secret' }),
    Object.assign(new Error('secret'), { code: 'toString' }),
    Object.assign(new Error('secret'), { code: 'internal_error' }),
    'secret',
    undefined,
  ])('reveal nothing about an unforeseen error: %p', (error) => {
    const problem = toProblem(error, 'r1');
    expect(problem).toMatchObject({ type: 'https://sluice.dev/problems/internal-error', status: 500, requestId: 'r1' });
    expect(JSON.stringify(problem)).not.toContain('secret');
  });
});
