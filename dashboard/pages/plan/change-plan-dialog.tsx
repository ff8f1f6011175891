import type { Account, Key, Plan } from '../../api/api.ts';
import { ApiError } from '../../api/api-errors.ts';
import { type Billing, useBilling } from '../../api/billing.ts';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogActions } from '../../components/dialog.tsx';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { QueryState, Skeleton } from '../../components/query-state.tsx';
import { planTitle } from '../../format/words.ts';
import { ChangeEffects } from './change-effects.tsx';
import { PendingPaymentNotice } from './payment-notices.tsx';
import { PlanChanges } from './plan-changes.tsx';
import { changeLabel, hasFailed, paymentText, planPayment, unpaidSubscriptionText } from './plan-payment.ts';
import { planProblem } from './plan-problem.ts';
import { excessKeys } from './plan-terms.ts';
import { usePlanChoice } from './use-plan-choice.ts';

type ChangePlanDialogProps = {
  readonly account: Account;
  readonly to: Plan;
  /** The active keys; undefined while they load. */
  readonly keys: readonly Key[] | undefined;
  readonly onClose: () => void;
};

/** Shows what another plan changes and costs. Changes to it after confirmation, or leads to the payment. */
export function ChangePlanDialog({ account, to, keys, onClose }: ChangePlanDialogProps) {
  const choice = usePlanChoice(to, onClose);
  const change = { account, to, keys, choice, onClose };
  return (
    <Dialog title={`Change to ${planTitle(to)}?`} isOpen isAlert onClose={onClose} isDismissable={!choice.isPending}>
      <QueryState query={useBilling()} loading={<Skeleton height="14rem" label="Loading what you pay" />}>
        {(billing) =>
          billing.pendingPlan?.planId === to.planId ? (
            <>
              <PendingPaymentNotice pending={billing.pendingPlan} />
              <DialogActions>
                <Button onPress={onClose}>Close</Button>
              </DialogActions>
            </>
          ) : (
            <ConfirmChange {...change} billing={billing} />
          )
        }
      </QueryState>
    </Dialog>
  );
}

type ConfirmChangeProps = ChangePlanDialogProps & {
  readonly billing: Billing;
  readonly choice: ReturnType<typeof usePlanChoice>;
};

function ConfirmChange({ account, billing, to, keys, choice, onClose }: ConfirmChangeProps) {
  const tooMany = excessKeys(to, keys?.length ?? 0);
  const payment = planPayment(account, billing, to);
  return (
    <>
      <PlanChanges from={account.plan} to={to} />
      <p>{paymentText({ account, billing, to })}</p>
      {payment === 'checkout' && hasFailed(billing) && (
        <Notice tone="caution" title="Your subscription ends when you continue">
          {unpaidSubscriptionText(billing)}
        </Notice>
      )}
      <ChangeEffects account={account} to={to} keys={keys} />
      {choice.error && <PlanProblemNotice error={choice.error} />}
      <DialogActions>
        <Button onPress={onClose} isDisabled={choice.isPending}>
          Cancel
        </Button>
        <Button
          variant="primary"
          onPress={() => choice.choose(payment === 'checkout')}
          isPending={choice.isPending}
          isDisabled={tooMany > 0}
        >
          {changeLabel({ account, billing, to })}
        </Button>
      </DialogActions>
    </>
  );
}

function PlanProblemNotice({ error }: { readonly error: Error }) {
  const problem = planProblem(error);
  const keys = error instanceof ApiError ? error.problem?.keys : undefined;
  return (
    <>
      {problem ? (
        <Notice tone="bad" title={problem.title}>
          {problem.text}
        </Notice>
      ) : (
        <ErrorNotice error={error} />
      )}
      {keys && <p>Active keys: {keys.map(({ name }) => name).join(', ')}</p>}
    </>
  );
}
