import { describe, expect, test } from '@jest/globals';
import { answerText } from '../../../../../dashboard/pages/endpoints/tester/answer-text.ts';

const joined = (body: string, most?: number) =>
  answerText(body, most)
    .pieces.map(({ text }) => text)
    .join('');

describe('the text of an answer', () => {
  test('is laid out, with every digit', () => {
    expect(joined('{"lamports":9007199254740993}')).toBe('{\n  "lamports": 9007199254740993\n}');
  });

  test('is its beginning where it is long, to the character', () => {
    const { isWhole } = answerText('["0123456789"]', 10);
    expect(isWhole).toBe(false);
    expect(joined('["0123456789"]', 10)).toBe('[\n  "01234');
    expect(answerText('["0123456789"]', 18)).toMatchObject({ isWhole: true });
  });

  test('is plain where it is not JSON', () => {
    expect(answerText('[1, <html>')).toEqual({ pieces: [{ kind: 'space', text: '[1, <html>' }], isWhole: true });
    expect(answerText('oh no', 2)).toEqual({ pieces: [{ kind: 'space', text: 'oh' }], isWhole: false });
    expect(answerText('')).toEqual({ pieces: [{ kind: 'space', text: '' }], isWhole: true });
  });

  test('does not read what it does not show: megabytes cost no more than their beginning', () => {
    const brokenBehind = `[${'1,'.repeat(1_000)}oops]`;
    expect(answerText(brokenBehind, 100).isWhole).toBe(false);
    expect(answerText(brokenBehind, 100).pieces.length).toBeGreaterThan(1);
  });
});
