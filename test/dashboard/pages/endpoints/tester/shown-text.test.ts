import { describe, expect, test } from '@jest/globals';
import { shownText } from '../../../../../dashboard/pages/endpoints/tester/shown-text.ts';

const joined = (body: string, most?: number) =>
  shownText(body, most)
    .pieces.map(({ text }) => text)
    .join('');

describe('the text of a response', () => {
  test('is pretty-printed with every digit', () => {
    expect(joined('{"lamports":9007199254740993}')).toBe('{\n  "lamports": 9007199254740993\n}');
  });

  test('is cut to the character if it is long', () => {
    const { isWhole } = shownText('["0123456789"]', 10);
    expect(isWhole).toBe(false);
    expect(joined('["0123456789"]', 10)).toBe('[\n  "01234');
    expect(shownText('["0123456789"]', 18)).toMatchObject({ isWhole: true });
  });

  test('is unchanged if it is not JSON', () => {
    expect(shownText('[1, <html>')).toEqual({ pieces: [{ kind: 'space', text: '[1, <html>' }], isWhole: true });
    expect(shownText('oh no', 2)).toEqual({ pieces: [{ kind: 'space', text: 'oh' }], isWhole: false });
    expect(shownText('')).toEqual({ pieces: [{ kind: 'space', text: '' }], isWhole: true });
  });

  test('does not parse the part that it does not show: megabytes cost no more than their start', () => {
    const brokenBehind = `[${'1,'.repeat(1_000)}oops]`;
    expect(shownText(brokenBehind, 100).isWhole).toBe(false);
    expect(shownText(brokenBehind, 100).pieces.length).toBeGreaterThan(1);
  });
});
