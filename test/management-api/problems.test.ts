import { describe, expect, test } from '@jest/globals';
import { AccountBusyError } from '../../src/directory/change-account.ts';
import { problemCodes, problemType, RefusedError, toProblem } from '../../src/management-api/problems.ts';
import { ConditionFailedError } from '../../src/table/item-table.ts';

const problemTypes = 'https://api.example/problems';

describe('problems', () => {
  test('have codes that never change, because clients depend on them', () => {
    expect(problemCodes).toEqual([
      'invalid_request',
      'invalid_cursor',
      'invalid_key_name',
      'invalid_token_name',
      'invalid_grace',
      'invalid_range',
      'beyond_retention',
      'unknown_plan',
      'email_mismatch',
      'weak_password',
      'unauthenticated',
      'session_ended',
      'recovery_refused',
      'checkout_required',
      'card_declined',
      'payment_due',
      'account_deleted',
      'sign_up_refused',
      'wrong_password',
      'recent_sign_in_required',
      'permission_missing',
      'account_suspended',
      'origin_required',
      'route_not_found',
      'key_not_found',
      'secret_of_key_not_found',
      'token_not_found',
      'request_not_found',
      'user_not_found',
      'method_not_allowed',
      'not_acceptable',
      'no_active_plan',
      'key_limit_reached',
      'token_limit_reached',
      'grace_running',
      'key_revoked',
      'last_secret',
      'too_many_keys',
      'second_factor_not_proved',
      'address_taken',
      'account_busy',
      'billing_off',
      'no_customer',
      'already_subscribed',
      'payment_in_progress',
      'period_not_paid',
      'preview_outdated',
      'address_refused',
      'email_refused',
      'currency_refused',
      'subscription_changed',
      'request_too_large',
      'unsupported_media_type',
      'idempotency_conflict',
      'too_many_requests',
      'internal_error',
      'billing_unavailable',
      'billing_misconfigured',
    ]);
  });

  test('have a type below the service’s own base URL', () => {
    for (const code of problemCodes) {
      expect(problemType('https://acme.example/errors', code)).toMatch(/^https:\/\/acme\.example\/errors\/[a-z-]+$/);
    }
  });

  test('have the message of an error that is public', () => {
    expect(toProblem(new AccountBusyError('acme'), 'r1', problemTypes)).toEqual({
      type: 'https://api.example/problems/account-busy',
      code: 'account_busy',
      title: 'Account changed by another request',
      status: 409,
      detail: 'Other requests are changing account acme. Try again.',
      requestId: 'r1',
    });
  });

  test('have the members of their kind, and no other property of the error', () => {
    const errors = [{ at: 'body', message: 'must be valid JSON' }];
    expect(toProblem(new RefusedError('invalid_request', 'no', errors), 'r1', problemTypes)).toMatchObject({ errors });
    expect(toProblem(new RefusedError('invalid_cursor', 'no', errors), 'r1', problemTypes)).not.toHaveProperty(
      'errors',
    );
  });

  test.each([
    new Error('secret'),
    new ConditionFailedError({ secret: 'secret' }),
    Object.assign(new Error('secret'), { code: 'toString' }),
    Object.assign(new Error('secret'), { code: 'internal_error' }),
    'secret',
    undefined,
  ])('reveal nothing about an unforeseen error: %p', (error) => {
    const problem = toProblem(error, 'r1', problemTypes);
    expect(problem).toMatchObject({ code: 'internal_error', status: 500, requestId: 'r1' });
    expect(JSON.stringify(problem)).not.toContain('secret');
  });
});
