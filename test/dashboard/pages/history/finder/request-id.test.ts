import { describe, expect, test } from '@jest/globals';
import { parseRequestId, requestTime } from '../../../../../dashboard/pages/history/finder/request-id.ts';
import { lowestRequestId } from '../../../../../src/records/request-id.ts';

const id = '01M7X0ZVAG7GRF6VD6B5CM6EYH';

describe('a request id', () => {
  test('is read with spaces around it and in small letters', () => {
    expect(parseRequestId(` ${id.toLowerCase()}\n`)).toEqual({ requestId: id });
  });

  test('is refused at once for a character that no id has', () => {
    expect(parseRequestId('01M7-')).toEqual({ fault: 'A request id has no “-” in it.', isTooShort: false });
    expect(parseRequestId('01M7U')).toMatchObject({ isTooShort: false });
    expect(parseRequestId('01M7 X0')).toEqual({ fault: 'A request id has no spaces in it.', isTooShort: false });
  });

  test('is refused at once when it is too long, or later than time goes', () => {
    expect(parseRequestId(`${id}0`)).toEqual({
      fault: 'A request id has 26 characters; this has 27.',
      isTooShort: false,
    });
    expect(parseRequestId(`8${id.slice(1)}`)).toMatchObject({ isTooShort: false });
  });

  test('that is too short may still be being typed', () => {
    expect(parseRequestId(id.slice(0, 6))).toEqual({
      fault: 'A request id has 26 characters; this has 6.',
      isTooShort: true,
    });
  });

  test('says when its request came in, as the gateway’s ids do', () => {
    const at = Date.UTC(2026, 10, 20, 12, 34, 56, 789);
    expect(requestTime(lowestRequestId(at))).toBe(at);
  });
});
