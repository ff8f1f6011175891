import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { endpointsSearch } from '../../../../dashboard/pages/endpoints/endpoint-choice.ts';

describe('the search parameters of the page', () => {
  test('are the chain, the network and the method', () => {
    const search = { chain: 'solana', network: 'devnet', method: 'getSlot' };
    expect(v.parse(endpointsSearch, search)).toEqual(search);
  });

  test.each([{}, { chain: 7, network: ['devnet'] }, { chain: 'x'.repeat(65) }, { other: 'thing' }])(
    'ignore invalid values: %j',
    (search) => {
      const { chain, network } = v.parse(endpointsSearch, search);
      expect([chain, network]).toEqual([undefined, undefined]);
    },
  );
});
