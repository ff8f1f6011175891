import { EventTooLargeError } from '../functions/outcome.ts';
import { mayInvoke } from '../functions/permissions.ts';
import { type Answer, internalServerError, ownAnswer, serviceUnavailable } from './answers.ts';
import { proxyEvent } from './event.ts';
import { answerOf } from './integration-answer.ts';
import type { Invoke } from './lambda-authorizer.ts';
import { type AuthorizerContext, routeArn, type Visit } from './request-context.ts';
import { timeUp, type WithinTime } from './time-limit.ts';
import { unconfirmed } from './unconfirmed.ts';

/** The answer, and what the access log can say of how it came about. */
export type Integrated = { readonly answer: Answer; readonly error?: string };

/** Hands a request to its route's function. */
export type Integrate = (visit: Visit, authorizer: AuthorizerContext | undefined) => Promise<Integrated>;

/** Invokes the route's function (payload format 2.0) and makes the client's answer of what it gives. */
export const createIntegrate =
  ({ invoke, withinTime }: { invoke: Invoke; withinTime: WithinTime }): Integrate =>
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
      return { answer: ownAnswer(unconfirmed.tooLarge), error: error.message };
    }
  };

const broken = (error: string): Integrated => ({ answer: internalServerError, error });

const noPermission =
  "The IAM role configured on the integration or API Gateway doesn't have permissions to call the integration. Check the permissions and try again.";
const functionFailed = (message: string) =>
  `The Lambda function returned the following error: ${message}. Check your Lambda function code and try again.`;
