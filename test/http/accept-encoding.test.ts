import { expect, test } from '@jest/globals';
import { acceptsGzip } from '../../src/http/accept-encoding.ts';

test.each([
  'gzip',
  'GZIP',
  'deflate, gzip, br',
  'gzip;q=0.1',
  'gzip ; q=1.0',
  '*',
  'br;q=1, *;q=0.1',
  'identity;q=0, gzip',
])('%p accepts gzip', (header) => {
  expect(acceptsGzip(header)).toBe(true);
});

test.each([
  undefined,
  '',
  'identity',
  'br, deflate',
  'gzip;q=0',
  'gzip;q=0.000, *',
  'GZip;Q=0',
  '*;q=0',
  'gzip;q=much',
  'x-gzipped',
])('%p does not accept gzip', (header) => {
  expect(acceptsGzip(header)).toBe(false);
});
