/** A command cannot be carried out as it was given; the message says why and what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly code = 'invalid_command';
}
