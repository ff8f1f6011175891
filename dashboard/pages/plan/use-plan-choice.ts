import { useNavigate } from '@tanstack/react-router';
import type { Plan } from '../../api/api.ts';
import { useOneAtATime } from '../../api/one-at-a-time.ts';
import { type ConfirmedChange, useChangePlan, useStartCheckout } from '../../api/plan-change.ts';
import { useLeaving } from './use-leaving.ts';

/**
 * Makes the change to a plan: at once, or by way of Stripe Checkout in this tab.
 * @param onPaid called if the payment was made elsewhere, as in another tab; the page then shows that it is being confirmed
 */
export function usePlanChoice({ planId }: Pick<Plan, 'planId'>, onPaid: () => void) {
  const change = useChangePlan();
  const checkout = useStartCheckout();
  const { isLeaving, leaveTo } = useLeaving();
  const navigate = useNavigate();
  const changeNow = useOneAtATime(change);
  const pay = useOneAtATime(checkout);
  const choose = (isCheckout: boolean, confirmed: Omit<ConfirmedChange, 'planId'>) => {
    // Only the error of the other one: a reset would forget a request that is under way.
    if (!isCheckout) {
      checkout.reset();
      return changeNow({ planId, ...confirmed }, () => {});
    }
    change.reset();
    return pay({ planId, ...confirmed }, (address) => {
      if (address !== undefined) return leaveTo(address);
      onPaid();
      void navigate({ to: '/plan', search: { checkout: 'done' } });
    });
  };
  return {
    choose,
    isPending: change.isPending || checkout.isPending || isLeaving,
    error: change.error ?? checkout.error,
  };
}
