import { LambdaClient } from '@aws-sdk/client-lambda';
import { afterEach, expect, test } from '@jest/globals';
import { awsCallLimits } from '../../src/aws/aws-client.ts';
import { createInvoke, invocationLimitMs } from '../../src/release-checks/invoke-function.ts';
import { propertiesOf, templateOf } from '../lib/synthesis.ts';
import { type Behaviour, startUpstream, stopUpstreams } from '../upstream/upstream-server.ts';

afterEach(stopUpstreams);

/** Invokes versions of a Lambda service that behaves like this. `expire` ends the time for an answer. */
async function lambda(behaviour: Behaviour) {
  const { url, received } = await startUpstream(behaviour);
  const expiry = new AbortController();
  const limits: number[] = [];
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = new LambdaClient({ endpoint: url, region: 'us-east-1', credentials, maxAttempts: 1 });
  const invoke = createInvoke(client, (ms) => {
    limits.push(ms);
    return expiry.signal;
  });
  return { invoke, received, limits, expire: () => expiry.abort() };
}

test('a version is invoked with the event as JSON, and its result is parsed', async () => {
  const { invoke, received } = await lambda((response) => response.end('{"isAuthorized":false}'));
  expect(await invoke('function:2', { routeKey: 'POST /' })).toEqual({ isAuthorized: false });
  expect(received.map(({ url, body }) => [decodeURIComponent(url ?? ''), String(body)])).toEqual([
    ['/2015-03-31/functions/function:2/invocations', '{"routeKey":"POST /"}'],
  ]);
});

test('a failed invocation rejects with the error of the function', async () => {
  const { invoke } = await lambda((response) => {
    response.setHeader('X-Amz-Function-Error', 'Unhandled');
    response.end('{"errorMessage":"no table"}');
  });
  await expect(invoke('function:2', {})).rejects.toMatchObject({
    code: 'invocation_failed',
    message: 'function:2 failed: {"errorMessage":"no table"}',
  });
});

test('an invocation that takes too long is given up, with the limit in its error', async () => {
  const { invoke, limits, expire } = await lambda(() => expire());
  await expect(invoke('function:2', {})).rejects.toMatchObject({
    code: 'invocation_failed',
    message: 'function:2 did not answer within 30 s.',
  });
  expect(limits).toEqual([invocationLimitMs]);
});

test('an error of Lambda itself is passed on', async () => {
  const { invoke } = await lambda((response) => {
    response.writeHead(404, { 'X-Amzn-ErrorType': 'ResourceNotFoundException' });
    response.end('{"Message":"no such version"}');
  });
  await expect(invoke('function:9', {})).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
});

test('the check of a release has time for the invocations, and to report', () => {
  const [check] = Object.values(propertiesOf(templateOf('prod'), 'AWS::Lambda::Function', 'ReleaseCheck'));
  expect(invocationLimitMs + awsCallLimits.deadlineMs).toBeLessThan(check?.Timeout * 1_000);
});
