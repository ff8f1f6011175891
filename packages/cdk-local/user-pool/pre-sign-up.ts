import * as v from 'valibot';
import type { Functions } from '../functions/functions.ts';
import type { InvocationOutcome } from '../functions/invocation.ts';
import { type InvokePermission, mayInvoke } from '../functions/invoke-permissions.ts';
import { timeUp, type WithinTime } from '../http-api/api-limits.ts';
import { type Attributes, attributes, UserPoolError } from './user-pool-answer.ts';
import type { UserPool } from './user-pool-properties.ts';

/** What the caller sends along for the pool's functions. */
export const triggerData = {
  ValidationData: v.nullish(attributes),
  ClientMetadata: v.nullish(v.record(v.string(), v.string())),
};
export const triggerInput = v.object(triggerData);

/** A user who is about to be created, as the pool's function sees them. */
type UserToCreate = v.InferOutput<typeof triggerInput> & {
  readonly pool: UserPool;
  readonly source: 'PreSignUp_SignUp' | 'PreSignUp_AdminCreateUser';
  readonly clientId: string;
  readonly username: string;
  readonly userAttributes: Attributes;
};

const flag = v.optional(v.boolean(), false);
const triggerResponse = v.object({ autoConfirmUser: flag, autoVerifyEmail: flag, autoVerifyPhone: flag });
const unchanged = { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false };

/**
 * Asks the pool's PreSignUp function, if it has one, whether the user may be created.
 * @throws {UserPoolError} UserLambdaValidationException with the function's message, UnexpectedLambdaException,
 * InvalidLambdaResponseException
 */
export type PreSignUp = (user: UserToCreate) => Promise<v.InferOutput<typeof triggerResponse>>;

export type PreSignUpOptions = {
  readonly region: string;
  /** The template's permissions for cognito-idp.amazonaws.com. */
  readonly permissions: readonly InvokePermission[];
  /** Resolves when the functions have started. */
  readonly functions: Promise<Pick<Functions, 'invoke'>>;
  readonly withinTime: WithinTime;
};

// Amazon Cognito Developer Guide, "Customizing user pool workflows with Lambda triggers".
const milliseconds = 5_000;
const attempts = 3;

export function createPreSignUp({ region, permissions, functions, withinTime }: PreSignUpOptions): PreSignUp {
  const invoke = async (functionArn: string, event: string): Promise<InvocationOutcome> => {
    const { invoke } = await functions;
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const outcome = await withinTime(invoke(functionArn, event), milliseconds);
      if (outcome !== timeUp) return outcome;
    }
    throw notInvoked('Socket timeout while invoking Lambda function');
  };
  return async (user) => {
    const { PreSignUp: functionArn } = user.pool.LambdaConfig;
    if (functionArn === undefined) return unchanged;
    if (!mayInvoke(permissions, functionArn, user.pool.arn)) throw notInvoked('AccessDeniedException');
    return responseOf(await invoke(functionArn, JSON.stringify(eventOf(user, region))));
  };
}

// The messages are those of AWS (re:Post, "cognito-lambda-trigger-errors").
const notInvoked = (reason: string): UserPoolError =>
  new UserPoolError('UnexpectedLambdaException', `PreSignUp invocation failed due to error ${reason}.`);

/** Amazon Cognito Developer Guide, "Pre sign-up Lambda trigger". */
const eventOf = (user: UserToCreate, region: string) => ({
  version: '1',
  region,
  userPoolId: user.pool.id,
  userName: user.username,
  callerContext: { awsSdkVersion: 'aws-sdk-unknown-unknown', clientId: user.clientId },
  triggerSource: user.source,
  request: {
    userAttributes: byName(user.userAttributes),
    validationData: user.ValidationData ? byName(user.ValidationData) : null,
    ...(user.ClientMetadata && { clientMetadata: user.ClientMetadata }),
  },
  response: unchanged,
});

const byName = (list: Attributes) => Object.fromEntries(list.map(({ Name, Value }) => [Name, Value]));

// A function must return the whole event.
const output = v.pipe(v.string(), v.parseJson(), v.object({ response: triggerResponse }));

function responseOf(outcome: InvocationOutcome) {
  if (!outcome.ok) {
    const message = `PreSignUp failed with error ${outcome.error.errorMessage}.`;
    throw new UserPoolError('UserLambdaValidationException', message);
  }
  const parsed = v.safeParse(output, outcome.payload);
  if (parsed.success) return parsed.output.response;
  throw new UserPoolError('InvalidLambdaResponseException', 'Unrecognizable lambda output');
}
