import { useState } from 'react';
import { useAccount, usePlans } from '../../api/account.ts';
import type { Account, Plan } from '../../api/api.ts';
import { useBilling } from '../../api/billing.ts';
import { useActiveKeys } from '../../api/keys.ts';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { isDecided, QueryState, Skeleton } from '../../components/query-state.tsx';
import { planTitle } from '../../format/words.ts';
import { ChangePlanDialog } from './change-plan-dialog.tsx';
import { ChangeRulesCard } from './change-rules-card.tsx';
import { PaymentCards } from './payment-cards.tsx';
import { ConfirmingNotice, DuePaymentNotices } from './payment-notices.tsx';
import styles from './plan.module.css';
import { PlanCard } from './plan-card.tsx';
import { planFit } from './plan-use.ts';
import { PlanUseCard } from './plan-use-card.tsx';
import { usePaymentProgress } from './use-payment-progress.ts';

const keysIntervalMs = 30_000;

/** The plan and its use, the plans side by side with buttons to change the plan, and what the customer pays. */
export function PlanPage() {
  const account = useAccount();
  const plans = usePlans();
  const keys = useActiveKeys({ intervalMs: keysIntervalMs });
  const billing = useBilling();
  // All at once: each of them adds lines above others. What fails later, or loads again, is said in its place.
  const [isShown, setShown] = useState(false);
  if (!isShown && [account, plans, keys, billing].every(isDecided)) setShown(true);
  return (
    <Page title="Plan" description="Limits apply to each key. A change of plan takes effect with the next request.">
      {!isShown && <PlansToCome />}
      {isShown && (
        <>
          <div className={styles.all}>
            <QueryState query={account} loading={<PlansToCome />}>
              {(held) => (
                <QueryState query={plans} loading={<PlansToCome />}>
                  {(offered) => <Plans account={held} plans={offered} keysQuery={keys} />}
                </QueryState>
              )}
            </QueryState>
          </div>
          <PaymentCards />
          <ChangeRulesCard />
        </>
      )}
    </Page>
  );
}

const PlansToCome = () => <Skeleton height="100dvh" label="Loading the plans" />;

type KeysQuery = ReturnType<typeof useActiveKeys>;
type PlansProps = { readonly account: Account; readonly plans: readonly Plan[]; readonly keysQuery: KeysQuery };

function Plans({ account, plans, keysQuery }: PlansProps) {
  const [chosen, setChosen] = useState<Plan>();
  const billing = useBilling().data;
  const keys = keysQuery.data;
  const { isConfirming, isUnreachable, hasChanged, wasCancelled } = usePaymentProgress(account, billing);
  const isDone = chosen?.planId === account.plan?.planId;
  if (chosen && isDone) setChosen(undefined);
  return (
    <>
      {isConfirming && <ConfirmingNotice isUnreachable={isUnreachable} />}
      {wasCancelled && <Notice title="Nothing was charged">You left the payment. Your plan is as before.</Notice>}
      {hasChanged && (
        <Notice tone="good" title={`You are on the ${planTitle(account)} plan`}>
          The new limits take effect with the next request of every key.
        </Notice>
      )}
      {billing && <DuePaymentNotices account={account} billing={billing} />}
      {account.plan && <UsedOfPlan plan={account.plan} query={keysQuery} />}
      <ul className={styles.plans}>
        {plans.map((plan) => (
          <PlanCard
            key={plan.planId}
            plan={plan}
            held={account.plan}
            isPending={plan.planId === billing?.pendingPlan?.planId}
            isDisabled={isConfirming}
            fit={keys && planFit(plan, keys)}
            onChoose={() => setChosen(plan)}
          />
        ))}
      </ul>
      {chosen && <ChangePlanDialog account={account} to={chosen} keys={keys} onClose={() => setChosen(undefined)} />}
    </>
  );
}

const UsedOfPlan = ({ plan, query }: { readonly plan: Plan; readonly query: KeysQuery }) => (
  <QueryState query={query} loading={null}>
    {(keys) => <PlanUseCard plan={plan} keys={keys} />}
  </QueryState>
);
