import { describe, expect, test } from '@jest/globals';
import { explainMissingAnswer } from '../../../../../dashboard/pages/endpoints/tester/missing-answer.ts';

describe('a response that cannot be shown', () => {
  test('lists a wrong secret first, then a missing header, if the browser hides it', () => {
    const { title, reasons } = explainMissingAnswer('hidden', 'valid');
    expect(title).toMatch(/browser hides the response/);
    expect(reasons.map((reason) => reason.slice(0, 3))).toEqual(['403', '401', '429']);
  });

  test('lists a malformed secret first of all if the browser hides it', () => {
    expect(explainMissingAnswer('hidden', 'mistyped').reasons[0]).toMatch(/does not look like one of this service’s/);
    expect(explainMissingAnswer('unreachable', 'mistyped').reasons[0]).toMatch(/network/i);
  });

  test.each([
    ['offline', /offline/],
    ['unreachable', /could not be reached/],
    ['timed out', /30 seconds/],
    ['stopped', /Stopped/],
    ['broken', /lost/],
  ] as const)('is explained by its kind: %s', (kind, title) => {
    expect(explainMissingAnswer(kind, 'valid').title).toMatch(title);
  });
});
