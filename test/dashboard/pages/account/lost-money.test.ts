import { expect, test } from '@jest/globals';
import { lostMoney } from '../../../../dashboard/pages/account/lost-money.ts';

const usd = { currency: 'usd' };
const ended = { ...usd, kind: 'credit', amount: 1_200 } as const;

test('a deletion names the credit, and what is left of the paid time', () => {
  expect(lostMoney({ ...usd, credit: 49_899 }, ended)).toEqual(['$498.99 of credit', '$12.00 of paid time']);
  expect(lostMoney({ ...usd, credit: 49_899 }, undefined)).toEqual(['$498.99 of credit']);
  expect(lostMoney({ ...usd, credit: 0 }, ended)).toEqual(['$12.00 of paid time']);
});

test('who has paid nothing loses nothing', () => {
  expect(lostMoney({ ...usd, credit: 0 }, undefined)).toEqual([]);
  expect(lostMoney({ ...usd, credit: 0 }, { ...ended, kind: 'none', amount: 0 })).toEqual([]);
});
