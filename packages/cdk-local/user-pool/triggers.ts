import * as v from 'valibot';
import type { Functions } from '../functions/functions.ts';
import type { InvocationOutcome } from '../functions/invocation.ts';
import { type InvokePermission, mayInvoke } from '../functions/invoke-permissions.ts';
import { timeUp, type WithinTime } from '../http-api/api-limits.ts';
import type { OperationTurns } from './operation-turns.ts';
import { type Attributes, UserPoolError } from './user-pool-answer.ts';
import type { UserPool } from './user-pool-properties.ts';

/** The event of a pool's function (Amazon Cognito Developer Guide, "Customizing user pool workflows with triggers"). */
type TriggerCall = {
  readonly pool: UserPool;
  readonly trigger: 'PreSignUp' | 'PostConfirmation';
  /** What caused it, such as `PreSignUp_SignUp`. */
  readonly source: string;
  readonly clientId: string;
  readonly username: string;
  readonly request: object;
  /** The response in the event, which the function may change. */
  readonly response: object;
};

/**
 * Invokes a pool's function; undefined if the pool has none.
 * @returns the response in the event that the function returns
 * @throws {UserPoolError} UserLambdaValidationException with the function's message, UnexpectedLambdaException,
 * InvalidLambdaResponseException
 */
export type InvokeTrigger = (call: TriggerCall) => Promise<object | undefined>;

export type TriggersOptions = {
  readonly region: string;
  /** The template's permissions for cognito-idp.amazonaws.com. */
  readonly permissions: readonly InvokePermission[];
  /** Resolves when the functions have started. */
  readonly functions: Promise<Pick<Functions, 'invoke'>>;
  readonly withinTime: WithinTime;
  readonly turns: OperationTurns;
};

// Same page.
const milliseconds = 5_000;
const attempts = 3;

export function createInvokeTrigger(options: TriggersOptions): InvokeTrigger {
  const { region, permissions, functions, withinTime, turns } = options;
  const invoke = async (call: TriggerCall, functionArn: string): Promise<InvocationOutcome> => {
    const { invoke } = await functions;
    const event = JSON.stringify(eventOf(call, region));
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const outcome = await withinTime(invoke(functionArn, event), milliseconds);
      if (outcome !== timeUp) return outcome;
    }
    throw notInvoked(call, 'Socket timeout while invoking Lambda function');
  };
  return async (call) => {
    const { [call.trigger]: functionArn } = call.pool.LambdaConfig;
    if (functionArn === undefined) return undefined;
    if (!mayInvoke(permissions, functionArn, call.pool.arn)) throw notInvoked(call, 'AccessDeniedException');
    return responseOf(call, await turns.pause(() => invoke(call, functionArn)));
  };
}

// The messages are those of AWS (re:Post, "cognito-lambda-trigger-errors").
const notInvoked = ({ trigger }: TriggerCall, reason: string): UserPoolError =>
  new UserPoolError('UnexpectedLambdaException', `${trigger} invocation failed due to error ${reason}.`);

const eventOf = ({ pool, source, clientId, username, request, response }: TriggerCall, region: string) => ({
  version: '1',
  region,
  userPoolId: pool.id,
  userName: username,
  callerContext: { awsSdkVersion: 'aws-sdk-unknown-unknown', clientId },
  triggerSource: source,
  request,
  response,
});

// A function must return the whole event.
const output = v.pipe(v.string(), v.parseJson(), v.object({ response: v.looseObject({}) }));

function responseOf({ trigger }: TriggerCall, outcome: InvocationOutcome): object {
  if (!outcome.ok) {
    const message = `${trigger} failed with error ${outcome.error.errorMessage}.`;
    throw new UserPoolError('UserLambdaValidationException', message);
  }
  const parsed = v.safeParse(output, outcome.payload);
  if (parsed.success) return parsed.output.response;
  throw unreadable();
}

export const unreadable = (): UserPoolError =>
  new UserPoolError('InvalidLambdaResponseException', 'Unrecognizable lambda output');

/** Attributes as in a trigger's event. */
export const attributesByName = (list: Attributes): Readonly<Record<string, string>> =>
  Object.fromEntries(list.map(({ Name, Value }) => [Name, Value]));
