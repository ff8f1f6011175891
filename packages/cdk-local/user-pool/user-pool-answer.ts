import * as v from 'valibot';

/** An answer of the user pool's API: its HTTP status and its JSON. */
export type UserPoolAnswer = { readonly status: number; readonly body: string };

/** cognito-local has no such operation, or not all of it. */
export class UnsupportedOperationError extends Error {
  override readonly name = 'UnsupportedOperationError';
  readonly code = 'CognitoLocal#Unsupported';
}

/** What an operation gave, as Amazon Cognito's JSON API writes it: times are seconds since the epoch. */
export const successAnswer = (output: object): UserPoolAnswer => ({
  status: 200,
  body: JSON.stringify(output, inSeconds),
});

/** What it failed with. Only a refusal is the caller's fault. */
export function failureAnswer(error: unknown): UserPoolAnswer {
  if (error instanceof UserPoolError) return errorAnswer(400, error.code, error.message);
  if (error instanceof UnsupportedOperationError) return errorAnswer(500, error.code, error.message);
  return errorAnswer(500, 'InternalErrorException', 'The local user pool failed; its log says why.');
}

const errorAnswer = (status: number, __type: string, message: string): UserPoolAnswer => ({
  status,
  body: JSON.stringify({ __type, message }),
});

// The replacer is given dates as their texts already; the object that holds them is `this`.
function inSeconds(this: unknown, key: string, value: unknown): unknown {
  const original = Object(this)[key];
  return original instanceof Date ? Math.floor(original.getTime() / 1_000) : value;
}

/**
 * An error of the user pool's API: its type, like `NotAuthorizedException`, and the message, in Amazon Cognito's words.
 */
export class UserPoolError extends Error {
  override readonly name = 'UserPoolError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** The one answer to a wrong password and to an unknown user, so that they cannot be told apart. */
export const wrongCredentials = (): UserPoolError => notAuthorized('Incorrect username or password.');

export const notAuthorized = (message: string): UserPoolError => new UserPoolError('NotAuthorizedException', message);

export const invalidParameter = (message: string): UserPoolError =>
  new UserPoolError('InvalidParameterException', message);

/**
 * An operation's input by its schema.
 * @throws {Refusal} InvalidParameterException, naming what is missing or malformed
 */
export function read<T extends v.GenericSchema>(schema: T, input: unknown): v.InferOutput<T> {
  const { success, output, issues } = v.safeParse(schema, input, { abortEarly: true });
  if (success) return output;
  const path = v.getDotPath(issues[0]) ?? 'input';
  throw invalidParameter(`1 validation error detected: Value at '${path}' failed to satisfy constraint`);
}

/** A text that says something. */
export const text = v.pipe(v.string(), v.nonEmpty());

/** A user's attributes as the API carries them. */
export const attributes = v.array(v.object({ Name: text, Value: v.optional(v.string(), '') }));
export type Attributes = v.InferOutput<typeof attributes>;
