import { expect, test } from '@jest/globals';
import { endpointOverride } from '../../../dashboard/session/cognito-names.ts';

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
