import * as v from 'valibot';

type Values = readonly unknown[];

/** Compares the values of a property: one, or one for each element of a list. */
export type Weakens = (before: Values, after: Values) => boolean;

export const changes: Weakens = (before, after) => JSON.stringify(before) !== JSON.stringify(after);

export const isRemoved: Weakens = ([before], [after]) => before !== undefined && after === undefined;

export const lacksSome: Weakens = (before, after) => {
  const present = new Set(after.map((value) => JSON.stringify(value)));
  return before.some((value) => !present.has(JSON.stringify(value)));
};

const isOn = (value: unknown): boolean => value === true || value === 'true' || value === 'ACTIVE';

export const turnsOn: Weakens = (before, after) => after.some(isOn) && !before.every(isOn);

export const turnsOff: Weakens = (before, after) => before.some(isOn) && !after.every(isOn);

const retains = (value: unknown): boolean => typeof value === 'string' && value.startsWith('Retain');

export const noLongerRetains: Weakens = (before, after) => before.some(retains) && !after.every(retains);

/** Without a number of days, nothing is ever deleted. An intrinsic function may be any number. */
const daysOf = (value: unknown): number => (value === undefined ? Number.POSITIVE_INFINITY : Number(value));

export const isShorter: Weakens = ([before], [after]) => !(daysOf(after) >= daysOf(before));

const ruleSchema = v.looseObject({
  Status: v.literal('Enabled'),
  Id: v.optional(v.unknown()),
  ExpirationInDays: v.optional(v.unknown()),
});

/** The rules of a bucket that delete objects: which ones (and old versions), and after how many days. */
const expiringRules = (rules: Values) =>
  rules.flatMap((rule) => {
    const parsed = v.safeParse(ruleSchema, rule);
    if (!(parsed.success && Object.keys(parsed.output).some((name) => name.includes('Expiration')))) return [];
    const { Id, ExpirationInDays, ...scope } = parsed.output;
    return [{ scope: JSON.stringify(scope), days: daysOf(ExpirationInDays) }];
  });

/** Whether a rule of a bucket deletes objects that no rule for the same ones has deleted as soon. */
export const expireSooner: Weakens = (before, after) => {
  const older = expiringRules(before);
  return expiringRules(after).some(
    ({ scope, days }) => !older.some((rule) => rule.scope === scope && rule.days <= days),
  );
};
