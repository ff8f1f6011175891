import { expect, test } from '@jest/globals';
import { unexcused } from './unexcused.ts';

const timeOut = 'NoAnswerError: no usable answer (timeout)';

const line = (functionName: string, fields: object) => ({
  version: 'present' as const,
  functionName,
  line: JSON.stringify({ level: 'error', ...fields }),
});
const failed = (requestId: string) =>
  line('DataPlaneProxyFunction', { event: 'request_failed', requestId, detail: timeOut });
const notCounted = line('DataPlaneRecordStreamTallyFunction', { event: 'count_failed', detail: timeOut });
const notAuthorized = line('DataPlaneAuthorizerFunction', { event: 'invocation_failed', errorMessage: timeOut });

test('a time-out excuses the request that logged it, and none of another function or request', () => {
  const found = { requests: 100, failed: ['a', 'b'], unanswered: 0 };
  const reported = ['1 requests failed (500 or 503) for another reason than a time-out.'];
  expect(unexcused(found, [failed('a'), failed('b')])).toEqual([]);
  expect(unexcused(found, [failed('a'), notCounted])).toEqual(reported);
  expect(unexcused(found, [failed('a'), failed('a'), failed('c'), notAuthorized])).toEqual(reported);
});

test('a time-out of an authorizer excuses one request without an answer', () => {
  const found = { requests: 100, failed: [], unanswered: 2 };
  expect(unexcused(found, [notAuthorized, notAuthorized, notAuthorized])).toEqual([]);
  expect(unexcused(found, [notAuthorized, notCounted])).toEqual([
    '1 requests got no answer of the proxy for another reason than a time-out.',
  ]);
});

test('a version that hangs is reported: at most a tenth of the requests is excused', () => {
  const ids = Array.from({ length: 11 }, (_, index) => `request ${index}`);
  expect(unexcused({ requests: 100, failed: ids.slice(1), unanswered: 0 }, ids.map(failed))).toEqual([]);
  expect(unexcused({ requests: 100, failed: ids, unanswered: 0 }, ids.map(failed))).toEqual([
    '11 of 100 requests timed out in fair weather.',
  ]);
});
