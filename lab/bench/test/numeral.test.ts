import { expect, test } from '@jest/globals';
import { numeral } from '../report-format.ts';

test.each([
  [0, '0'],
  [0.04333, '0.0433'],
  [2.0166, '2.02'],
  [37.43, '37.4'],
  [100.4, '100'],
  [9_577.6, '9,578'],
])('%d is written as %s', (figure, text) => expect(numeral(figure)).toBe(text));
