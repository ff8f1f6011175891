import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { findParameters } from '../../api/parameter-table.ts';
import { parameterTable } from '../../api/parameter-type.ts';
import { parametersFile, reduceSdk } from '../../api/reduce-sdk.ts';
import { operationNames } from '../../operations.ts';

describe('the table of parameters', () => {
  test('is current: it is what the installed SDK says (npm run parameters --workspace fake-stripe)', () => {
    expect(readFileSync(parametersFile, 'utf8')).toBe(reduceSdk());
  });

  test('has exactly the operations of the fake', () => {
    const { operations } = v.parse(parameterTable, JSON.parse(readFileSync(parametersFile, 'utf8')));
    expect(Object.keys(operations).sort()).toEqual([...operationNames].sort());
  });

  test('has names, types, enums, required and nested parameters', () => {
    const { fields, required } = findParameters('POST', '/v1/prices') ?? { fields: {}, required: [] };
    expect(required).toEqual(['currency']);
    expect(fields).toMatchObject({
      unit_amount: 'integer',
      unit_amount_decimal: 'decimal',
      active: 'boolean',
      metadata: { map: { oneOf: ['', 'string'] } },
      tax_behavior: { enum: ['exclusive', 'inclusive', 'unspecified'] },
      recurring: { fields: { interval: { enum: ['day', 'month', 'week', 'year'] } }, required: ['interval'] },
    });
    const update = findParameters('POST', '/v1/subscriptions/sub_1');
    expect(update?.fields).toMatchObject({
      trial_end: { oneOf: ['integer', { enum: ['now'] }] },
      default_tax_rates: { oneOf: ['', { list: 'string' }] },
    });
    // Members of the interfaces that an interface extends.
    expect(findParameters('GET', '/v1/invoices')?.fields).toMatchObject({ limit: 'integer', starting_after: 'string' });
  });

  test('finds operations by method and whole path', () => {
    expect(findParameters('POST', '/v1/invoices/create_preview')?.fields).toHaveProperty('subscription_details');
    expect(findParameters('GET', '/v1/prices/price_1/more')).toBeUndefined();
    expect(findParameters('DELETE', '/v1/prices/price_1')).toBeUndefined();
    expect(findParameters('GET', '/v1/nothing')).toBeUndefined();
  });
});
