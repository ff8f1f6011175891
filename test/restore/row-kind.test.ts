import { expect, test } from '@jest/globals';
import { kindOfRow } from '../../src/restore/row-kind.ts';

test.each([
  ['ACCOUNT#acme', 'CHARGE#ch_1'],
  ['CUSTOMER#cus_1', 'CUSTOMER'],
  ['EVENT#evt_1#1795651200', 'EVENT'],
  ['GRACE', 'acme'],
  ['RECONCILIATION', 'LAST_PASS'],
  ['ACCOUNT#acme', 'TOKEN#tok_1'],
  ['TOKEN#9f86d081884c7d65', 'TOKEN'],
])('the row %s, %s is one of Directory, so that a table with it can be restored', (pk, sk) => {
  expect(kindOfRow({ pk, sk })).toBe('Directory');
});

test.each([
  ['CHARGE#ch_1', 'x'],
  ['GRACES', 'acme'],
  ['key_1#2026-11-20', '01K9'],
])('the row %s, %s belongs to another table', (pk, sk) => {
  expect(kindOfRow({ pk, sk })).toBeUndefined();
});
