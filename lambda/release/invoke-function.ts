import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import { parseJson } from '../../src/schema.ts';

/** Invokes a function version and returns its result. */
export type Invoke = (functionArn: string, event: unknown) => Promise<unknown>;

/** The function failed. */
class InvocationError extends Error {
  override readonly name = 'InvocationError';
  readonly code = 'invocation_failed';
}

/** Rejects with {@link InvocationError} if the function fails, otherwise with the SDK's error. */
export const createInvoke =
  (client: Pick<LambdaClient, 'send'>): Invoke =>
  async (functionArn, event) => {
    const input = { FunctionName: functionArn, Payload: JSON.stringify(event) };
    const { FunctionError, Payload } = await client.send(new InvokeCommand(input));
    const text = Payload?.transformToString() ?? '';
    if (FunctionError === undefined) return parseJson(text);
    throw new InvocationError(`${functionArn} failed: ${text.slice(0, 500)}`);
  };
