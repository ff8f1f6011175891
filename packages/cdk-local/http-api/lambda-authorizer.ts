import * as v from 'valibot';
import type { InvocationOutcome } from '../functions/invocation.ts';
import { mayInvoke } from '../functions/invoke-permissions.ts';
import type { Clock } from '../time.ts';
import { type ApiAnswer, forbidden, internalServerError, unauthorized } from './api-answer.ts';
import { authorizerLimit, timeUp, type WithinTime } from './api-limits.ts';
import type { LambdaAuthorizer } from './http-api.ts';
import {
  type Authorize,
  type AuthorizerContext,
  type AuthorizerResult,
  apiArn,
  authorizerEvent,
  type RoutedRequest,
} from './lambda-event.ts';

/** Invokes a function of the template with an event in JSON. */
export type Invoke = (functionArn: string, event: string) => Promise<InvocationOutcome>;

export type LambdaAuthorizeOptions = {
  readonly invoke: Invoke;
  readonly clock: Clock;
  readonly withinTime: WithinTime;
};

/**
 * Asks the route's Lambda authorizer (payload format 2.0, simple responses). Decisions, including denials, are cached
 * by identity for the authorizer's TTL (captured); errors are not.
 */
export function createLambdaAuthorize({
  invoke,
  clock,
  withinTime,
}: LambdaAuthorizeOptions): Authorize<LambdaAuthorizer> {
  const kept = new Map<string, { verdict: AuthorizerResult; until: number }>();

  const ask = async (
    authorizer: LambdaAuthorizer,
    visit: RoutedRequest,
    identity: readonly string[],
  ): Promise<AuthorizerResult> => {
    const source = `${apiArn(visit.api)}/authorizers/${authorizer.id}`;
    if (!mayInvoke(visit.api.permissions, authorizer.functionArn, source)) return broken(noPermission);
    const outcome = await withinTime(invoke(authorizer.functionArn, authorizerEvent(visit, identity)), authorizerLimit);
    if (outcome === timeUp) return broken('The authorizer did not answer in time.');
    return verdictOf(outcome);
  };

  return async (authorizer, visit) => {
    const identity = authorizer.identitySources.flatMap((source) => source(visit.request) ?? []);
    // An empty header is a valid identity (captured).
    if (identity.length < authorizer.identitySources.length) return denied(unauthorized);
    const key = JSON.stringify([authorizer.id, ...identity]);
    const known = kept.get(key);
    if (known && known.until > clock()) return known.verdict;
    kept.delete(key);
    const verdict = await ask(authorizer, visit, identity);
    if (authorizer.ttl > 0 && (verdict.allowed || verdict.answer === forbidden)) {
      kept.set(key, { verdict, until: clock() + authorizer.ttl * 1000 });
    }
    return verdict;
  };
}

const simpleResponse = v.object({
  isAuthorized: v.boolean(),
  context: v.nullish(v.record(v.string(), v.unknown())),
});

function verdictOf(outcome: InvocationOutcome): AuthorizerResult {
  if (!outcome.ok) {
    const { errorMessage } = outcome.error;
    return errorMessage === 'Unauthorized' ? denied(unauthorized, errorMessage) : broken(errorMessage);
  }
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), simpleResponse), outcome.payload);
  if (!success) return broken(wrongFormat);
  const context = contextOf(output.context);
  return output.isAuthorized ? { allowed: true, context } : { allowed: false, answer: forbidden, context };
}

// The key `claims` is dropped; without a context the event contains null (captured).
function contextOf(context: Record<string, unknown> | null | undefined): AuthorizerContext {
  if (!context) return null;
  const { claims: _, ...rest } = context;
  return rest;
}

const denied = (answer: ApiAnswer, error?: string): AuthorizerResult => ({
  allowed: false,
  answer,
  context: null,
  ...(error && { error }),
});

const broken = (error: string): AuthorizerResult => denied(internalServerError, error);

const noPermission =
  "The IAM role configured on the authorizer or API Gateway doesn't have permissions to call the authorizer. Check the permissions and try again.";
const wrongFormat =
  "The response from the Lambda Authorizer function doesn't match the format that API Gateway expects.";
