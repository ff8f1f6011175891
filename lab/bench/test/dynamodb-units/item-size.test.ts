import { describe, expect, test } from '@jest/globals';
import { itemSize } from '../../dynamodb-units/write-units.ts';

describe('the size of an item', () => {
  test.each([
    ['nothing', {}, 0],
    ['text, with its name, in UTF-8', { ab: { S: 'xyz' } }, 5],
    ['text beyond ASCII', { ä: { S: '€' } }, 5],
    ['one digit', { a: { N: '7' } }, 3],
    ['three digits', { a: { N: '123' } }, 4],
    ['zeros that do not count', { a: { N: '1000' } }, 3],
    ['a negative number', { a: { N: '-12' } }, 4],
    ['a truth', { a: { BOOL: true } }, 2],
    ['null', { a: { NULL: true } }, 2],
    ['an empty list', { a: { L: [] } }, 4],
    ['a list', { a: { L: [{ S: 'xy' }, { N: '1' }] } }, 1 + 3 + (1 + 2) + (1 + 2)],
    ['a map in a list', { a: { L: [{ M: { b: { S: 'x' } } }] } }, 1 + 3 + 1 + (3 + 1 + 2)],
  ])('is counted as AWS does: %s', (_, item, bytes) => expect(itemSize(item)).toBe(bytes));
});
