import fc from 'fast-check';

const hour = 3_600_000;
const name = fc.constantFrom('production', 'staging');

/** The key that a command changes; it may belong to another account. */
const target = fc.nat(6);

const idempotencyKey = fc.constantFrom(undefined, undefined, 'first', 'second');

const create = fc.record({ do: fc.constant('create' as const), name, idempotencyKey });

const command = fc.oneof(
  { weight: 6, arbitrary: create },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rename' as const), target, name, idempotencyKey }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('rotate' as const),
      target,
      graceHours: fc.constantFrom(0, 1, 24, 24, 168),
      idempotencyKey,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('revoke' as const), target, idempotencyKey }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('change plan' as const),
      planId: fc.constantFrom('free', 'developer', 'business', 'platinum'),
      idempotencyKey,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('suspend' as const, 'resume' as const), idempotencyKey }) },
);

/** Up to four concurrent commands, or passing time. */
const step = fc.oneof(
  { weight: 3, arbitrary: fc.array(command, { minLength: 1, maxLength: 4 }) },
  { weight: 1, arbitrary: fc.constantFrom(1, hour - 1, hour, 23 * hour, 24 * hour, 168 * hour) },
);

/** A random history of an account and its keys. */
export type History = {
  readonly planId: string;
  /** Deviation of the authorizer's clock: it runs in another process. */
  readonly skew: number;
  readonly first: readonly GivenCommand[];
  readonly steps: readonly (number | readonly GivenCommand[])[];
};

/** A command whose key is not picked yet. */
export type GivenCommand = typeof command extends fc.Arbitrary<infer T> ? T : never;

export const histories: fc.Arbitrary<History> = fc.record({
  planId: fc.constantFrom('free', 'developer'),
  skew: fc.constantFrom(0, -1_500, 1_500),
  first: fc.array(create, { minLength: 2, maxLength: 4 }),
  steps: fc.array(step, { minLength: 4, maxLength: 10 }),
});
