import { validateHeaderName, validateHeaderValue } from 'node:http';
import * as v from 'valibot';
import { EventTooLargeError } from '../functions/invocation.ts';
import { mayInvoke } from '../functions/invoke-permissions.ts';
import { type ApiAnswer, gatewayAnswer, internalServerError, serviceUnavailable } from './api-answer.ts';
import { timeUp, type WithinTime } from './api-limits.ts';
import type { Invoke } from './lambda-authorizer.ts';
import { type AuthorizerContext, proxyEvent, type RoutedRequest, routeArn } from './lambda-event.ts';
import { unconfirmed } from './unconfirmed.ts';

/** The answer, and the error for the access log. */
type IntegrationResult = { readonly answer: ApiAnswer; readonly error?: string };

/** Invokes the function of a request's route. */
export type InvokeIntegration = (
  visit: RoutedRequest,
  authorizer: AuthorizerContext | undefined,
) => Promise<IntegrationResult>;

/** Invokes the route's function (payload format 2.0) and converts its result to the client's answer. */
export const createInvokeIntegration =
  ({ invoke, withinTime }: { invoke: Invoke; withinTime: WithinTime }): InvokeIntegration =>
  async (visit, authorizer) => {
    const { functionArn, timeout } = visit.match.route.integration;
    if (!mayInvoke(visit.api.permissions, functionArn, routeArn(visit))) return broken(noPermission);
    try {
      const outcome = await withinTime(invoke(functionArn, proxyEvent(visit, authorizer)), timeout);
      if (outcome === timeUp) return { answer: serviceUnavailable, error: 'Integration timed out.' };
      if (!outcome.ok) return broken(functionFailed(outcome.error.errorMessage));
      const answer = answerOf(outcome.payload);
      return answer ? { answer } : broken('Invalid response from Lambda function.');
    } catch (error) {
      if (!(error instanceof EventTooLargeError)) throw error;
      return { answer: gatewayAnswer(unconfirmed.tooLarge), error: error.message };
    }
  };

const broken = (error: string): IntegrationResult => ({ answer: internalServerError, error });

const noPermission =
  "The IAM role configured on the integration or API Gateway doesn't have permissions to call the integration. Check the permissions and try again.";
const functionFailed = (message: string) =>
  `The Lambda function returned the following error: ${message}. Check your Lambda function code and try again.`;

const status = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{3}$/), v.toNumber())]),
  v.integer(),
  v.minValue(200),
  v.maxValue(599),
);
const headerValue = v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String));

const proxyAnswer = v.object({
  statusCode: status,
  headers: v.nullish(v.record(v.string(), headerValue), {}),
  cookies: v.nullish(v.array(v.string()), []),
  body: v.nullish(v.string(), ''),
  isBase64Encoded: v.nullish(v.boolean(), false),
});

const withStatusCode = v.looseObject({ statusCode: v.unknown() });

/**
 * Converts a function's result to the client's answer (payload format 2.0; API Gateway Developer Guide, "Lambda
 * function response for format 2.0"): with a status code its fields are used, without one the answer is 200 with the
 * JSON itself. Returns undefined for a malformed result.
 */
function answerOf(payload: string): ApiAnswer | undefined {
  const json: unknown = JSON.parse(payload);
  if (!v.is(withStatusCode, json)) return inferred(json, payload);
  const { success, output } = v.safeParse(proxyAnswer, json);
  if (!success) return undefined;
  const headers = [
    ...Object.entries(output.headers),
    ...output.cookies.map((cookie) => ['set-cookie', cookie] as const),
  ];
  if (!headers.every(isSendable)) return undefined;
  const named = headers.some(([name]) => name.toLowerCase() === 'content-type');
  return {
    status: output.statusCode,
    headers: named ? headers : [['Content-Type', unconfirmed.contentTypeWhenMissing], ...headers],
    body: Buffer.from(output.body, output.isBase64Encoded ? 'base64' : 'utf8'),
    by: 'integration',
  };
}

const inferred = (json: unknown, payload: string): ApiAnswer => ({
  status: 200,
  headers: [['Content-Type', 'application/json']],
  body: Buffer.from(typeof json === 'string' ? json : payload),
  by: 'integration',
});

function isSendable([name, value]: readonly [string, string]): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}
