import { useState } from 'react';
import { useAccount, usePlans } from '../../api/account.ts';
import type { Account, Plan } from '../../api/api.ts';
import { useActiveKeys } from '../../api/keys.ts';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { QueryState, Skeleton } from '../../components/query-state.tsx';
import { ChangePlanDialog } from './change-plan-dialog.tsx';
import styles from './plan.module.css';
import { PlanCard } from './plan-card.tsx';
import { planTitle } from './plan-terms.ts';

/** The plans side by side, with buttons to change the plan. */
export function PlanPage() {
  const account = useAccount();
  const plans = usePlans();
  return (
    <Page title="Plan" description="Limits apply to each key. A change of plan takes effect with the next request.">
      <QueryState query={account} loading={<Skeleton height="26rem" />}>
        {(held) => (
          <QueryState query={plans} loading={<Skeleton height="26rem" />}>
            {(offered) => <Plans account={held} plans={offered} />}
          </QueryState>
        )}
      </QueryState>
    </Page>
  );
}

function Plans({ account, plans }: { readonly account: Account; readonly plans: readonly Plan[] }) {
  const [selected, setSelected] = useState<Plan>();
  const [hasChanged, setChanged] = useState(false);
  const activeKeys = useActiveKeys().data?.length;
  const close = (isDone: boolean) => {
    setSelected(undefined);
    setChanged(isDone);
  };
  return (
    <>
      {hasChanged && (
        <Notice tone="good" title={`You are on the ${planTitle(account)} plan`}>
          The new limits take effect with the next request of every key.
        </Notice>
      )}
      <ul className={styles.plans}>
        {plans.map((plan) => (
          <PlanCard
            key={plan.planId}
            plan={plan}
            held={account.plan}
            activeKeys={activeKeys}
            onChoose={() => setSelected(plan)}
          />
        ))}
      </ul>
      {selected && <ChangePlanDialog account={account} to={selected} activeKeys={activeKeys} onClose={close} />}
    </>
  );
}
