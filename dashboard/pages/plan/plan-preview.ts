import type { PlanPreview } from '../../api/plan-change.ts';
import { formatAmount } from '../../format/money.ts';
import { formatCount } from '../../format/numbers.ts';
import { formatAbsolute } from '../../format/times.ts';

/** A figure that the customer confirms. */
type PreviewFact = { readonly label: string; readonly value: string; readonly hint: string };

/** What a change of plan charges or credits, and what today's quota becomes. */
export function previewFacts(preview: PlanPreview): readonly PreviewFact[] {
  const { kind, callsToday } = preview;
  const from = formatAbsolute(Date.parse(preview.from));
  const amount = formatAmount(preview);
  const money: Readonly<Record<string, PreviewFact>> = {
    charge: { label: 'You pay now', value: amount, hint: `For the time from ${from} on, less your credit` },
    credit: { label: 'Your credit', value: amount, hint: `For the time from ${from} on: today stays charged` },
    checkout: { label: 'You pay at Stripe', value: amount, hint: 'For the first month, plus tax where it applies' },
  };
  const calls = {
    label: 'Calls of each key today',
    value: formatCount(callsToday),
    hint: 'On the day of an upgrade, the quota grows by the part of the day that is left',
  };
  const fact = money[kind];
  return fact ? [fact, calls] : [calls];
}
