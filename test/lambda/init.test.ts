import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { answering, refusing } from '../aws/sick-aws.ts';
import { replaceNodes, type WrittenSettings, writeFunctionSettings } from '../support/function-settings.ts';
import { readByFunctions } from '../support/settings.ts';
import { type Behaviour, startUpstream, stopUpstreams, unreachableUrl } from '../upstream/upstream-server.ts';

const before = { ...process.env };
let written: WrittenSettings | undefined;
beforeEach(() => {
  jest.resetModules();
});
afterEach(async () => {
  process.env = { ...before };
  written?.remove();
  await stopUpstreams();
});

/**
 * Loads a function as Lambda does, with DynamoDB and both networks' node at these URLs. Returns its handler after INIT.
 */
async function init(name: 'authorizer' | 'proxy', dynamoDbUrl: string, nodeUrl: string) {
  const nodes = [{ url: nodeUrl }];
  written = writeFunctionSettings(replaceNodes(readByFunctions, { mainnet: nodes, devnet: nodes }));
  Object.assign(process.env, written.variables, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL_DYNAMODB: dynamoDbUrl,
    DIRECTORY_TABLE: 'Directory',
    ADMISSIONS_TABLE: 'Admissions',
    RECORDS_TABLE: 'Records',
    NETWORKS_TABLE: 'Networks',
    LOG_LEVEL: 'error',
  });
  const module = await import(`../../lambda/${name}.ts`);
  return module.handler;
}

const nothing = answering({});
const cors: Behaviour = (response) => void response.writeHead(204).end();
const operations = (received: readonly { headers: Record<string, unknown> }[]) =>
  received.map(({ headers }) => headers['x-amz-target']);

const secretKey = { pk: { S: expect.stringMatching(/^SECRET#[0-9a-f]{64}$/) }, sk: { S: 'SECRET' } };

describe('INIT of the authorizer', () => {
  test('only reads one secret, which does not exist: eventually, then consistently', async () => {
    const dynamoDb = await startUpstream(nothing);
    await init('authorizer', dynamoDb.url, 'http://unused.invalid');
    expect(operations(dynamoDb.received)).toEqual(['DynamoDB_20120810.GetItem', 'DynamoDB_20120810.GetItem']);
    const reads = dynamoDb.received.map(({ body }) => JSON.parse(String(body)));
    const read = { TableName: 'Directory', Key: secretKey };
    expect(reads).toEqual([
      { ...read, ConsistentRead: false },
      { ...read, ConsistentRead: true },
    ]);
  });

  test('leaves a connection that the first request uses', async () => {
    const dynamoDb = await startUpstream(nothing);
    const handler = await init('authorizer', dynamoDb.url, 'http://unused.invalid');
    const { mintSecret } = await import('../../src/keys/secret.ts');
    const answer = await handler({ identitySource: [mintSecret()], rawPath: '/' });
    expect(answer).toEqual({ isAuthorized: true, context: {} });
    expect(new Set(dynamoDb.received.map(({ connection }) => connection))).toEqual(new Set([1]));
  });
});

describe('INIT of the proxy', () => {
  test('reads a secret and a key that do not exist and the networks’ states over one connection, and connects to the first node without a call', async () => {
    const [dynamoDb, node] = [await startUpstream(nothing), await startUpstream(cors)];
    await init('proxy', dynamoDb.url, node.url);
    expect(new Set(operations(dynamoDb.received))).toEqual(new Set(['DynamoDB_20120810.GetItem']));
    expect(dynamoDb.received.map(({ connection }) => connection)).toEqual([1, 1, 1, 1]);
    const reads = dynamoDb.received.map(({ body }) => JSON.parse(String(body)));
    const byTable = reads.toSorted((a, b) => a.TableName.localeCompare(b.TableName));
    expect(byTable.map(({ TableName, Key }) => [TableName, Key])).toEqual([
      ['Admissions', { pk: { S: expect.stringMatching(/^#\d{4}-\d\d-\d\d$/) } }],
      ['Directory', { pk: { S: 'SECRET#' }, sk: { S: 'SECRET' } }],
      ['Networks', { network: { S: 'mainnet' } }],
      ['Networks', { network: { S: 'devnet' } }],
    ]);
    expect(node.received.map(({ method }) => method)).toEqual(['OPTIONS']);
  });
});

describe.each(['authorizer', 'proxy'] as const)('INIT of the %s succeeds', (name) => {
  test('if DynamoDB and the nodes refuse requests', async () => {
    const dynamoDb = await startUpstream(refusing('AccessDeniedException'));
    expect(await init(name, dynamoDb.url, dynamoDb.url)).toBeInstanceOf(Function);
  });

  test('if they cannot be reached', async () => {
    const url = await unreachableUrl();
    expect(await init(name, url, url)).toBeInstanceOf(Function);
  });
});
