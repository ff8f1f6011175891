import { describe, expect, test } from '@jest/globals';
import { summariseMethods } from '../../../../dashboard/pages/history/request-summary.ts';

const call = (method: string | null, count = 1, outcome: 'ok' | 'rpc_error' = 'ok') => ({ method, outcome, count });

describe('a request’s methods in few words', () => {
  test('are the method of a single call', () => {
    expect(summariseMethods([call('getSlot')])).toEqual({ first: 'getSlot', more: '', calls: 1 });
  });

  test('are one name and how often, where all calls of a batch are the same', () => {
    expect(summariseMethods([call('getSlot', 99), call('getSlot', 1, 'rpc_error')])).toEqual({
      first: 'getSlot',
      more: '×100',
      calls: 100,
    });
  });

  test('are the first name and how many calls there were beside it, where they differ', () => {
    expect(summariseMethods([call('getBalance'), call('getSlot', 2)])).toEqual({
      first: 'getBalance',
      more: '+2',
      calls: 3,
    });
  });

  test('are no name where none could be read', () => {
    expect(summariseMethods([call(null)])).toEqual({ first: null, more: '', calls: 1 });
    expect(summariseMethods([call(null, 3)])).toEqual({ first: null, more: '×3', calls: 3 });
  });
});
