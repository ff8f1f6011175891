import { describe, expect, test } from '@jest/globals';
import { splitDuration } from '../../../../dashboard/pages/history/request-summary.ts';

describe('the duration of a request', () => {
  test('is the gateway’s work and the wait for a node', () => {
    expect(splitDuration(12, 9)).toEqual({ gatewayMs: 3, nodeMs: 9 });
  });

  test('is never less than its parts, though these are rounded by themselves', () => {
    expect(splitDuration(12, 13)).toEqual({ gatewayMs: 0, nodeMs: 12 });
  });

  test('has no parts where no node was asked', () => {
    expect(splitDuration(12, null)).toBeUndefined();
  });
});
