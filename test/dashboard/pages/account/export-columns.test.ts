import { expect, test } from '@jest/globals';
import * as operator from '../../../../bin/operator/export-columns.ts';
import { requestColumns } from '../../../../dashboard/export/request-columns.ts';
import * as dashboard from '../../../../dashboard/pages/account/export/export-tables.ts';

const headersOf = (tables: Readonly<Record<string, object>>) =>
  Object.entries(tables)
    .map(([name, columns]) => [name, ...Object.keys(columns)])
    .toSorted();

// Payments: the API has them as activity and, at Stripe, as invoices.
const { paymentColumns: _, ...shared } = operator;

test('the tables of an export are the same whether the customer makes it or the operator, apart from payments', () => {
  expect(headersOf({ ...dashboard, requestColumns })).toEqual(headersOf(shared));
});
