import { Refusal } from './refusal.ts';

/** An answer of the user pool's API: its HTTP status and its JSON. */
export type Answer = { readonly status: number; readonly body: string };

/** cognito-local has no such operation, or not all of it. */
export class UnsupportedOperationError extends Error {
  override readonly name = 'UnsupportedOperationError';
  readonly code = 'CognitoLocal#Unsupported';
}

/** What an operation gave, as Amazon Cognito's JSON API writes it: times are seconds since the epoch. */
export const success = (output: object): Answer => ({ status: 200, body: JSON.stringify(output, inSeconds) });

/** What it failed with. Only a refusal is the caller's fault. */
export function failure(error: unknown): Answer {
  if (error instanceof Refusal) return problem(400, error.code, error.message);
  if (error instanceof UnsupportedOperationError) return problem(500, error.code, error.message);
  return problem(500, 'InternalErrorException', 'The local user pool failed; its log says why.');
}

const problem = (status: number, __type: string, message: string): Answer => ({
  status,
  body: JSON.stringify({ __type, message }),
});

// The replacer is given dates as their texts already; the object that holds them is `this`.
function inSeconds(this: unknown, key: string, value: unknown): unknown {
  const original = Object(this)[key];
  return original instanceof Date ? Math.floor(original.getTime() / 1_000) : value;
}
