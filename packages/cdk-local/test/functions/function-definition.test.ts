import { describe, expect, test } from '@jest/globals';
import { readFunction, variablesOf } from '../../functions/function-definition.ts';
import { UnsupportedResourceError } from '../../resource-properties.ts';
import { functionResource } from './function-code.ts';

const read = (properties: Record<string, unknown>) =>
  readFunction({ ...functionResource('Echo', '', properties), metadata: { 'aws:asset:path': 'asset.1' } }, '/cdk.out');

describe('an AWS::Lambda::Function', () => {
  test('gives code, limits and variables, with CloudFormation’s defaults', () => {
    expect(read({})).toMatchObject({
      name: 'Echo',
      folder: '/cdk.out/asset.1',
      memoryMegabytes: 128,
      timeoutSeconds: 3,
      logGroupName: '/aws/lambda/Echo',
      variables: {},
    });
    expect(
      read({
        MemorySize: 512,
        Timeout: 29,
        LoggingConfig: { LogGroup: 'ProxyLogs' },
        Environment: { Variables: { LOG_LEVEL: 'info' } },
        Architectures: ['arm64'],
      }),
    ).toMatchObject({
      memoryMegabytes: 512,
      timeoutSeconds: 29,
      logGroupName: 'ProxyLogs',
      variables: { LOG_LEVEL: 'info' },
    });
  });

  test.each([
    [
      'a property that is not emulated',
      { FileSystemConfigs: [] },
      'FileSystemConfigs: the local runtime does not know this property',
    ],
    ['another runtime', { Runtime: 'python3.13' }, 'Runtime: only Node.js runtimes run here'],
    ['reserved concurrency', { ReservedConcurrentExecutions: 1 }, 'ReservedConcurrentExecutions'],
  ])('is refused for %s', (_case, properties, message) => {
    expect(() => read(properties)).toThrow(UnsupportedResourceError);
    expect(() => read(properties)).toThrow(`AWS::Lambda::Function Echo: ${message}`);
  });

  test('is refused where its code is not named', () => {
    expect(() => readFunction({ ...functionResource('Echo', ''), metadata: {} }, '/')).toThrow('aws:asset:path');
  });
});

test('a function’s environment holds the template’s variables, Lambda’s own, and the way to the services', () => {
  const definition = read({ Environment: { Variables: { LOG_LEVEL: 'info' } } });
  const access = {
    region: 'us-east-1',
    accessKeyId: 'LOCAL',
    secretAccessKey: 'secret',
    endpoints: { DYNAMODB: 'http://127.0.0.1:1' },
  };
  expect(variablesOf(definition, access)).toMatchObject({
    LOG_LEVEL: 'info',
    AWS_ACCESS_KEY_ID: 'LOCAL',
    AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1',
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '128',
    AWS_LAMBDA_FUNCTION_NAME: 'Echo',
    AWS_LAMBDA_LOG_GROUP_NAME: '/aws/lambda/Echo',
    AWS_REGION: 'us-east-1',
  });
});
