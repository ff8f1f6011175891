import { expect, test } from '@jest/globals';
import { routes } from '../../src/routes.ts';
import { isKnownMethod, isRead, onlyReads } from '../../src/upstream/chains.ts';

test.each(routes)('every route’s network has the methods of its chain: $network', ({ network }) => {
  expect(isKnownMethod(network, 'getHealth')).toBe(true);
  expect(isKnownMethod(network, 'sendTransaction')).toBe(true);
});

test('a made-up method, a method by another case and a name every object has are not known', () => {
  expect(isKnownMethod('devnet', 'getRich')).toBe(false);
  expect(isKnownMethod('devnet', 'gethealth')).toBe(false);
  expect(isKnownMethod('devnet', 'constructor')).toBe(false);
});

test('a network without a route knows no method', () => {
  expect(isKnownMethod('testnet', 'getHealth')).toBe(false);
  expect(isKnownMethod('constructor', 'getHealth')).toBe(false);
});

test.each(['sendTransaction', 'requestAirdrop'])('%s changes the chain, on every network', (method) => {
  for (const { network } of routes) expect(isRead(network, method)).toBe(false);
});

test.each(['getHealth', 'simulateTransaction', 'getRich'])('%s is a read', (method) => {
  expect(isRead('mainnet', method)).toBe(true);
});

test('what only reads is told by the chain of the network', () => {
  expect(onlyReads('mainnet', 'getSlot')).toBe(true);
  expect(onlyReads('mainnet', 'sendTransaction')).toBe(false);
  expect(onlyReads('mainnet', 'madeUp')).toBe(false);
  expect(onlyReads('testnet', 'getSlot')).toBe(false);
});
