import { describe, expect, test } from '@jest/globals';
import { rawCsvRow, toCsv } from '../src/csv.ts';

const cell = (value: string | number | null) => toCsv({ columns: ['x'], rows: [[value]] }).slice('x\r\n'.length, -2);

/** The cells that a spreadsheet makes of a line, if it separates cells at this character. */
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = [];
  let rest = line;
  for (;;) {
    const quoted = /^"((?:[^"]|"")*)"/.exec(rest);
    const end = quoted ? quoted[0].length : Math.max(0, rest.search(new RegExp(`[${separator}]|$`)));
    cells.push(quoted ? (quoted[1] ?? '').replaceAll('""', '"') : rest.slice(0, end));
    if (rest[end] !== separator) return cells;
    rest = rest.slice(end + 1);
  }
}

describe('CSV', () => {
  test('has a header row, and every row ends with CRLF', () => {
    expect(toCsv({ columns: ['a', 'b'], rows: [] })).toBe('a,b\r\n');
    expect(toCsv({ columns: ['a', 'b'], rows: [[1, 'x']] })).toBe('a,b\r\n1,x\r\n');
  });

  test.each([
    ['a,b', '"a,b"'],
    ['a;b', '"a;b"'],
    ['say "x"', '"say ""x"""'],
    ['plain', 'plain'],
    ['ключ', 'ключ'],
    [null, ''],
    [0, '0'],
    [-32602, '-32602'],
    ['two\nrows', 'two\\u{a}rows'],
    ['a\u{1b}[31mb', 'a\\u{1b}[31mb'],
    ['a\u{202e}b', 'a\\u{202e}b'],
  ])('writes %j as %s', (value, expected) => {
    expect(cell(value)).toBe(expected);
  });

  test.each(['=1+1', '+1', '-1+1', '@SUM(A1)', '＝1', '=HYPERLINK("x")'])('makes %j harmless', (value) => {
    expect(cell(value).replace(/^"/, '').startsWith("'")).toBe(true);
  });

  test('for a program has every text as it is, and quotes what RFC 4180 says', () => {
    expect(rawCsvRow(['-prod', '=1+1', 'a\u{202e}b', 'a,b', 'say "x"', 'two\r\nrows', ''])).toBe(
      '-prod,=1+1,a\u{202e}b,"a,b","say ""x""","two\r\nrows",\r\n',
    );
  });

  const names = [
    'a;=1+1',
    'a,=1',
    'a|@x',
    '";=1+1',
    "';=1+1",
    'a; =1',
    'a;"=1"',
    '=1;=2',
    'a\t=1',
    'a\n=1+1',
    'a;＝1',
    ';;-1',
  ];
  test.each(names)('has no formula in %j, whatever separates the cells', (name) => {
    const line = toCsv({ columns: ['key', 'name'], rows: [['key_1', name]] }).split('\r\n')[1] ?? '';
    for (const separator of [',', ';', '|', '\t']) {
      for (const one of cellsOf(line, separator))
        expect(one.trimStart().replace(/^"+/, '')).not.toMatch(/^[=+\-@＝＋－＠]/);
    }
  });
});
