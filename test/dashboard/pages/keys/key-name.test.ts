import { describe, expect, test } from '@jest/globals';
import { isSameName, nameProblem, trimmedName } from '../../../../dashboard/pages/keys/key-name.ts';
import { KeyNameError, parseKeyName } from '../../../../src/keys/key-name.ts';
import { hiddenNames, joinedNames } from '../../../keys/hidden-names.ts';

describe('a key’s name', () => {
  const names = [
    '',
    ' ',
    '\t\n',
    'a',
    ' a ',
    'x'.repeat(64),
    'x'.repeat(65),
    ` ${'x'.repeat(64)} `,
    '🔑'.repeat(32),
    '👍🏽 ✔️ नमस्ते',
    ...joinedNames,
    ...hiddenNames,
  ];

  test.each([...names, '🔑'.repeat(65)])('is taken or refused as the API does, in its words: %j', (name) => {
    const api = () => parseKeyName(name);
    const problem = nameProblem(name);
    if (problem === undefined) expect(api()).toBe(trimmedName(name));
    else expect(api).toThrow(new KeyNameError(problem));
  });
});

test.each(joinedNames)('%j is a valid name', (name) => {
  expect(nameProblem(name)).toBeUndefined();
});

describe('a name typed to confirm', () => {
  test.each([
    ['production', 'production'],
    ['  production ', 'production'],
    ['two blanks', 'two  blanks'],
    ['two lines', 'two\nlines'],
    ['cafe\u0301', 'caf\u00e9'],
  ])('%j is %j', (typed, name) => expect(isSameName(typed, name)).toBe(true));

  test.each([
    ['', 'production'],
    ['Production', 'production'],
    ['productio', 'production'],
    ['production 2', 'production'],
    ['twoblanks', 'two blanks'],
  ])('%j is not %j', (typed, name) => expect(isSameName(typed, name)).toBe(false));
});
