import type { Billing } from '../../api/billing.ts';
import type { PlanPreview } from '../../api/plan-change.ts';
import { formatAmount } from '../../format/money.ts';

type Kept = Pick<Billing, 'credit' | 'currency'>;
type Ended = Pick<PlanPreview, 'kind' | 'amount' | 'currency'>;

/**
 * What a customer has paid and loses with the account: `$498.99 of credit`, `$12.00 of paid time`.
 * @param ended what the end of the subscription would credit; undefined if there is none
 */
export function lostMoney({ credit, currency }: Kept, ended: Ended | undefined): readonly string[] {
  const paidTime = ended?.kind === 'credit' ? ended.amount : 0;
  return [
    ...(credit > 0 ? [`${formatAmount({ amount: credit, currency })} of credit`] : []),
    ...(ended && paidTime > 0 ? [`${formatAmount(ended)} of paid time`] : []),
  ];
}
