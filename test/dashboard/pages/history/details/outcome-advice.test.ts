import { expect, test } from '@jest/globals';
import { outcomeNames } from '../../../../../dashboard/format/outcomes.ts';
import { outcomeAdvice } from '../../../../../dashboard/pages/history/details/outcome-advice.ts';

test('every outcome says what to do, apart from success and errors whose code says it', () => {
  expect(outcomeNames.filter((outcome) => outcomeAdvice(outcome) === undefined)).toEqual(['ok', 'rpc_error']);
});

test('an outcome of a later release has no advice', () => {
  expect(outcomeAdvice('toString')).toBeUndefined();
  expect(outcomeAdvice('lost')).toBeUndefined();
});
