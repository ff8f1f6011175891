import { expect, test } from '@jest/globals';
import { ratios } from '../statistics.ts';

test('each figure is held against that of the same round', () => expect(ratios([6, 9], [2, 3])).toEqual([3, 3]));

test('a round that the other has not taken gives no number', () => expect(ratios([6], [])).toEqual([Number.NaN]));
