import { describe, expect, test } from '@jest/globals';
import { ApiError, SignedOutError, toApiError } from '../../../dashboard/api/api-errors.ts';

const answer = (status: number) => new Response(null, { status, headers: { 'x-request-id': 'the-request' } });

describe('an answer other than 2xx', () => {
  test('has its problem’s code, whatever the type', () => {
    const problem = {
      type: 'https://acme.example/errors/something-else',
      code: 'too_many_keys',
      title: 'The plan allows fewer keys',
      status: 409,
      detail: 'Revoke 2 keys first.',
      requestId: 'the-request',
      keys: [{ keyId: 'key_1', name: 'one' }],
    };
    const error = toApiError(answer(409), problem);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      code: 'too_many_keys',
      status: 409,
      message: 'Revoke 2 keys first.',
      requestId: 'the-request',
    });
    expect(error).toMatchObject({ problem: { keys: [{ keyId: 'key_1', name: 'one' }] } });
  });

  test.each([[undefined], [''], [{ message: 'Service Unavailable' }], [{ code: 3 }]])(
    'has its status as its code if its body is not problem details: %j',
    (body) => {
      expect(toApiError(answer(503), body)).toMatchObject({ code: 'http_503', status: 503, problem: undefined });
    },
  );

  test.each([
    ['a token that was refused', 401, { message: 'Unauthorized' }, 'expired'],
    ['sessions that were ended', 401, { code: 'session_ended', title: '', detail: '' }, 'ended'],
    ['an account that is deleted', 403, { code: 'account_deleted', title: '', detail: '' }, 'deleted'],
  ])('means the end of the session for %s', (_what, status, body, reason) => {
    const error = toApiError(answer(status), body);
    expect(error).toBeInstanceOf(SignedOutError);
    expect(error).toMatchObject({ reason });
  });

  test('does not mean it for a recovery code, which needs no session', () => {
    const body = { code: 'recovery_refused', title: '', detail: '' };
    expect(toApiError(answer(401), body)).toMatchObject({ name: 'ApiError', code: 'recovery_refused' });
  });

  test('says how long to wait', () => {
    const busy = new Response(null, { status: 429, headers: { 'retry-after': '90' } });
    expect(toApiError(busy, undefined)).toMatchObject({ retryAfterSeconds: 90 });
    expect(toApiError(answer(429), undefined)).toMatchObject({ retryAfterSeconds: undefined });
  });
});
