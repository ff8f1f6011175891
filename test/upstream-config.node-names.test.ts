import { expect, test } from '@jest/globals';
import { nodeNames } from '../src/upstream-config.ts';

const named = (...urls: string[]) => nodeNames(urls.map((url) => ({ url })));

test('a node’s name is its host, with the port in the URL and without the path', () => {
  expect(named('https://a.example/v2/path', 'http://127.0.0.1:8899')).toEqual(['a.example', '127.0.0.1:8899']);
});

test('nodes that share a host are numbered in order', () => {
  const names = named('https://a.example/1', 'https://b.example', 'https://a.example/2', 'https://a.example/1');
  expect(names).toEqual(['a.example#1', 'b.example', 'a.example#2', 'a.example#3']);
});
