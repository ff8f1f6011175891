import { expect, test } from '@jest/globals';
import {
  failureAnswer,
  successAnswer,
  UnsupportedOperationError,
  UserPoolError,
} from '../../user-pool/user-pool-answer.ts';

test('an output is written as JSON, its times in seconds', () => {
  const output = {
    Username: 'a',
    UserCreateDate: new Date(1_500),
    Attributes: [{ Name: 'email', Value: 'a@b.example' }],
  };
  const { status, body } = successAnswer(output);
  expect([status, JSON.parse(body)]).toEqual([200, { ...output, UserCreateDate: 1 }]);
});

test.each([
  [new UserPoolError('CodeMismatchException', 'Wrong.'), 400, 'CodeMismatchException', 'Wrong.'],
  [new UnsupportedOperationError('ListDevices'), 500, 'LocalUserPool#Unsupported', 'ListDevices'],
])('%s is told', (error, status, __type, message) => {
  expect(failureAnswer(error)).toEqual({ status, body: JSON.stringify({ __type, message }) });
});

test('any other failure is ours, and its words stay inside', () => {
  const { status, body } = failureAnswer(new Error('/home/somebody: no such file'));
  expect([status, body]).toEqual([500, expect.stringContaining('"InternalErrorException"')]);
  expect(body).not.toContain('somebody');
});
