import { describe, expect, test } from '@jest/globals';
import { parseRequestId, requestTime } from '../../../../../dashboard/pages/history/finder/request-id.ts';
import { lowestRequestId } from '../../../../../src/records/request-id.ts';

const id = '01M7X0ZVAG7GRF6VD6B5CM6EYH';

describe('a request id', () => {
  test('may have spaces around it and lower-case letters', () => {
    expect(parseRequestId(` ${id.toLowerCase()}\n`)).toEqual({ requestId: id });
  });

  test('is refused at once with an invalid character', () => {
    expect(parseRequestId('01M7-')).toEqual({ problem: 'A request ID cannot contain “-”.', isTooShort: false });
    expect(parseRequestId('01M7U')).toMatchObject({ isTooShort: false });
    expect(parseRequestId('01M7 X0')).toEqual({ problem: 'A request ID has no spaces.', isTooShort: false });
  });

  test('is refused at once if it is too long, or has an impossible time', () => {
    expect(parseRequestId(`${id}0`)).toEqual({
      problem: 'A request ID has 26 characters; this has 27.',
      isTooShort: false,
    });
    expect(parseRequestId(`8${id.slice(1)}`)).toMatchObject({ isTooShort: false });
  });

  test('that is too short may still be typed on', () => {
    expect(parseRequestId(id.slice(0, 6))).toEqual({
      problem: 'A request ID has 26 characters; this has 6.',
      isTooShort: true,
    });
  });

  test('contains the time of the request, as the gateway’s ids do', () => {
    const at = Date.UTC(2026, 10, 20, 12, 34, 56, 789);
    expect(requestTime(lowestRequestId(at))).toBe(at);
  });
});
