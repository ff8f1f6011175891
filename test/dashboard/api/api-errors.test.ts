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

  test('means the end of the session if the token was refused', () => {
    expect(toApiError(answer(401), { message: 'Unauthorized' })).toBeInstanceOf(SignedOutError);
  });
});
