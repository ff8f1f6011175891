import { Link } from '@tanstack/react-router';
import { useAccount } from '../../api/account.ts';

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
