import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import { errorClass } from '../error-class.ts';
import { parseJson } from '../schema.ts';

export type Invoke = (functionArn: string, event: unknown) => Promise<unknown>;

/**
 * The longest that an invocation may take, in ms: a cold start of 10 s and the longest call of a check's plan fit in.
 * All versions are invoked at once, so the check itself needs little more.
 */
export const invocationLimitMs = 30_000;

/** The function failed, or took too long. */
class InvocationError extends errorClass('InvocationError', 'invocation_failed') {}

/**
 * Rejects with {@link InvocationError} if the function fails or takes longer than {@link invocationLimitMs}, otherwise
 * with the SDK's error.
 * @param after a signal that is aborted after this time
 */
export const createInvoke =
  (client: Pick<LambdaClient, 'send'>, after: (ms: number) => AbortSignal): Invoke =>
  async (functionArn, event) => {
    const abortSignal = after(invocationLimitMs);
    const command = new InvokeCommand({ FunctionName: functionArn, Payload: JSON.stringify(event) });
    const { FunctionError, Payload } = await client.send(command, { abortSignal }).catch((error: unknown) => {
      if (!abortSignal.aborted) throw error;
      throw new InvocationError(`${functionArn} did not answer within ${invocationLimitMs / 1_000} s.`);
    });
    const text = Payload?.transformToString() ?? '';
    if (FunctionError === undefined) return parseJson(text);
    throw new InvocationError(`${functionArn} failed: ${text.slice(0, 500)}`);
  };
