import { describe, expect, test } from '@jest/globals';
import { splitDuration } from '../../../../dashboard/pages/history/request-summary.ts';

describe('the duration of a request', () => {
  test('is the gateway’s work and the wait for a node', () => {
    expect(splitDuration(12, 9)).toEqual({ gatewayMs: 3, nodeMs: 9 });
  });

  test('is never less than its parts, although each is rounded', () => {
    expect(splitDuration(12, 13)).toEqual({ gatewayMs: 0, nodeMs: 12 });
  });

  test('has no parts if no node was called', () => {
    expect(splitDuration(12, null)).toBeUndefined();
  });
});
