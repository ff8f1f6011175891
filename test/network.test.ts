import { expect, test } from '@jest/globals';
import { networkOfRoute, nodeNames, routeKey } from '../src/network.ts';
import { networks } from './support/settings.ts';

test('mainnet is at the root path, and devnet at /devnet', () => {
  const rows = networks.map((each) => [routeKey(each), each.chain, each.network]);
  expect(rows.slice(0, 2)).toEqual([
    ['POST /', 'solana', 'mainnet'],
    ['POST /devnet', 'solana', 'devnet'],
  ]);
});

test('a network is found by its route key only', () => {
  const found = (key: string) => networkOfRoute(networks, key)?.network;
  expect(found('POST /')).toBe('mainnet');
  expect(found('POST /devnet')).toBe('devnet');
  expect(found('POST /devnet/{rest+}')).toBe('devnet');
  for (const key of ['', '$default', 'GET /', 'POST /{rest+}', 'POST /devnet/', '/devnet'])
    expect(found(key)).toBeUndefined();
});

const named = (...urls: string[]) => nodeNames(urls.map((url) => ({ url })));

test('a node’s name is its host, with the port in the URL and without the path', () => {
  expect(named('https://a.example/v2/path', 'http://127.0.0.1:8899')).toEqual(['a.example', '127.0.0.1:8899']);
});

test('nodes that share a host are numbered in order', () => {
  const names = named('https://a.example/1', 'https://b.example', 'https://a.example/2', 'https://a.example/1');
  expect(names).toEqual(['a.example#1', 'b.example', 'a.example#2', 'a.example#3']);
});
