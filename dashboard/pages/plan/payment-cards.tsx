import { useState } from 'react';
import { useAccount } from '../../api/account.ts';
import { isApiError } from '../../api/api-errors.ts';
import { type Billing, useBilling, useInvoices } from '../../api/billing.ts';
import { useOneAtATime } from '../../api/one-at-a-time.ts';
import { useOpenPortal } from '../../api/plan-change.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { CurrentPasswordField } from '../../components/password-fields.tsx';
import { Stat, Stats } from '../../components/stat.tsx';
import { DateOf } from '../../components/time.tsx';
import { formatAmount } from '../../format/money.ts';
import { useService } from '../../service.ts';
import { InvoicesCard } from './invoices-card.tsx';
import styles from './plan.module.css';
import { signInTooLongAgo } from './plan-problem.ts';
import { useLeaving } from './use-leaving.ts';

/** What the customer pays; nothing while the service takes no payments. */
export function PaymentCards() {
  const { data: billing, error, refetch } = useBilling();
  if (error && !billing) {
    return (
      <Card title="Payment">
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      </Card>
    );
  }
  if (!billing?.enabled) return null;
  return (
    <>
      <PaymentCard billing={billing} />
      <InvoicesCard />
    </>
  );
}

const stateNames: Readonly<Record<string, string>> = {
  none: 'None',
  trialing: 'Trial',
  paid: 'Paid',
  failed: 'Payment failed',
  unpaid: 'Unpaid',
};

/** The subscription: its state, the next invoice and the credit. */
function PaymentCard({ billing }: { readonly billing: Billing }) {
  const { name } = useService();
  const hasInvoices = (useInvoices().data?.pages[0]?.invoices.length ?? 0) > 0;
  const { state, nextInvoice, credit, currency } = billing;
  return (
    <Card title="Payment" description={`Stripe processes your payments. ${name} never sees your card.`}>
      <Stats>
        <Stat label="Subscription" value={stateNames[state] ?? state} hint={<SubscriptionEnd billing={billing} />} />
        <Stat
          label="Next invoice"
          value={nextInvoice ? formatAmount(nextInvoice) : '–'}
          hint={nextInvoice && <DateOf at={nextInvoice.at} />}
        />
        <Stat label="Credit" value={formatAmount({ amount: credit, currency })} hint="Pays your next invoices" />
      </Stats>
      {(state !== 'none' || credit > 0 || hasInvoices) && <ManagePayment />}
      {state === 'paid' && (
        <p className={styles.hint}>
          To end your subscription, change to the free plan here: the days that are left become credit. If you cancel at
          Stripe, you get no credit.
        </p>
      )}
    </Card>
  );
}

/** When the trial or the grace period ends. */
function SubscriptionEnd({ billing: { state, trialEndsAt, graceEndsAt } }: { readonly billing: Billing }) {
  if (state === 'trialing' && trialEndsAt !== null) {
    return (
      <>
        Until <DateOf at={trialEndsAt} />
      </>
    );
  }
  if (state !== 'failed' || graceEndsAt === null) return null;
  return (
    <>
      Your plan ends on <DateOf at={graceEndsAt} />
    </>
  );
}

const PortalProblem = ({ error }: { readonly error: Error }) =>
  isApiError(error, 'recent_sign_in_required') ? (
    <Notice tone="caution" title={signInTooLongAgo.title}>
      {signInTooLongAgo.text}
    </Notice>
  ) : (
    <ErrorNotice error={error} />
  );

/** Opens Stripe's billing portal in this tab. */
function ManagePayment() {
  const portal = useOpenPortal();
  const { isLeaving, leaveTo } = useLeaving();
  const open = useOneAtATime(portal);
  const [password, setPassword] = useState('');
  const email = useAccount().data?.email ?? '';
  const needsPassword =
    isApiError(portal.error, 'recent_sign_in_required') ||
    isApiError(portal.error, 'wrong_password') ||
    password !== '';
  return (
    <>
      {portal.error && <PortalProblem error={portal.error} />}
      {needsPassword && (
        <CurrentPasswordField label="Password" email={email} value={password} onChange={setPassword} autoFocus />
      )}
      <div className={styles.portal}>
        <Button
          onPress={() => open(password === '' ? undefined : password, leaveTo)}
          isPending={portal.isPending || isLeaving}
          isDisabled={needsPassword && password === ''}
        >
          Manage cards, tax details and invoices
        </Button>
      </div>
    </>
  );
}
