import { expect, test } from '@jest/globals';
import { redact } from '../../../bin/first-deployment/redact.ts';

test.each([
  [
    'an account and a role',
    'arn:aws:sts::123456789012:assumed-role/Admin/ann is not authorized',
    '• is not authorized',
  ],
  ['an account alone', 'account 123456789012.', 'account •.'],
  ['an address', '"EndpointValue": "ann@example.com",', '"EndpointValue": "•",'],
  ['a name of a host', 'to d111111abcdef8.cloudfront.net: 403', 'to •: 403'],
  ['a secret of a key', '{"secret":"slc_AbCdEfGhIjKlMnOpQrStUvWxYz"}', '{"secret":"•"}'],
  ['a path with a name', '/home/ann/sluice failed', '• failed'],
  ['a table', 'table Sluice-dev-TablesUsage-ABC', 'table •'],
  ['a number of JSON without spaces', '{"ok":200,"id":123456}', '{"ok":200,"id":•}'],
  ['a name in another script', 'für Ünal', '• •'],
])('%s is not in the file', (_, text, expected) => {
  expect(redact(text)).toBe(expected);
});

test('what a reader needs stays: words, types, states, times, small numbers and names of the project', () => {
  const line =
    '2026-11-28T21:40:36.912Z ProxyB76166F8 AWS::Lambda::Alias UPDATE_ROLLBACK_COMPLETE "past_due", HTTP 429 after 12 s';
  expect(redact(line, new Set(['ProxyB76166F8']))).toBe(line);
});
