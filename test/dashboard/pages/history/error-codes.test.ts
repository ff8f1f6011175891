import { expect, test } from '@jest/globals';
import { errorCodesIn } from '../../../../dashboard/pages/history/request-summary.ts';

const call = (errorCode: number | null) => ({ method: 'getSlot', outcome: 'rpc_error', errorCode, count: 1 });

test('a request has the error codes of its calls, each once, in order; 0 is a code', () => {
  expect(errorCodesIn([call(-32_602), call(null), call(0), call(-32_602)])).toEqual([-32_602, 0]);
  expect(errorCodesIn([call(null)])).toEqual([]);
});
