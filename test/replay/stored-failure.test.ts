import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { readFailureObject } from '../../src/replay/stored-failure.ts';
import { failureObject } from '../../src/usage/failure-bucket.ts';

const event = { eventName: 'INSERT', dynamodb: { NewImage: { odd: { B: 'AAE=' } } } };

describe('an object of the failure bucket', () => {
  test('written by the tally is read back unchanged', () => {
    const failures = [
      { reason: 'unreadable', detail: 'no time', event },
      { reason: 'uncounted', detail: 'late', event: null, uncounted: ['hour#a', 'minute#a'] },
    ] as const;
    expect(readFailureObject(failureObject(failures, 0))).toEqual(failures.map(({ detail: _, ...kept }) => kept));
  });

  test.each([
    ['as a string, as in AWS’s sample', JSON.stringify({ Records: [event, event] })],
    ['as an object', { Records: [event, event] }],
  ])('written by Lambda has its records in its payload, %s', (_, payload) => {
    const record = {
      requestContext: { condition: 'RecordAgeExceeded' },
      DDBStreamBatchInfo: { batchSize: 2 },
      payload,
    };
    const kept = { reason: 'given_up', event };
    expect(readFailureObject(JSON.stringify(record))).toEqual([kept, kept]);
  });

  test.each([
    ['empty', ''],
    ['not JSON', 'records'],
    ['of another version', '{"version":2,"failures":[]}'],
    ['an invocation record without its payload', '{"DDBStreamBatchInfo":{}}'],
    ['with a payload that is not JSON', '{"DDBStreamBatchInfo":{},"payload":"{"}'],
  ])('is refused if it is %s', (_, content) => {
    expect(() => readFailureObject(content)).toThrow(v.ValiError);
  });
});
