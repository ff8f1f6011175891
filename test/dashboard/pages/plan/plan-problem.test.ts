import { expect, test } from '@jest/globals';
import { ApiError, UnreachableError } from '../../../../dashboard/api/api-errors.ts';
import { planProblem } from '../../../../dashboard/pages/plan/plan-problem.ts';

const refusal = (code: string) => new ApiError(new Response(null, { status: 409 }), { code, title: 'T', detail: 'D' });

test('no answer does not mean that nothing was charged, but that a try again is safe', () => {
  expect(planProblem(new UnreachableError({}))?.text).toContain('You can safely try again: you are not charged twice.');
});

test.each(['billing_unavailable', 'already_subscribed', 'checkout_required', 'subscription_changed', 'account_busy'])(
  '%s has a text that says what to do',
  (code) => {
    expect(planProblem(refusal(code))?.text).toMatch(/try again/);
  },
);

test('other refusals keep the API’s message', () => {
  expect(planProblem(refusal('too_many_keys'))).toBeUndefined();
  expect(planProblem(new Error('of this page'))).toBeUndefined();
});
