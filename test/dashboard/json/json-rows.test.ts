import { describe, expect, test } from '@jest/globals';
import { indexJson, type JsonIndex } from '../../../dashboard/json/json-index.ts';
import { mostRows, toggled, unfoldUpTo, visibleRows } from '../../../dashboard/json/json-rows.ts';
import { findValues, mostFound } from '../../../dashboard/json/json-search.ts';
import { nameOf, sourceOf } from '../../../dashboard/json/json-values.ts';

function indexOf(text: string): JsonIndex {
  const index = indexJson(text);
  if (!index) throw new Error(`${text} has no index`);
  return index;
}

const text = '{"jsonrpc":"2.0","result":{"slot":7,"keys":["Aa","b"]},"id":1}';
const index = indexOf(text);
/** Rows as the reader sees them. */
const shown = (rows: readonly number[]) => rows.map((row) => nameOf(index, row) ?? sourceOf(index, row));

describe('the rows', () => {
  test('are only the whole while it is folded', () => {
    expect(visibleRows(index, new Set())).toEqual([0]);
  });

  test('include the values of what is unfolded, in order', () => {
    expect(shown(visibleRows(index, new Set([0])))).toEqual([text, '"jsonrpc"', '"result"', '"id"']);
    const all = visibleRows(index, new Set([0, 2, 4]));
    expect(shown(all)).toEqual([text, '"jsonrpc"', '"result"', '"slot"', '"keys"', '"Aa"', '"b"', '"id"']);
  });

  test('leave out what is unfolded within something folded', () => {
    expect(shown(visibleRows(index, new Set([0, 4])))).toEqual([text, '"jsonrpc"', '"result"', '"id"']);
  });

  test('are at first as many as fit, outer levels first', () => {
    expect([...unfoldUpTo(index, 4)]).toEqual([0]);
    expect([...unfoldUpTo(index, 6)]).toEqual([0, 2]);
    expect([...unfoldUpTo(index)]).toEqual([0, 2, 4]);
    // A long array stays folded, and what comes after it does not.
    const long = indexOf(`{"long":[${'1,'.repeat(500)}1],"short":[1]}`);
    expect([...unfoldUpTo(long)].map((value) => nameOf(long, value))).toEqual([undefined, '"short"']);
  });

  test('are never more than a browser can show', () => {
    const huge = indexOf(`[${'1,'.repeat(mostRows + 10)}1]`);
    expect(visibleRows(huge, new Set([0]))).toHaveLength(mostRows);
  });

  test('fold again', () => {
    expect([...toggled(toggled(new Set([0]), 2), 0)]).toEqual([2]);
  });
});

describe('a search', () => {
  const found = (query: string) => shown(findValues(index, query));

  test.each([
    { query: 'RESULT', values: ['"result"'] },
    { query: 'a', values: ['"Aa"'] },
    { query: '2.0', values: ['"jsonrpc"'] },
    { query: '7', values: ['"slot"'] },
    { query: 'b', values: ['"b"'] },
    { query: '.', values: ['"jsonrpc"'] },
    { query: '[', values: [] },
    { query: '(', values: [] },
    { query: '\\', values: [] },
    { query: '', values: [] },
    { query: 'absent', values: [] },
  ])('for $query finds $values', ({ query, values }) => {
    expect(found(query)).toEqual(values);
  });

  test('finds a name and its value once', () => {
    const twice = indexOf('{"slot":"slot slot"}');
    expect(findValues(twice, 'slot')).toEqual([1]);
  });

  test('keeps its place after letters that grow in lower case', () => {
    const turkish = indexOf('["İİİİİİ","x"]');
    expect(findValues(turkish, 'X')).toEqual([2]);
  });

  test('ends after enough values', () => {
    expect(findValues(indexOf(`[${'1,'.repeat(5_000)}1]`), '1')).toHaveLength(mostFound);
  });
});
