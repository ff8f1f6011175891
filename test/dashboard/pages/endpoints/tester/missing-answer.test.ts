import { describe, expect, test } from '@jest/globals';
import { explainMissingAnswer } from '../../../../../dashboard/pages/endpoints/tester/missing-answer.ts';

describe('an answer that cannot be shown', () => {
  test('hidden by the browser: the key comes first, then the header', () => {
    const { title, reasons } = explainMissingAnswer('hidden', 'good');
    expect(title).toMatch(/browser hides the answer/);
    expect(reasons.map((reason) => reason.slice(0, 3))).toEqual(['403', '401', '429']);
  });

  test('hidden, and the key is no secret: that comes first', () => {
    expect(explainMissingAnswer('hidden', 'mistyped').reasons[0]).toMatch(/does not look like a secret/);
    expect(explainMissingAnswer('unreachable', 'mistyped').reasons[0]).toMatch(/network/i);
  });

  test.each([
    ['offline', /offline/],
    ['unreachable', /could not be reached/],
    ['timed out', /30 seconds/],
    ['stopped', /Stopped/],
    ['broken', /broke off/],
  ] as const)('%s is told by its name', (kind, title) => {
    expect(explainMissingAnswer(kind, 'good').title).toMatch(title);
  });
});
