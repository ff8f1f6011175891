import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import * as v from 'valibot';
import { changePlan } from '../../src/accounts/account-plan.ts';
import { registerAccount } from '../../src/accounts/accounts.ts';
import { createKey } from '../../src/keys/create-key.ts';
import { mintSecret } from '../../src/keys/secret.ts';
import { Plans } from '../../src/plans.ts';
import { recordSchema } from '../../src/records/record-schema.ts';
import { createDirectory } from '../../src/table/directory-table.ts';
import { createSdkTable } from '../../src/table/sdk-table.ts';
import { dayOf, systemClock } from '../../src/time.ts';
import { noCalls } from '../keys/new-key.ts';
import { byCustomer, byOperator, customer } from '../support/change-requests.ts';
import { documentClient, dynamoDbOptions, makeTable } from '../support/dynamodb.ts';
import { replaceNodes, type WrittenSettings, writeFunctionSettings } from '../support/function-settings.ts';
import { planNamed } from '../support/plans.ts';
import { call } from '../support/rpc.ts';
import { readByFunctions } from '../support/settings.ts';
import { answering, startUpstream, stopUpstreams } from '../upstream/upstream-server.ts';

// A release moves functions to new settings one after the other: each version meets what the other one has stored.

type Handler = (event: unknown) => Promise<unknown>;

const gold = { ...planNamed('developer'), id: 'gold' };
const withGold = { ...readByFunctions, plans: [...readByFunctions.plans, gold] };
const accountId = randomUUID();
const before = { ...process.env };
const written: WrittenSettings[] = [];

let tables: Readonly<Record<'DIRECTORY_TABLE' | 'ADMISSIONS_TABLE' | 'RECORDS_TABLE' | 'NETWORKS_TABLE', string>>;
let nodeUrl: string;
let received: readonly { method: string | undefined }[];
let key: { readonly keyId: string; readonly secret: string };

const directory = () => createDirectory(documentClient(), tables.DIRECTORY_TABLE);

beforeAll(async () => {
  const [directoryTable, admissions, records, networks] = await Promise.all([
    makeTable(true),
    makeTable(false),
    makeTable(true),
    makeTable(false, 'network'),
  ]);
  tables = {
    DIRECTORY_TABLE: directoryTable,
    ADMISSIONS_TABLE: admissions,
    RECORDS_TABLE: records,
    NETWORKS_TABLE: networks,
  };
  const node = await startUpstream(answering('{"jsonrpc":"2.0","id":1,"result":"ok"}'));
  [nodeUrl, received] = [node.url, node.received];
  await registerAccount(
    { directory: directory(), clock: systemClock },
    { accountId, email: 'ada@example.com', planId: 'gold' },
    customer,
  );
  const deps = { directory: directory(), plans: new Plans(withGold.plans), clock: systemClock, readCalls: noCalls };
  const created = await createKey(deps, byCustomer(accountId), { name: 'in use' });
  key = { keyId: created.key.keyId, secret: created.secret ?? '' };
});
afterEach(() => {
  process.env = { ...before };
});
afterAll(async () => {
  await stopUpstreams();
  for (const settings of written) settings.remove();
});

/** Loads a function as Lambda does, with these settings beside it. */
async function load(
  name: 'authorizer' | 'proxy',
  settings: typeof readByFunctions,
  variables: Readonly<Record<string, string>> = {},
): Promise<Handler> {
  const nodes = Object.fromEntries(settings.networks.map(({ network }) => [network, [{ url: nodeUrl }]]));
  const beside = writeFunctionSettings(replaceNodes(settings, nodes));
  written.push(beside);
  const { endpoint, region, credentials } = dynamoDbOptions();
  Object.assign(process.env, tables, beside.variables, {
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    LOG_LEVEL: 'error',
    ...variables,
  });
  jest.resetModules();
  return (await import(`../../lambda/${name}.ts`)).handler;
}

/** The event that API Gateway sends to the proxy, whatever the authorizer has answered. */
const callEvent = (rawPath = '/devnet', secret = key.secret) => ({
  rawPath,
  headers: { 'content-type': 'application/json', 'x-api-key': secret },
  body: call('getHealth'),
  isBase64Encoded: false,
  requestContext: { authorizer: { lambda: { keyId: 'another key', accountId: 'another account', planId: 'free' } } },
});

const forbidden = { statusCode: 403, headers: { 'content-type': 'application/json' }, body: '{"message":"Forbidden"}' };

test('a proxy that does not know the plan any more refuses the request, records it, and counts no quota', async () => {
  const proxy = await load('proxy', readByFunctions);
  for (let tries = 0; tries < 3; tries += 1) expect(await proxy(callEvent())).toMatchObject(forbidden);
  const pk = `${key.keyId}#${dayOf(systemClock())}`;
  const records = [];
  for await (const item of createSdkTable(documentClient(), tables.RECORDS_TABLE).query(pk)) {
    records.push(v.parse(recordSchema, item));
  }
  expect(records[0]).toMatchObject({ accountId, network: 'devnet', calls: [{ outcome: 'plan_inactive' }] });
  expect(await createSdkTable(documentClient(), tables.ADMISSIONS_TABLE).get({ pk })).toBeUndefined();
  expect(received.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('an authorizer allows every key, whatever plans it knows', async () => {
  const authorizer = await load('authorizer', readByFunctions);
  const event = { identitySource: [key.secret], rawPath: '/devnet' };
  expect(await authorizer(event)).toEqual({ isAuthorized: true, context: { keyId: key.keyId } });
});

test('when the account has chosen a plan that both know, its key works with the next request', async () => {
  const proxy = await load('proxy', readByFunctions);
  const deps = { directory: directory(), clock: systemClock, plans: new Plans(readByFunctions.plans) };
  await changePlan(deps, byOperator(accountId), 'business');
  expect(await proxy(callEvent())).toMatchObject({ statusCode: 200 });
});

test('a proxy that does not know the network any more answers as API Gateway will, and does not fail the release', async () => {
  const withoutDevnet = {
    ...readByFunctions,
    networks: readByFunctions.networks.filter(({ network }) => network !== 'devnet'),
  };
  const proxy = await load('proxy', withoutDevnet);
  expect(await proxy(callEvent())).toMatchObject({ statusCode: 404, body: '{"message":"Not Found"}' });
  expect(await proxy(callEvent('/devnet', mintSecret()))).toMatchObject(forbidden);
  expect(await proxy(callEvent('/'))).toMatchObject({ statusCode: 200 });
});

test('while Directory is silent, a proxy answers a path that no network has with 503, and does not fail', async () => {
  const proxy = await load('proxy', readByFunctions, { AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1' });
  const answer = { statusCode: 503, body: '{"message":"Service Unavailable"}' };
  expect(await proxy(callEvent('/nowhere'))).toMatchObject(answer);
});
