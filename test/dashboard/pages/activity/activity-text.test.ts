import { expect, test } from '@jest/globals';
import { actionText, actorText, changeTexts } from '../../../../dashboard/pages/activity/activity-text.ts';
import { activityActions } from '../../../../src/directory/activity.ts';

test('every action of the gateway has a text of its own', () => {
  const texts = activityActions.map((action) => actionText({ action }));
  expect(new Set(texts).size).toBe(activityActions.length);
});

test('actions and actors of a later release are shown as words', () => {
  expect(actionText({ action: 'key_paused' })).toBe('Key paused');
  expect(actorText({ by: 'team_member' })).toBe('Team member');
  expect(actionText({ action: 'toString' })).toBe('To string');
});

test('a change by a program names its token', () => {
  expect(actorText({ by: 'customer', tokenName: 'Terraform' })).toBe('Token “Terraform”');
  expect(actorText({ by: 'customer', tokenName: null })).toBe('You');
});

test('changed values are shown in words', () => {
  expect(changeTexts({ before: { planId: 'free' }, after: { planId: 'scale' } })).toEqual(['Plan: from free to scale']);
  expect(changeTexts({ before: null, after: { graceHours: 168 } })).toEqual(['Grace period: 7 days']);
  expect(changeTexts({ before: null, after: { graceHours: 0 } })).toEqual(['Grace period: none']);
  expect(changeTexts({ before: { seats: 3 }, after: null })).toEqual(['Seats: 3, removed']);
  expect(changeTexts({ before: null, after: null })).toEqual([]);
});

test('an amount is shown in its currency', () => {
  const paid = { amount: 4_900, currency: 'usd', planId: 'developer' };
  expect(changeTexts({ before: null, after: paid })).toEqual(['Amount: $49.00', 'Plan: developer']);
  expect(changeTexts({ before: null, after: { amount: 4_900 } })).toEqual(['Amount: 4900']);
  expect(changeTexts({ before: null, after: { currency: 'eur' } })).toEqual(['Currency: eur']);
});

test('the reason for the end of a plan is shown in words', () => {
  const ended = { planId: 'developer', reason: 'unpaid' };
  expect(changeTexts({ before: { planId: 'developer' }, after: ended })).toEqual([
    'Plan: developer',
    'Reason: the invoice was not paid',
  ]);
});
