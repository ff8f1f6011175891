import { describe, expect, test } from '@jest/globals';
import { findPhrases } from '../../.ci/phrases.ts';

describe('the lint of phrases', () => {
  test.each([
    ['a phrase', 'The tool wants Java.', ['page.md:1: "wants"; write: needs; requires']],
    [
      'a phrase that a line of a comment ends within',
      '/**\n * It counts for\n * nothing.\n */',
      ['page.md:2: "counts for * nothing"; write: does not count'],
    ],
    ['nothing in a question', 'Who is\nrefused, and why?', []],
    ['nothing in the section that a command makes', '<!-- cost: made by x -->\nanew\n<!-- /cost -->', []],
    ['nothing in words that only look alike', 'It is well within the limit, and understands both.', []],
  ])('finds %s', (_, text, found) => {
    expect(findPhrases('page.md', text)).toEqual(found);
  });

  test('finds names of exported declarations and of files', () => {
    expect(
      findPhrases('src/verdict.ts', 'export type ProxyParts = {};\nexport const toMoment = 1;\nconst seen = 1;'),
    ).toEqual([
      'src/verdict.ts: the name of the file',
      'src/verdict.ts:1: the name ProxyParts',
      'src/verdict.ts:2: the name toMoment',
    ]);
  });
});
