import { describe, expect, test } from '@jest/globals';
import { compareSpecification } from '../../../bin/methods/compare-specification.ts';
import { chainIds } from '../../../src/chains/chains.ts';
import { specification } from '../../chains/specification.ts';

const document = (names: readonly string[], deprecated: readonly string[] = []) => ({
  openrpc: '1.2.6',
  info: { version: '2.0.0' },
  methods: names.map((name) => ({ name, ...(deprecated.includes(name) && { deprecated: true }) })),
});

describe('a newer specification', () => {
  test('has new, removed and deprecated methods', () => {
    const known = specification('solana');
    const names = known.specification.methods.filter((name) => name !== 'getSupply');
    expect(compareSpecification(known, document([...names, 'getMore'], ['getSlot']))).toEqual({
      added: ['getMore'],
      removed: ['getSupply'],
      deprecated: ['getSlot'],
    });
  });

  test.each(chainIds)('of %s with the same methods has no change', (id) => {
    const known = specification(id);
    expect(compareSpecification(known, document(known.specification.methods))).toEqual({
      added: [],
      removed: [],
      deprecated: [],
    });
  });

  test('adds no method over WebSocket, of the consensus client or of tests', () => {
    const changes = (id: (typeof chainIds)[number], names: readonly string[]) =>
      compareSpecification(specification(id), document(names)).added;
    expect(changes('solana', ['slotSubscribe', 'slotUnsubscribe'])).toEqual([]);
    expect(changes('ethereum', ['engine_getPayloadV6', 'testing_buildBlockV1'])).toEqual([]);
  });
});
