import { describe, expect, test } from '@jest/globals';
import { noMethodText, summarizeMethods, wasRead } from '../../../../dashboard/pages/history/request-summary.ts';

const call = (method: string | null, count = 1, outcome: 'ok' | 'rpc_error' = 'ok') => ({
  method,
  outcome,
  errorCode: null,
  count,
});

describe('the summary of a request’s methods', () => {
  test('is the method of a single call', () => {
    expect(summarizeMethods([call('getSlot')])).toEqual({ first: 'getSlot', more: '', calls: 1 });
  });

  test('is one name and a count if all calls of a batch have the same method', () => {
    expect(summarizeMethods([call('getSlot', 99), call('getSlot', 1, 'rpc_error')])).toEqual({
      first: 'getSlot',
      more: '×100',
      calls: 100,
    });
  });

  test('is the first name and the number of other calls if the methods differ', () => {
    expect(summarizeMethods([call('getBalance'), call('getSlot', 2)])).toEqual({
      first: 'getBalance',
      more: '+2',
      calls: 3,
    });
  });

  test('has no name if none could be read', () => {
    expect(summarizeMethods([call(null)])).toEqual({ first: null, more: '', calls: 1 });
    expect(summarizeMethods([call(null, 3)])).toEqual({ first: null, more: '×3', calls: 3 });
  });
});

describe('a call without a method', () => {
  test.each(['key_revoked', 'key_expired', 'plan_inactive'])('was not read: %s', (outcome) => {
    expect([wasRead(outcome), noMethodText(outcome)]).toEqual([false, 'Not read']);
  });

  test.each(['invalid_request', 'rate_limited', 'of a later release'])('was read otherwise: %s', (outcome) => {
    expect([wasRead(outcome), noMethodText(outcome)]).toEqual([true, 'No readable method']);
  });
});
