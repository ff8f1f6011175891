/** A range of usage that cannot be asked for; the message says what can. */
export class UsageRangeError extends Error {
  override readonly name = 'UsageRangeError';
  readonly code = 'invalid_range';
}
