import { describe, expect, test } from '@jest/globals';
import { toCsv } from '../../../dashboard/format/csv.ts';

const cell = (value: string) => toCsv(['name'], [[value]]).slice('name\r\n'.length, -'\r\n'.length);

describe('a CSV file', () => {
  test('has a header row, and CRLF after each row (RFC 4180)', () => {
    expect(
      toCsv(
        ['a', 'b'],
        [
          [1, 'x'],
          [null, undefined],
        ],
      ),
    ).toBe('a,b\r\n1,x\r\n,\r\n');
    expect(toCsv(['a'], [])).toBe('a\r\n');
  });

  test('quotes cells with a comma, a quote or a line break, and doubles quotes', () => {
    expect(cell('a,b')).toBe('"a,b"');
    expect(cell('say "x"')).toBe('"say ""x"""');
    expect(cell('two\nlines')).toBe('"two\nlines"');
    expect(cell('getSlot')).toBe('getSlot');
  });

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1', '＋1', '－1', '＠x'])(
    'has %j as text, never as a formula',
    (text) => {
      expect(cell(text).replace(/^"/, '')).toBe(`'${text}${cell(text).endsWith('"') ? '"' : ''}`);
    },
  );

  test('guards a formula that needs quoting too', () => {
    expect(cell('=HYPERLINK("http://x","y")')).toBe(`"'=HYPERLINK(""http://x"",""y"")"`);
  });

  test('leaves numbers unchanged', () => {
    expect(toCsv(['n'], [[-1], [0.25], [0]])).toBe('n\r\n-1\r\n0.25\r\n0\r\n');
  });
});
