import { describe, expect, test } from '@jest/globals';
import { problemCodes, problemType, RefusedError, toProblem } from '../../../lambda/control-plane/problems.ts';
import { AccountBusyError } from '../../../src/directory/change-account.ts';
import { ConditionFailedError } from '../../../src/table/item-table.ts';

describe('problems', () => {
  test('have types that never change: clients know them by these', () => {
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

  test('tell what the domain says, when it is meant for clients', () => {
    expect(toProblem(new AccountBusyError('acme'), 'r1')).toEqual({
      type: 'https://sluice.dev/problems/account-busy',
      title: 'The account is being changed by others',
      status: 409,
      detail: 'Account acme is being changed by others; try again.',
      requestId: 'r1',
    });
  });

  test('carry the members that their kind has, and no other of the error', () => {
    const errors = [{ at: 'body', message: 'is not JSON' }];
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
  ])('tell nothing of an error that nobody foresaw: %p', (error) => {
    const problem = toProblem(error, 'r1');
    expect(problem).toMatchObject({ type: 'https://sluice.dev/problems/internal-error', status: 500, requestId: 'r1' });
    expect(JSON.stringify(problem)).not.toContain('secret');
  });
});
