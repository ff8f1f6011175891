import { describe, expect, test } from '@jest/globals';
import {
  authorizerEnvironment,
  controlPlaneEnvironment,
  proxyEnvironment,
  tallyEnvironment,
  watchEnvironment,
} from '../src/environment.ts';
import { EnvironmentError, readEnvironment } from '../src/read-environment.ts';

const proxy = {
  DIRECTORY_TABLE: 'directory',
  ADMISSIONS_TABLE: 'admissions',
  RECORDS_TABLE: 'records',
  OVERLAP_READS: 'on',
  NETWORKS_TABLE: 'networks',
  LOG_LEVEL: 'info',
};
const controlPlane = {
  DIRECTORY_TABLE: 'directory',
  ADMISSIONS_TABLE: 'admissions',
  RECORDS_TABLE: 'records',
  USAGE_TABLE: 'usage',
  NETWORKS_TABLE: 'networks',
  USER_POOL_ID: 'us-east-1_pool',
  SERVER_CLIENT_ID: 'client',
  SECRET_PREFIX: 'slc',
  ORIGIN_SECRET: 'arn:aws:secretsmanager:us-east-1:123456789012:secret:origin',
  CURSOR_SECRET: 'arn:aws:secretsmanager:us-east-1:123456789012:secret:cursors-AbCdEf',
  RPC_URL: 'http://127.0.0.1:8080',
  LOG_LEVEL: 'info',
};

const failure = (
  variables: Record<string, string>,
  schema: typeof proxyEnvironment | typeof controlPlaneEnvironment = proxyEnvironment,
): unknown => {
  try {
    return readEnvironment(schema, variables);
  } catch (error) {
    return error;
  }
};

describe('a function’s environment', () => {
  test('is valid, also with other variables', () => {
    expect(readEnvironment(proxyEnvironment, { ...proxy, AWS_REGION: 'us-east-1' })).toMatchObject(proxy);
    const authorizer = { DIRECTORY_TABLE: 'directory', LOG_LEVEL: 'warn' };
    expect(readEnvironment(authorizerEnvironment, authorizer)).toEqual(authorizer);
    const tally = {
      USAGE_TABLE: 'usage',
      FAILURE_BUCKET: 'failures',
      METRICS_NAMESPACE: 'Sluice/test',
      LOG_LEVEL: 'error',
    };
    expect(readEnvironment(tallyEnvironment, tally)).toEqual(tally);
    expect(readEnvironment(controlPlaneEnvironment, controlPlane)).toEqual(controlPlane);
    const watch = {
      NETWORKS_TABLE: 'networks',
      RPC_URL: 'https://rpc.example.com',
      METRICS_NAMESPACE: 'Sluice/test',
      LOG_LEVEL: 'info',
    };
    expect(readEnvironment(watchEnvironment, watch)).toEqual(watch);
  });

  test('is rejected with the names of all missing variables', () => {
    const error = failure({ RECORDS_TABLE: 'records' });
    expect(error).toBeInstanceOf(EnvironmentError);
    expect(error).toMatchObject({
      code: 'invalid_environment',
      message:
        'Missing or invalid environment variables: DIRECTORY_TABLE, ADMISSIONS_TABLE, NETWORKS_TABLE, LOG_LEVEL.',
    });
  });

  test.each([
    ['RECORDS_TABLE', ''],
    ['LOG_LEVEL', 'loud'],
    ['OVERLAP_READS', 'yes'],
  ])('is refused with the name of %s where it is %j', (name, value) => {
    expect(failure({ ...proxy, [name]: value })).toMatchObject({
      name: 'EnvironmentError',
      message: `Missing or invalid environment variables: ${name}.`,
    });
  });

  test('may omit OVERLAP_READS', () => {
    const { OVERLAP_READS: _, ...others } = proxy;
    expect(readEnvironment(proxyEnvironment, others).OVERLAP_READS).toBeUndefined();
  });

  test.each([
    ['CURSOR_SECRET', ''],
    ['USAGE_TABLE', ''],
    ['RPC_URL', 'node.example'],
    ['RPC_URL', 'ftp://node.example'],
    ['RPC_URL', 'https://node.example/'],
  ])('of the control plane is refused with the name of %s where it is %j', (name, value) => {
    expect(failure({ ...controlPlane, [name]: value }, controlPlaneEnvironment)).toMatchObject({
      name: 'EnvironmentError',
      message: `Missing or invalid environment variables: ${name}.`,
    });
  });
});
