/** An amount (cents; negative: given back) for a period (seconds since the epoch) of a subscription. */
export type Entry = {
  readonly subscription: string;
  /** Undefined if money was given back. */
  readonly plan: string | undefined;
  readonly amount: number;
  readonly start: number;
  readonly end: number;
  readonly invoice: string;
};

type Span = { readonly start: number; readonly end: number };

/** Cents a second. */
export const rateOf = ({ amount, start, end }: Entry): number => amount / Math.max(1, end - start);

export const sum = (amounts: readonly number[]): number => amounts.reduce((one, other) => one + other, 0);

/** The spans between times at which something changes. */
export function spansOf(times: readonly number[]): Span[] {
  const sorted = [...new Set(times)].toSorted((one, other) => one - other);
  return sorted.slice(1).map((end, index) => ({ start: sorted[index] ?? end, end }));
}

/** Rounding of each proration, in cents. */
export const tolerance = (entries: readonly Entry[]): number => 3 + 2 * entries.length;
