import { expect, test } from '@jest/globals';
import { type Network, networkAt, nodeNames } from '../src/network.ts';
import { networks } from './support/settings.ts';

test('mainnet is at the root path, and devnet at /devnet', () => {
  const rows = networks.map((each) => [each.path, each.chain, each.network]);
  expect(rows.slice(0, 2)).toEqual([
    ['/', 'solana', 'mainnet'],
    ['/devnet', 'solana', 'devnet'],
  ]);
});

test('a network is found at its path, also with a slash at the end, and nowhere else', () => {
  const several: Network[] = [...networks, { network: 'eth', chain: 'ethereum', path: '/eth/main', upstreams: [] }];
  const found = (rawPath: string) => networkAt(several, rawPath)?.network;
  expect(['/', '/devnet', '/devnet/', '/eth/main', '/eth/main/'].map(found)).toEqual([
    'mainnet',
    'devnet',
    'devnet',
    'eth',
    'eth',
  ]);
  for (const path of ['', '//', 'devnet', '/devnet//', '//devnet', '/devnet/x', '/Devnet', '/eth', '/eth/', '/main'])
    expect([path, found(path)]).toEqual([path, undefined]);
});

const named = (...urls: string[]) => nodeNames(urls.map((url) => ({ url })));

test('a node’s name is its host, with the port in the URL and without the path', () => {
  expect(named('https://a.example/v2/path', 'http://127.0.0.1:8899')).toEqual(['a.example', '127.0.0.1:8899']);
});

test('nodes that share a host are numbered in order', () => {
  const names = named('https://a.example/1', 'https://b.example', 'https://a.example/2', 'https://a.example/1');
  expect(names).toEqual(['a.example#1', 'b.example', 'a.example#2', 'a.example#3']);
});
