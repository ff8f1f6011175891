import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Stack } from 'aws-cdk-lib';
import { embed, stackOf, testApp } from '../synthesis.ts';

const variable = 'CDK_DEFAULT_REGION';
const before = process.env[variable];
beforeEach(() => {
  delete process.env[variable];
});
afterEach(() => {
  if (before === undefined) delete process.env[variable];
  else process.env[variable] = before;
});

const others = [
  'us-gov-west-1',
  'cn-north-1',
  'us-iso-east-1',
  'us-isob-east-1',
  'us-isof-south-1',
  'eu-isoe-west-1',
  'eusc-de-east-1',
];

const refusal = (path: string, region: string) =>
  expect.objectContaining({
    code: 'invalid_configuration',
    message: expect.stringContaining(
      `${path} would be deployed to ${region}, and Sluice runs in AWS's commercial regions only`,
    ),
  });

test.each(others)('the stack of a stage refuses %s', (region) => {
  expect(() => stackOf('dev', { env: { region } })).toThrow(refusal('Sluice-dev', region));
});

test.each(others)('an instance in another stack refuses %s', (region) => {
  const stack = new Stack(testApp(), 'Web', { env: { region } });
  expect(() => embed(stack, 'Rpc')).toThrow(refusal('Web/Rpc', region));
});

test('a stack without a region is deployed to that of the credentials, which the command line of the CDK names', () => {
  process.env[variable] = 'us-gov-east-1';
  expect(() => stackOf('dev')).toThrow(refusal('Sluice-dev', 'us-gov-east-1'));
  expect(() => stackOf('dev', { env: { region: 'eu-central-1' } })).not.toThrow();
});

test.each(['us-east-1', 'ap-southeast-5', 'me-central-1', 'mx-central-1', 'il-central-1', 'af-south-1', 'sa-east-1'])(
  'the commercial region %s is accepted',
  (region) => {
    expect(() => stackOf('dev', { env: { region } })).not.toThrow();
  },
);
