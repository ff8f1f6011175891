import { Link } from '@tanstack/react-router';
import { useAccount, useHasNoPlan, usePlans } from '../../api/account.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { DialogActions } from '../../components/dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { ContactSupport } from '../../components/support-link.tsx';
import { roomBeyond } from './key-room.ts';

/** How many of the allowed keys are used, and what to do if all are. */
export function KeyAllowance({ active }: { readonly active: number | undefined }) {
  const account = useAccount().data;
  const plans = usePlans().data;
  const plan = account?.plan;
  if (account?.inactiveReason === 'too_many_keys') return <TooManyKeys planId={account.planId} active={active} />;
  if (plan === null) return 'Without an active plan, you cannot create keys.';
  const allowed = plan?.keys;
  // A blank keeps the line's height until both are known.
  if (active === undefined || allowed === undefined) return '\u00a0';
  const room = active >= allowed ? roomBeyond(plans, allowed) : undefined;
  return (
    <>
      {active} of {allowed} keys used.
      {room === 'larger-plan' && (
        <>
          {' '}
          Revoke a key, or <Link to="/plan">choose a larger plan</Link>.
        </>
      )}
      {room === 'none' && ' No plan allows more: revoke a key to create another.'}
    </>
  );
}

/** How many keys an account must revoke to get its plan back. */
function TooManyKeys({ planId, active }: { readonly planId: string; readonly active: number | undefined }) {
  const allowed = usePlans().data?.find((plan) => plan.planId === planId)?.keys;
  if (active === undefined || allowed === undefined || active <= allowed) return '\u00a0';
  const tooMany = active - allowed;
  return `${active} of ${allowed} keys used. Revoke ${tooMany} ${tooMany === 1 ? 'key' : 'keys'}, and your plan is active again.`;
}

/** A button that creates a key; off while the account has no active plan, for which the page has its reason. */
export const CreateKeyButton = ({ label, onPress }: { readonly label: string; readonly onPress: () => void }) => (
  <Button variant="primary" isDisabled={useHasNoPlan()} onPress={onPress}>
    {label}
  </Button>
);

/** Shown instead of the form for a new key if the plan allows no more. */
export function KeyLimitReached({ allowed, onClose }: { readonly allowed: number; readonly onClose: () => void }) {
  const isLargest = roomBeyond(usePlans().data, allowed) === 'none';
  return (
    <>
      <Notice tone="caution" title={`Your plan allows ${allowed} keys, and all are used`}>
        {isLargest ? (
          <>
            No plan allows more. Revoke a key that you no longer use. If you need more keys: <ContactSupport />
          </>
        ) : (
          'Revoke a key that you no longer use, or choose a larger plan.'
        )}
      </Notice>
      <DialogActions>
        <Button onPress={onClose}>Close</Button>
        {!isLargest && (
          <LinkButton to="/plan" variant="primary">
            See plans
          </LinkButton>
        )}
      </DialogActions>
    </>
  );
}
