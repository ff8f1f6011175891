import fc from 'fast-check';

/** The usual eight times, the other once. */
export const often = <T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 8, arbitrary: usual }, { weight: 1, arbitrary: other });
