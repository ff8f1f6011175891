import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Account } from '../../api/api.ts';
import type { Billing } from '../../api/billing.ts';
import { usePaymentPolling } from '../../api/payment-polling.ts';
import { hasPaidPlan, isAwaitingPayment } from './plan-payment.ts';

/**
 * Follows payments until the plan has changed: after Stripe Checkout, and those that were made in another tab or that
 * Stripe repeated.
 */
export function usePaymentProgress(account: Account, billing: Billing | undefined) {
  const { checkout } = useSearch({ from: '/framed/signed-in/plan' });
  const navigate = useNavigate();
  const [wasCancelled] = useState(checkout === 'cancelled');
  const [shown, setShown] = useState({ planId: account.plan?.planId, hasChanged: false });
  const isPaid = checkout === 'done' && billing !== undefined && hasPaidPlan(account, billing);
  const isConfirming = checkout === 'done' && !isPaid;
  const planId = account.plan?.planId;
  if (planId !== shown.planId) setShown({ planId, hasChanged: planId !== undefined });
  else if (isPaid && !shown.hasChanged) setShown({ planId, hasChanged: true });
  const isOver = isPaid || checkout === 'cancelled';
  useEffect(() => {
    // A reload, or the way back to this page, must not show the news again.
    if (isOver) void navigate({ to: '/plan', search: {}, replace: true });
  }, [isOver, navigate]);
  const isWaiting = isConfirming || (billing !== undefined && isAwaitingPayment(account, billing));
  const polling = usePaymentPolling(isWaiting || billing?.enabled === true, isWaiting);
  return {
    isConfirming,
    isUnreachable: polling.error !== null,
    hasChanged: shown.hasChanged,
    wasCancelled: wasCancelled && !isConfirming && !shown.hasChanged,
  };
}
