import { describe, expect, test } from '@jest/globals';
import {
  authorizerEnvironment,
  controlPlaneEnvironment,
  EnvironmentError,
  proxyEnvironment,
  readEnvironment,
  tallyEnvironment,
} from '../src/environment.ts';

const upstreams = {
  mainnet: [{ url: 'https://node.example', secretName: 'nodes/first' }],
  devnet: [{ url: 'http://127.0.0.1:8899' }],
};
const proxy = {
  ADMISSIONS_TABLE: 'admissions',
  RECORDS_TABLE: 'records',
  UPSTREAMS: JSON.stringify(upstreams),
  LOG_LEVEL: 'info',
};
const controlPlane = {
  DIRECTORY_TABLE: 'directory',
  ADMISSIONS_TABLE: 'admissions',
  RECORDS_TABLE: 'records',
  USAGE_TABLE: 'usage',
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
  test('is parsed, with the upstreams from their JSON, and without what is none of its business', () => {
    expect(readEnvironment(proxyEnvironment, { ...proxy, AWS_REGION: 'us-east-1' })).toEqual({
      ...proxy,
      UPSTREAMS: upstreams,
    });
    const authorizer = { DIRECTORY_TABLE: 'directory', RECORDS_TABLE: 'records', LOG_LEVEL: 'warn' };
    expect(readEnvironment(authorizerEnvironment, authorizer)).toEqual(authorizer);
    const tally = { USAGE_TABLE: 'usage', LOG_LEVEL: 'error' };
    expect(readEnvironment(tallyEnvironment, tally)).toEqual(tally);
    expect(readEnvironment(controlPlaneEnvironment, controlPlane)).toEqual(controlPlane);
  });

  test('is refused with the name of each variable that is missing', () => {
    const error = failure({ RECORDS_TABLE: 'records' });
    expect(error).toBeInstanceOf(EnvironmentError);
    expect(error).toMatchObject({
      code: 'invalid_environment',
      message: expect.stringMatching(/ADMISSIONS_TABLE: .*; UPSTREAMS: .*; LOG_LEVEL: /),
    });
  });

  test.each([
    ['RECORDS_TABLE', ''],
    ['LOG_LEVEL', 'loud'],
    ['UPSTREAMS', '{'],
    ['UPSTREAMS', '"https://node.example"'],
    ['UPSTREAMS.devnet', '{"devnet":[]}'],
    ['UPSTREAMS.devnet.0.url', '{"devnet":[{"url":"node.example"}]}'],
    ['UPSTREAMS.devnet.0.url', '{"devnet":[{"url":"ftp://node.example"}]}'],
    ['UPSTREAMS.devnet.0.secretName', '{"devnet":[{"url":"https://node.example","secretName":""}]}'],
    ['UPSTREAMS.devnet.0.secret', '{"devnet":[{"url":"https://node.example","secret":"typo"}]}'],
  ])('is refused with the name of %s where it is %j', (path, value) => {
    const name = path.split('.')[0] ?? '';
    expect(failure({ ...proxy, [name]: value })).toMatchObject({
      name: 'EnvironmentError',
      message: expect.stringContaining(`${path}: `),
    });
  });

  test.each([
    ['CURSOR_SECRET', ''],
    ['USAGE_TABLE', ''],
    ['RPC_URL', 'node.example'],
    ['RPC_URL', 'https://node.example/'],
  ])('of the control plane is refused with the name of %s where it is %j', (name, value) => {
    expect(failure({ ...controlPlane, [name]: value }, controlPlaneEnvironment)).toMatchObject({
      name: 'EnvironmentError',
      message: expect.stringContaining(`${name}: `),
    });
  });
});
