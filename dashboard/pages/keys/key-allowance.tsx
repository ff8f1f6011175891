import { Link } from '@tanstack/react-router';
import { useAccount, useHasNoPlan } from '../../api/account.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { DialogActions } from '../../components/dialog.tsx';
import { Notice } from '../../components/notice.tsx';

/** How many of the allowed keys are used, and what to do if all are. */
export function KeyAllowance({ active }: { readonly active: number | undefined }) {
  const plan = useAccount().data?.plan;
  if (plan === null) return 'Without an active plan, you cannot create keys.';
  const allowed = plan?.keys;
  // A blank keeps the line's height until both are known.
  if (active === undefined || allowed === undefined) return '\u00a0';
  return (
    <>
      {active} of {allowed} keys used.
      {active >= allowed && (
        <>
          {' '}
          Revoke a key, or <Link to="/plan">choose a larger plan</Link>.
        </>
      )}
    </>
  );
}

/** A button that creates a key; off while the account has no active plan, for which the page has its reason. */
export const CreateKeyButton = ({ label, onPress }: { readonly label: string; readonly onPress: () => void }) => (
  <Button variant="primary" isDisabled={useHasNoPlan()} onPress={onPress}>
    {label}
  </Button>
);

/** Shown instead of the form for a new key if the plan allows no more. */
export const KeyLimitReached = ({ onClose }: { readonly onClose: () => void }) => (
  <>
    <Notice tone="caution" title="Your plan allows no more keys">
      Revoke a key that you no longer use, or choose a larger plan.
    </Notice>
    <DialogActions>
      <Button onPress={onClose}>Close</Button>
      <LinkButton to="/plan" variant="primary">
        See plans
      </LinkButton>
    </DialogActions>
  </>
);
