import { useState } from 'react';
import type { Account } from '../../api/api.ts';
import type { Billing } from '../../api/billing.ts';
import { serverNow } from '../../api/server-clock.ts';
import { Notice } from '../../components/notice.tsx';
import { PaymentLink } from '../../components/payment-link.tsx';
import { AbsoluteTime, useNow } from '../../components/time.tsx';
import { formatAmount } from '../../format/money.ts';
import { planTitle } from '../../format/words.ts';
import { hasFailed } from './plan-payment.ts';

/** What the customer must pay or confirm before the plan changes or continues. */
export const DuePaymentNotices = ({ account, billing }: { readonly account: Account; readonly billing: Billing }) => (
  <>
    {billing.pendingPlan && <PendingPaymentNotice pending={billing.pendingPlan} />}
    {billing.openInvoice && hasFailed(billing) && (
      <OpenInvoiceNotice invoice={billing.openInvoice} hasEnded={account.plan === null} />
    )}
  </>
);

type PendingPaymentNoticeProps = { readonly pending: NonNullable<Billing['pendingPlan']> };

/** A change of plan that waits for its payment. */
export const PendingPaymentNotice = ({ pending }: PendingPaymentNoticeProps) => (
  <Notice
    tone="caution"
    title={`Confirm the payment for ${planTitle(pending)}`}
    actions={
      <PaymentLink href={pending.paymentUrl} variant="primary">
        Confirm payment
      </PaymentLink>
    }
  >
    Your bank asks you to confirm the payment, or your card was declined. Confirm it at Stripe, or pay with another
    card. Your plan changes as soon as the invoice is paid. If it is not paid by <AbsoluteTime at={pending.expiresAt} />
    , you are not charged and your plan stays as it is.
  </Notice>
);

type OpenInvoiceNoticeProps = {
  readonly invoice: NonNullable<Billing['openInvoice']>;
  readonly hasEnded: boolean;
};

const OpenInvoiceNotice = ({ invoice, hasEnded }: OpenInvoiceNoticeProps) => (
  <Notice
    tone="caution"
    title={`Unpaid invoice: ${formatAmount(invoice)}`}
    actions={
      invoice.paymentUrl && (
        <PaymentLink href={invoice.paymentUrl} variant="primary">
          Pay invoice
        </PaymentLink>
      )
    }
  >
    {hasEnded
      ? 'If you pay it, your plan is active again with the next request. If you choose another plan instead, the invoice is voided.'
      : 'Pay it at Stripe, or add another card: Stripe tries again. If you choose another plan instead, the invoice is voided.'}
  </Notice>
);

const slowAfterMs = 60_000;
const tickMs = 5_000;

/** Shown after Stripe Checkout until the plan has changed. */
export function ConfirmingNotice({ isUnreachable }: { readonly isUnreachable: boolean }) {
  const [shownAt] = useState(() => serverNow());
  const isSlow = useNow(tickMs) - shownAt >= slowAfterMs;
  return (
    <Notice title="Your payment is being confirmed">
      {isSlow
        ? 'This takes longer than usual. It continues by itself, also if you leave this page: your plan changes as soon as the payment is confirmed. You are not charged twice.'
        : 'Your new plan shows here within seconds.'}
      {isUnreachable && ' The service cannot be reached at the moment. This page keeps trying.'}
    </Notice>
  );
}
