/** A range of usage that cannot be asked for; the message says what can. */
export class UsageRangeError extends Error {
  override readonly name = 'UsageRangeError';
  readonly code = 'invalid_range';
}

/** A replayed record names counters that it adds nothing to: it was diverted by a tally that counts otherwise. */
export class UnknownCounterError extends Error {
  override readonly name = 'UnknownCounterError';
  readonly code = 'unknown_counter';

  constructor(named: readonly string[]) {
    super(`It does not add to each of ${named.join(', ')}.`);
  }
}
