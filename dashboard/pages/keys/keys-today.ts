import type { Key, UsageByKey } from '../../api/api.ts';

/** Figures of the current UTC day; undefined while they are not known. */
type Today = {
  readonly calls: number | undefined;
  readonly errors: number | undefined;
  /** Calls that count against the quotas of active keys. */
  readonly counted: number | undefined;
};

type Counted = Pick<Key, 'calls'>;
type Used = { readonly keys: readonly Pick<UsageByKey['keys'][number], 'calls' | 'errors'>[] };

/** The day of all keys together. Without a key whose counters cannot be read, the sum would be too small. */
export const todayOfKeys = (keys: readonly Counted[] | undefined, usage: Used | undefined): Today => ({
  calls: usage && sum(usage.keys.map(({ calls }) => calls)),
  errors: usage && sum(usage.keys.map(({ errors }) => errors)),
  counted: keys?.every(({ calls }) => calls) ? sum(keys.map(({ calls }) => calls?.today ?? 0)) : undefined,
});

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
