import { describe, expect, test } from '@jest/globals';
import { divideCidr } from '../../template/cidr-blocks.ts';
import { failure, resolved } from './resolved.ts';

describe('Fn::Cidr', () => {
  test.each([
    ['10.0.0.0/16', 3, 8, ['10.0.0.0/24', '10.0.1.0/24', '10.0.2.0/24']],
    ['10.0.0.0/24', 4, 6, ['10.0.0.0/26', '10.0.0.64/26', '10.0.0.128/26', '10.0.0.192/26']],
    ['192.168.255.0/24', 1, 8, ['192.168.255.0/24']],
    ['2001:db8:1234:1a00::/56', 2, 64, ['2001:db8:1234:1a00:0:0:0:0/64', '2001:db8:1234:1a01:0:0:0:0/64']],
  ])('divides %s into %i blocks of %i bits', (block, count, bits, expected) => {
    expect(divideCidr(block, count, bits)).toEqual(expected);
    expect(resolved({ 'Fn::Cidr': [block, count, String(bits)] })).toEqual(expected);
  });

  test.each([
    ['more blocks than it holds', ['10.0.0.0/24', 5, 6]],
    ['larger blocks than it is', ['10.0.0.0/24', 1, 9]],
    ['no block', ['10.0.0.0', 1, 8]],
  ])('refuses %s', (_, argument) => {
    expect(failure(() => resolved({ 'Fn::Cidr': argument }))).toMatchObject({ code: 'malformed_intrinsic' });
  });
});
