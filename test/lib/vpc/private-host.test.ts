import { expect, test } from '@jest/globals';
import { isPrivate } from '../../../lib/vpc/private-host.ts';

test.each([
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.1.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '[::1]',
  '[fd00::1]',
  '[fe80::1]',
])('a node at %s is private', (host) => {
  expect(isPrivate({ url: `http://${host}:8899` })).toBe(true);
});

test.each(['8.8.8.8', '11.0.0.1', '172.32.0.1', '100.128.0.1', '[2001:db8::1]', 'node.internal', 'localhost'])(
  'a node at %s is public, unless the operator says that it is private',
  (host) => {
    const url = `http://${host}:8899`;
    expect(isPrivate({ url })).toBe(false);
    expect(isPrivate({ url, private: false })).toBe(false);
    expect(isPrivate({ url, private: true })).toBe(true);
  },
);
