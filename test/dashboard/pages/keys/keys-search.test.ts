import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as v from 'valibot';
import { keysSearch } from '../../../../dashboard/pages/keys/keys-search.ts';
import { mintSecret } from '../../../../src/keys/secret.ts';

const search = (given: object) => v.parse(keysSearch, given);

describe('the address of the list of keys', () => {
  test.each([
    [{}, {}],
    [
      { search: 'prod', state: 'revoked', sort: 'name' },
      { search: 'prod', state: 'revoked', sort: 'name' },
    ],
    [{ search: 2026 }, { search: '2026' }],
    [{ search: '', state: 'lost', sort: 'size' }, {}],
    [{ search: { text: 'prod' } }, {}],
    [{ search: `${'x'.repeat(70)}` }, { search: 'x'.repeat(64) }],
  ])('%j is read as %j', (given, expected) => expect(search(given)).toEqual(expected));

  test('keeps of a secret only what a key shows of it, also of a part of a secret', () => {
    const secret = mintSecret();
    fc.assert(
      fc.property(fc.nat(secret.length), fc.constantFrom('', 'export RPC_API_KEY=', ' '), (length, before) => {
        const kept = search({ search: before + secret.slice(0, length) }).search ?? '';
        expect(kept).not.toContain(secret.slice(0, 9));
        expect(kept.startsWith(before.trimStart())).toBe(true);
      }),
    );
    expect(search({ search: secret })).toEqual({ search: secret.slice(0, 8) });
    expect(search({ search: mintSecret(() => 7, 'acme') })).toEqual({ search: 'acme_7777' });
    // A name with an underscore is not cut.
    expect(search({ search: 'prod_indexer1' })).toEqual({ search: 'prod_indexer1' });
  });
});
