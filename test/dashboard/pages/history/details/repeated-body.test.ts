import { expect, test } from '@jest/globals';
import { repeatedBody } from '../../../../../dashboard/pages/history/details/repeated-body.ts';

const call = (method: string | null, count = 1) => ({ method, outcome: 'ok', errorCode: null, count });

test('the command for a request has its method, without parameters, which are not recorded', () => {
  expect(repeatedBody([call('getSlot', 3)])).toBe('{"jsonrpc":"2.0","id":1,"method":"getSlot","params":[]}');
});

test('the command for a batch has each of its methods once, with its own id', () => {
  const body = repeatedBody([call('getSlot'), call('getHealth'), { ...call('getSlot'), outcome: 'rate_limited' }]);
  expect(JSON.parse(body ?? '')).toMatchObject([
    { id: 1, method: 'getSlot' },
    { id: 2, method: 'getHealth' },
  ]);
});

test('there is no command for a request without a readable method', () => {
  expect(repeatedBody([call(null)])).toBeUndefined();
  expect(repeatedBody([])).toBeUndefined();
});
