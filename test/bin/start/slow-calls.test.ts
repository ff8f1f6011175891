import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { LambdaFunction, type LambdaFunctionOptions } from '../../../packages/cdk-local/functions/lambda-function.ts';
import { systemTimer, type Timer } from '../../../packages/cdk-local/time.ts';
import { call, post } from '../../support/rpc.ts';
import { startTestRuntime, type TestKey, type TestRuntime } from '../../support/test-runtime.ts';
import { startUpstream, stopUpstreams } from '../../upstream/upstream-server.ts';

/** Of the 150 that a free account can hold: 3 keys × 10 calls a second × 5 s (docs/operating.md, "Concurrency"). */
const slowCalls = 6;
const callsOfEachKey = slowCalls / 3;

/** Executions of each function at once. */
const pool = 2 * slowCalls;

const answerTo = (response: ServerResponse) => void response.end('{"jsonrpc":"2.0","result":"ok","id":1}');

let local: TestRuntime;
let keys: TestKey[];
const held: (() => void)[] = [];
const allHeld = Promise.withResolvers<void>();

beforeAll(async () => {
  const slow = await startUpstream((response, request) => {
    // Writes are sent once. A node that is slow is also asked for its health.
    if (!request.body.includes('sendTransaction')) return answerTo(response);
    held.push(() => answerTo(response));
    if (held.length === slowCalls) allHeld.resolve();
  });
  const quick = await startUpstream(answerTo);
  // A busy machine takes some seconds to start so many threads at once: longer than Lambda allows.
  const timer: Timer = (milliseconds, elapsed) => systemTimer(6 * milliseconds, elapsed);
  const makeFunction = (options: LambdaFunctionOptions) => new LambdaFunction({ ...options, concurrency: pool, timer });
  local = await startTestRuntime({ mainnet: [slow.url], devnet: [quick.url] }, { makeFunction });
  const accountId = 'slow';
  keys = [];
  // Of a plan with longer calls than the free one's.
  for (let made = 0; made < 3; made += 1) keys.push(await local.newKey({ accountId, planId: 'business' }));
});
afterAll(async () => {
  await local?.stop();
  await stopUpstreams();
});

test('one account that holds half of all executions with slow calls keeps nobody else from being served', async () => {
  const { mainnet = '', devnet = '' } = local.runtime.endpoints;
  const slow = keys.flatMap(({ secret }) =>
    Array.from({ length: callsOfEachKey }, () => post(mainnet, secret, call('sendTransaction'))),
  );
  await allHeld.promise;
  const other = await local.newKey();
  const answers = await Promise.all(Array.from({ length: 4 }, () => post(devnet, other.secret, call('getHealth'))));
  expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(200));
  expect(held).toHaveLength(slowCalls);
  for (const answer of held) answer();
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(Array(slowCalls).fill(200));
});
