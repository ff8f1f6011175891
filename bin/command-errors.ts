import { ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import { showHiddenCharacters } from '../src/schema.ts';

/** Invalid arguments or options of a command. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly code = 'invalid_command';
}

/** An error in one line for the terminal. */
export const errorLine = (error: unknown): string => showHiddenCharacters(messageOf(error));

function messageOf(error: unknown): string {
  if (error instanceof ResourceNotFoundException) return 'The table does not exist.';
  // Node rejects with one error per address of the host name.
  if (error instanceof AggregateError) return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
