import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { claimsOf, eventOf, newUser } from '../management-api/api.ts';
import { dynamoDbOptions, makeTable } from '../support/dynamodb.ts';
import { type WrittenSettings, writeFunctionSettings } from '../support/function-settings.ts';
import { readByFunctions } from '../support/settings.ts';

const before = { ...process.env };
let written: WrittenSettings;

beforeEach(async () => {
  const { endpoint, region, credentials } = dynamoDbOptions();
  written = writeFunctionSettings(readByFunctions);
  Object.assign(process.env, written.variables, {
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    DIRECTORY_TABLE: await makeTable(true),
    ADMISSIONS_TABLE: await makeTable(false),
    RECORDS_TABLE: await makeTable(true),
    USAGE_TABLE: await makeTable(true),
    NETWORKS_TABLE: 'Networks',
    CURSOR_SECRET: 'arn:aws:secretsmanager:us-east-1:000000000000:secret:cursors',
    ORIGIN_SECRET: 'arn:aws:secretsmanager:us-east-1:000000000000:secret:origin',
    RPC_URL: 'https://rpc.example',
    USER_POOL_ID: 'us-east-1_pool',
    SERVER_CLIENT_ID: 'server',
    SECRET_PREFIX: 'slc',
    LOG_LEVEL: 'error',
  });
});

afterEach(() => {
  process.env = before;
  written.remove();
});

describe('the function', () => {
  test('uses the tables that its environment names', async () => {
    const { handler } = await import('../../lambda/api.ts');
    const user = newUser();
    const { statusCode, body = '' } = await handler(eventOf(claimsOf(user), 'GET', '/v1/account'));
    expect({ statusCode, body: JSON.parse(body) }).toMatchObject({ statusCode: 200, body: { accountId: user.sub } });
  });
});
