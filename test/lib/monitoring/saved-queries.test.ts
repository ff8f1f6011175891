import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { admissionsKey } from '../../../src/limits/counter-writes.ts';
import { dayMs, dayOf } from '../../../src/time.ts';
import { call, post } from '../../support/rpc.ts';
import { startTestRuntime, type TestKey, type TestRuntime } from '../../support/test-runtime.ts';
import { startUpstream, stopUpstreams } from '../../upstream/upstream-server.ts';
import { propertiesOf, templateOf } from '../synthesis.ts';
import { runQuery } from './logs-insights.ts';

// Each query is run on lines that the functions of the local runtime, and its APIs, have written.

const querySchema = v.object({
  Name: v.string(),
  QueryString: v.string(),
  LogGroupNames: v.tuple([v.object({ Ref: v.string() })]),
});
const queries = Object.values(propertiesOf(templateOf('prod'), 'AWS::Logs::QueryDefinition')).map((each) =>
  v.parse(querySchema, each),
);

let local: TestRuntime;
let [failing, revoked, broken]: TestKey[] = [];
beforeAll(async () => {
  const node = await startUpstream((response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end('{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Invalid params"}}');
  });
  local = await startTestRuntime({ mainnet: [node.url], devnet: [node.url] });
  [failing, revoked, broken] = [await local.newKey(), await local.newKey(), await local.newKey()];
  const ask = ({ secret }: TestKey, method: string) =>
    post(local.runtime.endpoints.devnet ?? '', secret, call(method, 1));
  await ask(failing, 'getBalance');
  await ask(failing, 'getBalance');
  await ask(failing, 'invented by a caller');
  await local.revoke(revoked);
  await ask(revoked, 'getBalance');
  // A counter that is not a number: DynamoDB refuses to add to it.
  for (const at of [Date.now(), Date.now() + dayMs])
    await local.admissions.put({ ...admissionsKey(broken.keyId, dayOf(at)), used: 'broken' });
  await ask(broken, 'getBalance');
  await local.runtime.drained();
});
afterAll(async () => {
  await local?.stop();
  await stopUpstreams();
});

/** The rows of the query with a question, for one key if it asks for one. */
function answerOf(question: string, keyId = '', change = (line: string) => line) {
  const found = queries.find(({ Name }) => Name === `sluice-prod/${question}`);
  if (!found) throw new Error(`No query is named: ${question}`);
  const group = found.LogGroupNames[0].Ref.replace(/Logs[0-9A-F]{8}$/, '');
  const lines = local.runtime.logs().filter(({ source }) => {
    return group.endsWith('Access') ? source === 'access-log' : source.startsWith(`${group}Function`);
  });
  return runQuery(
    found.QueryString.replace('key_…', keyId),
    lines.map(({ line }) => change(line)),
  );
}

test('there are at most eight, each named after its question', () => {
  expect(queries).toHaveLength(7);
  for (const { Name } of queries) expect(Name).toMatch(/^sluice-prod\/(What|Which|How) .+/);
});

test('one key: what fails, with which method, and whose it is', () => {
  const { keyId, accountId } = failing ?? {};
  const common = { accountId, network: 'devnet', outcome: 'rpc_error' };
  expect(answerOf('What fails for one key, and whose is it', keyId)).toEqual([
    { ...common, method: 'getBalance', calls: 2 },
    { ...common, method: 'other', calls: 1 },
  ]);
});

test('all keys: which fail, and which methods', () => {
  const calls = (row: object) => expect.objectContaining({ network: 'devnet', ...row });
  const [first, ...others] = answerOf('Which keys have the most failed calls');
  expect([first, ...others.toSorted((one, other) => (String(one.outcome) < String(other.outcome) ? 1 : -1))]).toEqual([
    calls({ keyId: failing?.keyId, accountId: failing?.accountId, outcome: 'rpc_error', calls: 3 }),
    calls({ keyId: revoked?.keyId, outcome: 'key_revoked', calls: 1 }),
    calls({ keyId: broken?.keyId, outcome: 'internal_error', calls: 1 }),
  ]);
  expect(answerOf('Which methods fail')[0]).toEqual(calls({ method: 'getBalance', outcome: 'rpc_error', calls: 2 }));
});

test('the access log: the requests of one key, and slow keys', () => {
  expect(answerOf('How many requests one key makes, and how slow they are', failing?.keyId)).toEqual([
    { route: 'POST /{path+}', status: '200', requests: 3, slowest: expect.any(Number) },
  ]);
  const asSlow = (line: string) => line.replace(/(?<start>"responseLatency":")\d+/, '$<start>6000');
  expect(answerOf('Which keys are slow', '', asSlow)).toContainEqual({
    keyId: failing?.keyId,
    route: 'POST /{path+}',
    requests: 3,
    slowest: 6_000,
  });
});

test('refusals and failures of the gateway', () => {
  expect(answerOf('Which keys are refused because of their state')).toEqual([
    { keyId: revoked?.keyId, outcome: 'key_revoked', requests: 1 },
  ]);
  expect(answerOf('What failed in the gateway itself')).toEqual([
    { reason: 'limits_unavailable', detail: expect.stringMatching(/\w/), requests: 1 },
  ]);
});
