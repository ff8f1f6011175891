import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import * as v from 'valibot';
import { signIdentity } from '../../../src/operator-function/caller-identity.ts';
import {
  commandDigest,
  type OperatorAnswer,
  type OperatorEvent,
  operatorAnswerSchema,
} from '../../../src/operator-function/function-event.ts';
import { OperatorError } from './operator-error.ts';

/** Keys of an IAM principal. A role's keys include a session token. */
export type Credentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
};

/** Where the function is, and who calls it. */
export type FunctionOptions = {
  /** Its name or ARN: the outputs `OperatorFunction` and `OperatorReadsFunction` of the stack. */
  readonly functionName: string;
  /** Default: that of the ARN, of the environment or of the profile, as for AWS's own tools. */
  readonly region?: string | undefined;
  /** Default: those of the environment, of the profile or of the machine's role, as for AWS's own tools. */
  readonly credentials?: (() => Promise<Credentials>) | undefined;
};

type Command = Pick<OperatorEvent, 'args' | 'input'>;

/** Runs a command in the function. @throws {OperatorError} without an answer of the command */
export type RunCommand = (command: Command) => Promise<OperatorAnswer>;

const namePattern = /^(?:(?:arn:aws:lambda:([a-z\d-]+):)?\d{12}:function:)?([\w-]{1,64})(?::[\w$-]+)?$/;

/** @throws {OperatorError} for something that is not the name of a function */
export function createRunCommand({ functionName, region, credentials }: FunctionOptions): RunCommand {
  const [, arnRegion, name] = namePattern.exec(functionName) ?? [];
  if (name === undefined) {
    throw new OperatorError('invalid_usage', `${functionName} is not the name or the ARN of a Lambda function.`);
  }
  const chosenRegion = region ?? arnRegion;
  const client = new LambdaClient({
    ...(chosenRegion !== undefined && { region: chosenRegion }),
    ...(credentials && { credentials: async () => withoutUndefined(await credentials()) }),
    // A command whose answer is lost may have run: to run it again is the caller's decision.
    maxAttempts: 1,
  });
  return async (command) => {
    const identity = await signed(client, commandDigest(name, command)).catch((cause: unknown) => {
      throw new OperatorError('unreachable', `No AWS credentials or region: ${messageOf(cause)}`, { cause });
    });
    return invoke(client, functionName, { ...command, identity });
  };
}

const withoutUndefined = ({ sessionToken, ...keys }: Credentials) => ({
  ...keys,
  ...(sessionToken !== undefined && { sessionToken }),
});

async function signed({ config }: LambdaClient, digest: string) {
  const region = await config.region();
  // The SDK has learned from AWS's answers by how much the clock of this machine is wrong.
  return signIdentity({ region, digest, at: Date.now() + config.systemClockOffset }, await config.credentials());
}

async function invoke(client: LambdaClient, FunctionName: string, event: OperatorEvent): Promise<OperatorAnswer> {
  const command = new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) });
  const { Payload, FunctionError } = await client.send(command).catch((cause: unknown) => {
    throw invocationError(cause, FunctionName);
  });
  const text = Payload?.transformToString() ?? '';
  const answer = v.safeParse(v.pipe(v.string(), v.parseJson(), operatorAnswerSchema), text);
  if (FunctionError === undefined && answer.success) return answer.output;
  throw new OperatorError(
    'no_answer',
    `The function ended without an answer (${reasonIn(text)}). A command that changes something may have run, or half of ` +
      'it: look before you run it again.',
  );
}

/** Lambda's reason, such as a time limit. */
const reasonIn = (text: string): string => {
  const [, reason] = /"errorMessage"\s*:\s*"([^"]{1,200})/.exec(text) ?? [];
  return reason ?? 'it is not a function of Sluice, or of another version';
};

/** Lambda's refusals, by their names: the command has not run. */
const refusals: Readonly<Record<string, [OperatorError['code'], string]>> = {
  AccessDeniedException: ['refused', 'These credentials may not invoke it: they need lambda:InvokeFunction.'],
  ResourceNotFoundException: ['not_found', 'The account and region of these credentials have no such function.'],
  TooManyRequestsException: ['unreachable', 'Lambda is busy. Run the command again.'],
  RequestTooLargeException: ['refused', 'The input is too large: Lambda takes 6 MB.'],
};

/** Without a connection nothing was sent; without valid keys nothing was taken. */
const notSent =
  /^(ENOTFOUND|ECONNREFUSED|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|CredentialsProviderError|ExpiredTokenException|InvalidSignatureException|UnrecognizedClientException)$/;

function invocationError(cause: unknown, functionName: string): OperatorError {
  const name = cause instanceof Error ? cause.name : '';
  const refusal = refusals[name];
  if (refusal)
    return new OperatorError(refusal[0], `The function ${functionName} was not run. ${refusal[1]}`, { cause });
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : name;
  if (notSent.test(code)) {
    return new OperatorError('unreachable', `Lambda cannot be reached: ${messageOf(cause)}`, { cause });
  }
  return new OperatorError(
    'no_answer',
    `Lambda's answer did not arrive (${messageOf(cause)}). A command that changes something may have run: look before you ` +
      'run it again.',
    { cause },
  );
}

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message || cause.name : String(cause));
