import type { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { expect, test } from '@jest/globals';
import { createInvoke } from '../../../lambda/release/invoke-function.ts';

/** A Lambda client that returns this response; `inputs` are those of its calls. */
function lambda(payload: string, response: { FunctionError?: string } = {}) {
  const inputs: unknown[] = [];
  const send = async ({ input }: InvokeCommand) => {
    inputs.push(input);
    return { ...response, Payload: { transformToString: () => payload } };
  };
  return { inputs, invoke: createInvoke({ send } as unknown as Pick<LambdaClient, 'send'>) };
}

test('a version is invoked with the event as JSON, and its result is parsed', async () => {
  const { inputs, invoke } = lambda('{"isAuthorized":false}');
  expect(await invoke('function:2', { routeKey: 'POST /' })).toEqual({ isAuthorized: false });
  expect(inputs).toEqual([{ FunctionName: 'function:2', Payload: '{"routeKey":"POST /"}' }]);
});

test('a failed invocation rejects with the error of the function', async () => {
  const { invoke } = lambda('{"errorMessage":"no table"}', { FunctionError: 'Unhandled' });
  await expect(invoke('function:2', {})).rejects.toMatchObject({
    code: 'invocation_failed',
    message: 'function:2 failed: {"errorMessage":"no table"}',
  });
});
