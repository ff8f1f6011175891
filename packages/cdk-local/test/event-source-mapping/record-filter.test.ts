import { describe, expect, test } from '@jest/globals';
import { compileFilter, FilterError } from '../../event-source-mapping/record-filter.ts';

const record = { eventName: 'INSERT', dynamodb: { NewImage: { name: { S: 'Solana' }, none: null }, SizeBytes: 26 } };
const matches = (pattern: unknown) => compileFilter(JSON.stringify(pattern))(record);
const name = (...rules: unknown[]) => ({ dynamodb: { NewImage: { name: { S: rules } } } });

describe('a filter pattern', () => {
  test.each([
    ['a value', { eventName: ['INSERT'] }, true],
    ['another value', { eventName: ['REMOVE'] }, false],
    ['one of several values', { eventName: ['REMOVE', 'INSERT'] }, true],
    ['several fields, all of them', { eventName: ['INSERT'], dynamodb: { SizeBytes: [26] } }, true],
    ['several fields, not all of them', { eventName: ['INSERT'], dynamodb: { SizeBytes: [27] } }, false],
    ['null', { dynamodb: { NewImage: { none: [null] } } }, true],
    ['a field that is not there', { dynamodb: { OldImage: { S: ['x'] } } }, false],
    ['exists', name({ exists: true }), true],
    ['exists: false on a field that is there', name({ exists: false }), false],
    ['exists: false on a missing one', { dynamodb: { OldImage: [{ exists: false }] } }, true],
    ['nothing', {}, true],
  ])('by %s', (_case, pattern, expected) => {
    expect(matches(pattern)).toBe(expected);
  });

  test.each([
    ['no JSON', '{'],
    ['a text', '"INSERT"'],
    ['a field without a list', '{"eventName":"INSERT"}'],
    ['$or', '{"$or":[{"eventName":["INSERT"]}]}'],
    ['another rule', '{"eventName":[{"prefix":"INS"}]}'],
  ])('is refused where it is or has %s', (_case, pattern) => {
    expect(() => compileFilter(pattern)).toThrow(FilterError);
  });
});
