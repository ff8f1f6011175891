import * as v from 'valibot';
import type { Functions } from '../functions/functions.ts';
import type { InvocationOutcome } from '../functions/invocation.ts';
import { type InvokePermission, mayInvoke } from '../functions/invoke-permissions.ts';
import { timeUp, type WithinTime } from '../http-api/api-limits.ts';
import type { OperationTurns } from './operation-turns.ts';
import { UserPoolError } from './user-pool-answer.ts';
import type { UserPool } from './user-pool-properties.ts';

/** The event of a pool's PostConfirmation function (Amazon Cognito Developer Guide, "Customizing user pool workflows with triggers"). */
type TriggerCall = {
  readonly pool: UserPool;
  /** What caused it, such as `PostConfirmation_ConfirmSignUp`. */
  readonly source: string;
  readonly clientId: string;
  readonly username: string;
  readonly request: object;
};

/**
 * Invokes a pool's function, if it has one.
 * @throws {UserPoolError} UserLambdaValidationException with the function's message, UnexpectedLambdaException,
 * InvalidLambdaResponseException
 */
export type InvokeTrigger = (call: TriggerCall) => Promise<void>;

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
    throw notInvoked('Socket timeout while invoking Lambda function');
  };
  return async (call) => {
    const { PostConfirmation: functionArn } = call.pool.LambdaConfig;
    if (functionArn === undefined) return;
    if (!mayInvoke(permissions, functionArn, call.pool.arn)) throw notInvoked('AccessDeniedException');
    checkOutcome(await turns.pause(() => invoke(call, functionArn)));
  };
}

// The messages are those of AWS (re:Post, "cognito-lambda-trigger-errors").
const notInvoked = (reason: string): UserPoolError =>
  new UserPoolError('UnexpectedLambdaException', `PostConfirmation invocation failed due to error ${reason}.`);

const eventOf = ({ pool, source, clientId, username, request }: TriggerCall, region: string) => ({
  version: '1',
  region,
  userPoolId: pool.id,
  userName: username,
  callerContext: { awsSdkVersion: 'aws-sdk-unknown-unknown', clientId },
  triggerSource: source,
  request,
  response: {},
});

// A function must return the whole event.
const output = v.pipe(v.string(), v.parseJson(), v.object({ response: v.looseObject({}) }));

function checkOutcome(outcome: InvocationOutcome): void {
  if (!outcome.ok) {
    const message = `PostConfirmation failed with error ${outcome.error.errorMessage}.`;
    throw new UserPoolError('UserLambdaValidationException', message);
  }
  if (v.is(output, outcome.payload)) return;
  throw new UserPoolError('InvalidLambdaResponseException', 'Unrecognizable lambda output');
}
