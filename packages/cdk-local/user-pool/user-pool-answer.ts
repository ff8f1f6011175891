import * as v from 'valibot';

/** An answer of the user pool's API: HTTP status and JSON. */
export type UserPoolAnswer = { readonly status: number; readonly body: string };

/** The local user pool does not have the operation, or not completely. */
export class UnsupportedOperationError extends Error {
  override readonly name = 'UnsupportedOperationError';
  readonly code = 'LocalUserPool#Unsupported';
}

/** The output of an operation in Amazon Cognito's JSON: times are seconds since the epoch. */
export const successAnswer = (output: object): UserPoolAnswer => ({
  status: 200,
  body: JSON.stringify(output, inSeconds),
});

/** The answer to a failed operation. Only a {@link UserPoolError} is the caller's fault. */
export function failureAnswer(error: unknown): UserPoolAnswer {
  if (error instanceof UserPoolError) return errorAnswer(400, error.code, error.message);
  if (error instanceof UnsupportedOperationError) return errorAnswer(500, error.code, error.message);
  return errorAnswer(500, 'InternalErrorException', 'The local user pool failed. Its log shows the reason.');
}

const errorAnswer = (status: number, __type: string, message: string): UserPoolAnswer => ({
  status,
  body: JSON.stringify({ __type, message }),
});

// The replacer receives dates as strings; the original value is in `this`.
function inSeconds(this: unknown, key: string, value: unknown): unknown {
  const original = Object(this)[key];
  return original instanceof Date ? Math.floor(original.getTime() / 1_000) : value;
}

/** An error of the user pool's API with Amazon Cognito's type, such as `NotAuthorizedException`, and message. */
export class UserPoolError extends Error {
  override readonly name = 'UserPoolError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** The same answer for a wrong password and an unknown user, so that they cannot be distinguished. */
export const wrongCredentials = (): UserPoolError => notAuthorized('Incorrect username or password.');

export const notAuthorized = (message: string): UserPoolError => new UserPoolError('NotAuthorizedException', message);

export const invalidParameter = (message: string): UserPoolError =>
  new UserPoolError('InvalidParameterException', message);

/**
 * Parses an operation's input.
 * @throws {UserPoolError} InvalidParameterException, naming what is missing or malformed
 */
export function read<T extends v.GenericSchema>(schema: T, input: unknown): v.InferOutput<T> {
  const { success, output, issues } = v.safeParse(schema, input, { abortEarly: true });
  if (success) return output;
  const path = v.getDotPath(issues[0]) ?? 'input';
  throw invalidParameter(`1 validation error detected: Value at '${path}' failed to satisfy constraint`);
}

/** A non-empty string. */
export const text = v.pipe(v.string(), v.nonEmpty());

/** A user's attributes as in the API. */
export const attributes = v.array(v.object({ Name: text, Value: v.optional(v.string(), '') }));
export type Attributes = v.InferOutput<typeof attributes>;
