import { useState } from 'react';
import type { Account, Key, Plan } from '../../api/api.ts';
import { ApiError, isApiError } from '../../api/api-errors.ts';
import { type Billing, useBilling } from '../../api/billing.ts';
import { type PlanPreview, usePlanPreview } from '../../api/plan-change.ts';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogActions } from '../../components/dialog.tsx';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { CurrentPasswordField } from '../../components/password-fields.tsx';
import { QueryState, Skeleton } from '../../components/query-state.tsx';
import { Stat, Stats } from '../../components/stat.tsx';
import { planTitle } from '../../format/words.ts';
import { ChangeEffects } from './change-effects.tsx';
import { PendingPaymentNotice } from './payment-notices.tsx';
import { PlanChanges } from './plan-changes.tsx';
import { changeLabel, hasFailed, paymentText, planPayment, unpaidSubscriptionText } from './plan-payment.ts';
import { previewFacts } from './plan-preview.ts';
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
          ) : billing.enabled ? (
            <PreviewedChange {...change} billing={billing} />
          ) : (
            <ConfirmChange {...change} billing={billing} preview={undefined} />
          )
        }
      </QueryState>
    </Dialog>
  );
}

type PreviewedChangeProps = ChangePlanDialogProps & {
  readonly billing: Billing;
  readonly choice: ReturnType<typeof usePlanChoice>;
};

/** Nothing can be confirmed before the amounts are known. */
function PreviewedChange(props: PreviewedChangeProps) {
  const preview = usePlanPreview(props.to.planId, true);
  if (preview.data === undefined && preview.error) {
    return (
      <>
        <PlanProblemNotice error={preview.error} />
        <DialogActions>
          <Button onPress={props.onClose}>Cancel</Button>
          <Button variant="primary" onPress={() => void preview.refetch()} isPending={preview.isFetching}>
            Try again
          </Button>
        </DialogActions>
      </>
    );
  }
  return (
    <QueryState query={preview} loading={<Skeleton height="14rem" label="Loading what the change costs" />}>
      {(data) => <ConfirmChange {...props} preview={data} />}
    </QueryState>
  );
}

type ConfirmChangeProps = PreviewedChangeProps & {
  /** Undefined while the service takes no payments. */
  readonly preview: PlanPreview | undefined;
};

function ConfirmChange({ account, billing, to, keys, choice, preview, onClose }: ConfirmChangeProps) {
  const [password, setPassword] = useState('');
  const needsPassword =
    isApiError(choice.error, 'recent_sign_in_required') ||
    isApiError(choice.error, 'wrong_password') ||
    password !== '';
  const tooMany = excessKeys(to, keys?.length ?? 0);
  const payment = planPayment(account, billing, to);
  return (
    <>
      <PlanChanges from={account.plan} to={to} />
      <p>{paymentText({ account, billing, to })}</p>
      {preview && <PreviewFacts preview={preview} />}
      {payment === 'checkout' && hasFailed(billing) && (
        <Notice tone="caution" title="Your subscription ends when you continue">
          {unpaidSubscriptionText(billing)}
        </Notice>
      )}
      <ChangeEffects account={account} to={to} keys={keys} />
      {choice.error && <PlanProblemNotice error={choice.error} />}
      {needsPassword && (
        <CurrentPasswordField
          label="Password"
          email={account.email}
          value={password}
          onChange={setPassword}
          autoFocus
        />
      )}
      <DialogActions>
        <Button onPress={onClose} isDisabled={choice.isPending}>
          Cancel
        </Button>
        <Button
          variant="primary"
          onPress={() =>
            choice.choose(payment === 'checkout', {
              preview: preview?.preview,
              password: password === '' ? undefined : password,
            })
          }
          isPending={choice.isPending}
          isDisabled={tooMany > 0 || (needsPassword && password === '')}
        >
          {changeLabel({ account, billing, to }, preview)}
        </Button>
      </DialogActions>
    </>
  );
}

/** What is charged or credited with the click, and how many calls today has after it. */
const PreviewFacts = ({ preview }: { readonly preview: PlanPreview }) => (
  <Stats>
    {previewFacts(preview).map(({ label, value, hint }) => (
      <Stat key={label} label={label} value={value} hint={hint} />
    ))}
  </Stats>
);

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
