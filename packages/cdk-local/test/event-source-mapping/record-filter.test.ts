import { describe, expect, test } from '@jest/globals';
import { compileFilter, FilterError } from '../../event-source-mapping/record-filter.ts';

const record = {
  eventName: 'INSERT',
  dynamodb: { NewImage: { name: { S: 'Solana' }, tags: { L: ['a', 'b'] }, none: null }, SizeBytes: 26 },
};
const matches = (pattern: unknown) => compileFilter(JSON.stringify(pattern))(record);
const name = (...rules: unknown[]) => ({ dynamodb: { NewImage: { name: { S: rules } } } });
const size = (...rules: unknown[]) => ({ dynamodb: { SizeBytes: rules } });

describe('a filter pattern', () => {
  test.each([
    ['a value', { eventName: ['INSERT'] }, true],
    ['another value', { eventName: ['REMOVE'] }, false],
    ['one of several values', { eventName: ['REMOVE', 'INSERT'] }, true],
    ['several fields, all of them', { eventName: ['INSERT'], dynamodb: { SizeBytes: [26] } }, true],
    ['several fields, not all of them', { eventName: ['INSERT'], dynamodb: { SizeBytes: [27] } }, false],
    ['an element of a list', { dynamodb: { NewImage: { tags: { L: ['b'] } } } }, true],
    ['null', { dynamodb: { NewImage: { none: [null] } } }, true],
    ['a field that is not there', { dynamodb: { OldImage: { S: ['x'] } } }, false],
    ['prefix', name({ prefix: 'Sol' }), true],
    ['another prefix', name({ prefix: 'sol' }), false],
    ['suffix', name({ suffix: 'ana' }), true],
    ['equals-ignore-case', name({ 'equals-ignore-case': 'SOLANA' }), true],
    ['exists', name({ exists: true }), true],
    ['exists: false on a field that is there', name({ exists: false }), false],
    ['exists: false on a missing one', { dynamodb: { OldImage: [{ exists: false }] } }, true],
    ['numeric', size({ numeric: ['>', 25, '<=', 26] }), true],
    ['numeric out of range', size({ numeric: ['>', 26] }), false],
    ['numeric on a text', name({ numeric: ['=', 1] }), false],
    ['anything-but', name({ 'anything-but': 'Ethereum' }), true],
    ['anything-but of a list', name({ 'anything-but': ['Ethereum', 'Solana'] }), false],
    ['anything-but a prefix', name({ 'anything-but': { prefix: 'Sol' } }), false],
    ['anything-but on a missing field', { dynamodb: { OldImage: [{ 'anything-but': 'x' }] } }, false],
    ['nothing', {}, true],
  ])('by %s', (_case, pattern, expected) => {
    expect(matches(pattern)).toBe(expected);
  });

  test.each([
    ['no JSON', '{'],
    ['a text', '"INSERT"'],
    ['a field without a list', '{"eventName":"INSERT"}'],
    ['$or', '{"$or":[{"eventName":["INSERT"]}]}'],
    ['wildcard', '{"eventName":[{"wildcard":"*"}]}'],
    ['an unknown comparison', '{"a":[{"numeric":["~",1]}]}'],
    ['half a comparison', '{"a":[{"numeric":[">"]}]}'],
  ])('is refused where it is or has %s', (_case, pattern) => {
    expect(() => compileFilter(pattern)).toThrow(FilterError);
  });
});
