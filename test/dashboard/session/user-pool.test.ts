import { expect, test } from '@jest/globals';
import { endpointOf, endpointOverride } from '../../../dashboard/session/cognito-names.ts';

test.each(['https://cognito-idp.us-east-1.amazonaws.com', 'https://cognito-idp.eu-west-3.amazonaws.com/'])(
  'Amplify derives %s by itself',
  (endpoint) => {
    expect(endpointOverride(endpoint)).toBeUndefined();
  },
);

test.each([
  'http://127.0.0.1:8547',
  'http://cognito-idp.us-east-1.amazonaws.com',
  'https://cognito-idp.us-east-1.amazonaws.com.evil.example',
  'https://cognito-idp.cn-north-1.amazonaws.com.cn',
])('Amplify is configured with %s', (endpoint) => {
  expect(endpointOverride(endpoint)).toBe(endpoint);
});

test('a pool’s endpoint is its override, else AWS’s of its region', () => {
  expect(endpointOf('us-east-1_abc', 'http://127.0.0.1:8547')).toBe('http://127.0.0.1:8547');
  expect(endpointOf('eu-west-3_abc', undefined)).toBe('https://cognito-idp.eu-west-3.amazonaws.com/');
});
