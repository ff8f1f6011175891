import { ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import { showHiddenCharacters } from '../src/schema.ts';

/** A command cannot be carried out as it was given; the message says why and what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly code = 'invalid_command';
}

/** What went wrong, in one line for an operator. */
export const errorLine = (error: unknown): string => showHiddenCharacters(messageOf(error));

function messageOf(error: unknown): string {
  if (error instanceof ResourceNotFoundException) return 'There is no table of that name.';
  // A host name with several addresses fails with one error for each.
  if (error instanceof AggregateError) return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
