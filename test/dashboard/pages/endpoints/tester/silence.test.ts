import { describe, expect, test } from '@jest/globals';
import { silenceOf } from '../../../../../dashboard/pages/endpoints/tester/silence.ts';

describe('an answer that cannot be shown', () => {
  test('hidden by the browser: the key comes first, then the header', () => {
    const { title, reasons } = silenceOf('hidden', 'good');
    expect(title).toMatch(/browser hides the answer/);
    expect(reasons.map((reason) => reason.slice(0, 3))).toEqual(['403', '401', '429']);
  });

  test('hidden, and the key is no secret: that comes first', () => {
    expect(silenceOf('hidden', 'mistyped').reasons[0]).toMatch(/does not look like a secret/);
    expect(silenceOf('unreachable', 'mistyped').reasons[0]).toMatch(/network/i);
  });

  test.each([
    ['offline', /offline/],
    ['unreachable', /could not be reached/],
    ['timed out', /30 seconds/],
    ['stopped', /Stopped/],
    ['broken', /broke off/],
  ] as const)('%s is told by its name', (kind, title) => {
    expect(silenceOf(kind, 'good').title).toMatch(title);
  });
});
