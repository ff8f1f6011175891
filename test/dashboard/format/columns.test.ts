import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type ColumnFormat, formatCounts, formatLatencies, formatShares } from '../../../dashboard/format/columns.ts';

const missing = fc.constantFrom(null, undefined);
const shares = fc.array(fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 0.5, 1), missing));
const latencies = fc.array(fc.oneof(fc.double({ min: 0, max: 60_000, noNaN: true }), fc.nat(5_000), missing));
/** The text after the digits of a figure before its point: its decimals and its unit. */
const ending = (text: string) => text.replace(/^<?[\d,]+/, '').replaceAll(/\d/g, '0');
const number = (text: string) => Number.parseFloat(text.replaceAll(/[<,]/g, ''));

describe.each<[string, ColumnFormat, typeof shares]>([
  ['shares', formatShares, shares],
  ['latencies', formatLatencies, latencies],
])('a column of %s', (_, format, columns) => {
  test('has one unit and one number of decimals, and a dash for what is missing', () => {
    fc.assert(
      fc.property(columns, (figures) => {
        const texts = format(figures);
        expect(texts.map((text) => text === '–')).toEqual(figures.map((figure) => figure == null));
        expect(new Set(texts.filter((text) => text !== '–').map(ending)).size).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('keeps the order of its figures, and shows none but zero as zero', () => {
    fc.assert(
      fc.property(columns, (figures) => {
        const sorted = figures.filter((figure) => figure != null).toSorted((one, other) => one - other);
        const texts = format(sorted);
        expect(texts.map(number)).toEqual(texts.map(number).toSorted((one, other) => one - other));
        expect(texts.map((text) => number(text) === 0)).toEqual(sorted.map((figure) => figure === 0));
      }),
    );
  });
});

test('shares have the decimals that the smallest one needs', () => {
  expect(formatShares([0, 0.5, 1])).toEqual(['0%', '50%', '100%']);
  expect(formatShares([0, 0.125, 1])).toEqual(['0.0%', '12.5%', '100.0%']);
  expect(formatShares([0.0004, 0.125])).toEqual(['0.04%', '12.50%']);
  expect(formatShares([0.000001, 0.5])).toEqual(['<0.01%', '50.00%']);
});

test('latencies have a decimal only where all are short', () => {
  expect(formatLatencies([0.42, 9])).toEqual(['0.4 ms', '9.0 ms']);
  expect(formatLatencies([0.42, 12, 1_250.4])).toEqual(['<1 ms', '12 ms', '1,250 ms']);
});

test('counts have every digit', () => {
  expect(formatCounts([0, 1_234_567, null])).toEqual(['0', '1,234,567', '–']);
});
