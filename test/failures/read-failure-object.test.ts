import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { failureObject, readFailureObject } from '../../src/failures/failure-bucket.ts';

const event = { eventName: 'INSERT', dynamodb: { NewImage: { odd: { B: 'AAE=' } } } };

describe('an object of the failure bucket', () => {
  test('that the tally has written is read as it was', () => {
    const failures = [
      { reason: 'unreadable', detail: 'no time', event },
      { reason: 'uncounted', detail: 'late', event: null, uncounted: ['hour#a', 'minute#a'] },
    ] as const;
    expect(readFailureObject(failureObject(failures, 0))).toEqual(failures.map(({ detail: _, ...kept }) => kept));
  });

  test.each([
    ['as text, as in AWS’s sample', JSON.stringify({ Records: [event, event] })],
    ['as it is', { Records: [event, event] }],
  ])('that Lambda has written has its records in its payload, %s', (_, payload) => {
    const record = {
      requestContext: { condition: 'RecordAgeExceeded' },
      DDBStreamBatchInfo: { batchSize: 2 },
      payload,
    };
    const kept = { reason: 'given_up', event };
    expect(readFailureObject(JSON.stringify(record))).toEqual([kept, kept]);
  });

  test.each([
    ['nothing', ''],
    ['no JSON', 'records'],
    ['another version', '{"version":2,"failures":[]}'],
    ['an invocation record without its payload', '{"DDBStreamBatchInfo":{}}'],
    ['a payload that is no JSON', '{"DDBStreamBatchInfo":{},"payload":"{"}'],
  ])('is refused where it is %s', (_, content) => {
    expect(() => readFailureObject(content)).toThrow(v.ValiError);
  });
});
