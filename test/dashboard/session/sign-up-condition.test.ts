import { describe, expect, test } from '@jest/globals';
import { addressProblem, signUpCondition } from '../../../dashboard/session/sign-up-condition.ts';

const policy = { emailDomains: ['acme.example', 'Acme.test'] };

describe('addresses that may sign up', () => {
  test.each(['you@acme.example', ' You@ACME.example ', 'you@acme.test'])('include %j of a listed domain', (email) => {
    expect(addressProblem(policy, email)).toBeUndefined();
  });

  test.each(['you@other.example', 'you@sub.acme.example', 'you@notacme.example', 'acme.example@other.example'])(
    'exclude %j of any other domain, and the reason names the listed ones',
    (email) => {
      expect(addressProblem(policy, email)).toBe('Only addresses at acme.example or Acme.test can sign up.');
    },
  );

  test.each(['', 'you', 'you@'])('are not judged before %j is an address: the browser refuses it', (email) => {
    expect(addressProblem(policy, email)).toBeUndefined();
  });

  test('are all of them without listed domains', () => {
    expect(addressProblem('open', 'you@other.example')).toBeUndefined();
  });
});

test('the page says who may sign up, unless everybody may', () => {
  expect(signUpCondition('open')).toBeUndefined();
  expect(signUpCondition('closed')).toBe('Accounts are created by the operator.');
  expect(signUpCondition({ emailDomains: ['acme.example'] })).toBe('Only addresses at acme.example can sign up.');
});
