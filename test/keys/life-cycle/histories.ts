import fc from 'fast-check';

const hour = 3_600_000;
const name = fc.constantFrom('production', 'staging');

/** Which of the account's keys a command is about, another account's among them. */
const target = fc.nat(6);

const create = fc.record({
  do: fc.constant('create' as const),
  name,
  idempotencyKey: fc.constantFrom(undefined, undefined, 'first', 'second'),
});

const command = fc.oneof(
  { weight: 6, arbitrary: create },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rename' as const), target, name }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('rotate' as const), target, graceHours: fc.constantFrom(0, 1, 24, 168) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('revoke' as const), target }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('change plan' as const),
      planId: fc.constantFrom('free', 'developer', 'business', 'platinum'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('suspend' as const, 'resume' as const) }) },
);

/** Up to four commands at once, or time that passes. */
const step = fc.oneof(
  { weight: 3, arbitrary: fc.array(command, { minLength: 1, maxLength: 4 }) },
  { weight: 1, arbitrary: fc.constantFrom(1, hour - 1, hour, 23 * hour, 24 * hour, 168 * hour) },
);

/** What may become of an account and its keys. */
export type History = {
  readonly planId: string;
  /** How far the authorizer's clock is off: it runs elsewhere. */
  readonly skew: number;
  readonly first: readonly GivenCommand[];
  readonly steps: readonly (number | readonly GivenCommand[])[];
};

/** A command, about a key that is still to be picked. */
export type GivenCommand = typeof command extends fc.Arbitrary<infer T> ? T : never;

export const histories: fc.Arbitrary<History> = fc.record({
  planId: fc.constantFrom('free', 'developer'),
  skew: fc.constantFrom(0, -1_500, 1_500),
  first: fc.array(create, { minLength: 2, maxLength: 4 }),
  steps: fc.array(step, { minLength: 4, maxLength: 10 }),
});
