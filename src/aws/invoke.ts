import { Origin } from '../http/origin.ts';
import { parseJson } from '../schema.ts';
import { systemClock } from '../time.ts';
import { credentialsFrom, endpointFrom, regionFrom } from './aws-services.ts';
import { RequestSigner } from './sigv4.ts';

/** Invokes a function (or a version or alias) and returns its answer. */
export type Invoke = (functionArn: string, event: unknown) => Promise<unknown>;

/** A function failed, or the invocation was rejected. */
export class InvocationError extends Error {
  readonly code = 'invocation_failed';
  override readonly name = 'InvocationError';
}

/** The longest time that a checked function may take. */
const timeoutMs = 30_000;

/** Lambda's Invoke (API version 2015-03-31), without retries. @throws {EnvironmentError} */
export function createInvoke(variables: NodeJS.ProcessEnv): Invoke {
  const endpoint = endpointFrom(variables, { name: 'lambda', variable: 'LAMBDA' });
  const { host } = endpoint;
  const origin = new Origin(endpoint);
  const signer = new RequestSigner({ service: 'lambda', region: regionFrom(variables) });
  return async (functionArn, event) => {
    const path = `/2015-03-31/functions/${encodeURIComponent(functionArn)}/invocations`;
    const body = JSON.stringify(event);
    const unsigned = { host, path, contentType: 'application/json', body };
    const headers = signer.sign(unsigned, credentialsFrom(variables), systemClock());
    const answer = await origin.exchange({ method: 'POST', path, headers, body, timeoutMs });
    const text = answer.body.toString();
    if (answer.status === 200 && answer.headers['x-amz-function-error'] === undefined) return parseJson(text);
    throw new InvocationError(`${functionArn} answered ${answer.status}: ${text.slice(0, 500)}`);
  };
}
