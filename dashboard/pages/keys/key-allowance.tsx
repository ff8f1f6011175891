import { Link } from '@tanstack/react-router';
import { useAccount } from '../../api/account.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { DialogActions } from '../../components/dialog.tsx';
import { Notice } from '../../components/notice.tsx';

/** How many of the keys that the plan allows are active, and what to do when it is all of them. */
export function KeyAllowance({ active }: { readonly active: number | undefined }) {
  const allowed = useAccount().data?.plan.keys;
  // A blank keeps the line's place until both are known.
  if (active === undefined || allowed === undefined) return '\u00a0';
  return (
    <>
      {active} of {allowed} keys used.
      {active >= allowed && (
        <>
          {' '}
          Revoke one, or <Link to="/plan">see which plan allows more</Link>.
        </>
      )}
    </>
  );
}

/** Instead of the form for a new key, where the plan allows none. */
export const KeyLimitReached = ({ onClose }: { readonly onClose: () => void }) => (
  <>
    <Notice tone="caution" title="Your plan allows no more keys">
      Revoke a key that nothing uses any more, or choose a plan that allows more.
    </Notice>
    <DialogActions>
      <Button onPress={onClose}>Close</Button>
      <LinkButton to="/plan" variant="primary">
        See the plans
      </LinkButton>
    </DialogActions>
  </>
);
