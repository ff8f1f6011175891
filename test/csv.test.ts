import { describe, expect, test } from '@jest/globals';
import { toCsv } from '../src/csv.ts';

const cell = (value: string | number | null) => toCsv({ columns: ['x'], rows: [[value]] }).slice('x\r\n'.length, -2);

describe('CSV', () => {
  test('has a header row, and every row ends with CRLF', () => {
    expect(toCsv({ columns: ['a', 'b'], rows: [] })).toBe('a,b\r\n');
    expect(toCsv({ columns: ['a', 'b'], rows: [[1, 'x']] })).toBe('a,b\r\n1,x\r\n');
  });

  test.each([
    ['a,b', '"a,b"'],
    ['say "x"', '"say ""x"""'],
    ['two\nrows', '"two\nrows"'],
    ['plain', 'plain'],
    ['ключ', 'ключ'],
    [null, ''],
    [0, '0'],
    [-32602, '-32602'],
  ])('writes %j as %s', (value, expected) => {
    expect(cell(value)).toBe(expected);
  });

  test.each(['=1+1', '+1', '-1+1', '@SUM(A1)', '\tx', '\rx', '=HYPERLINK("x")'])('makes %j harmless', (value) => {
    expect(cell(value).replace(/^"/, '').startsWith("'")).toBe(true);
  });
});
