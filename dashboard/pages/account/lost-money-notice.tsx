import { usePlans } from '../../api/account.ts';
import { type Billing, useBilling } from '../../api/billing.ts';
import { usePlanPreview } from '../../api/plan-change.ts';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { Skeleton } from '../../components/query-state.tsx';
import { ContactSupport } from '../../components/support-link.tsx';
import { lostMoney } from './lost-money.ts';

/** Says before an account is deleted which credit and paid time end with it, and how to get the money back. */
export function LostMoneyNotice() {
  const { data: billing, error, refetch } = useBilling();
  if (billing) return billing.enabled && <LostMoney billing={billing} />;
  return error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <MoneyToCome />;
}

function LostMoney({ billing }: { readonly billing: Billing }) {
  const plans = usePlans();
  // Exactly one plan costs nothing. A change to it ends the subscription, and says what that is worth.
  const free = plans.data?.find(({ pricePerMonth }) => pricePerMonth === 0)?.planId;
  const hasSubscription = billing.state !== 'none';
  const preview = usePlanPreview(free ?? '', hasSubscription && free !== undefined);
  if (hasSubscription && (plans.isLoading || preview.isLoading)) return <MoneyToCome />;
  const lost = lostMoney(billing, preview.data);
  const isUnknown = hasSubscription && preview.data === undefined;
  if (lost.length === 0 && !isUnknown) return null;
  return (
    <Notice tone="caution" title={lost.length > 0 ? `You lose ${lost.join(' and ')}` : 'You may lose money'}>
      {isUnknown && 'The value of your paid time cannot be read now. It is lost, too. '}
      To get the money back, ask for a refund before you delete the account. <ContactSupport />
    </Notice>
  );
}

const MoneyToCome = () => <Skeleton height="5rem" label="Loading what you have paid" />;
