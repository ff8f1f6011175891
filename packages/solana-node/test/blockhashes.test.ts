import { describe, expect, test } from '@jest/globals';
import { Blockhashes } from '../blockhashes.ts';

describe('blockhashes', () => {
  test('differ by slot and by chain, and stay the same', () => {
    const blockhashes = new Blockhashes('one');
    expect(blockhashes.of(1)).toBe(blockhashes.of(1));
    expect(blockhashes.of(1)).not.toBe(blockhashes.of(2));
    expect(blockhashes.of(1)).not.toBe(new Blockhashes('two').of(1));
  });

  test('are valid from their slot until 150 slots later', () => {
    const blockhashes = new Blockhashes('one');
    const blockhash = blockhashes.of(1000);
    expect(blockhashes.isValid(blockhash, 999)).toBe(false);
    expect(blockhashes.isValid(blockhash, 1000)).toBe(true);
    expect(blockhashes.isValid(blockhash, 1150)).toBe(true);
    expect(blockhashes.isValid(blockhash, 1151)).toBe(false);
  });

  test('are still known from a finalized slot after newer ones were asked for', () => {
    const blockhashes = new Blockhashes('one');
    expect(blockhashes.isValid(blockhashes.of(2000), 2000)).toBe(true);
    expect(blockhashes.isValid(blockhashes.of(1968 - 150), 1968)).toBe(true);
    expect(blockhashes.isValid(blockhashes.of(1968 - 151), 1968)).toBe(false);
  });

  test('of a chain that was idle for long are valid all the same', () => {
    const blockhashes = new Blockhashes('one');
    expect(blockhashes.isValid(blockhashes.of(1000), 1000)).toBe(true);
    expect(blockhashes.isValid(blockhashes.of(1_000_000), 1_000_100)).toBe(true);
    expect(blockhashes.isValid(blockhashes.of(1000), 1_000_100)).toBe(false);
  });

  test('of another chain are not valid', () => {
    expect(new Blockhashes('one').isValid(new Blockhashes('two').of(1000), 1000)).toBe(false);
  });
});
