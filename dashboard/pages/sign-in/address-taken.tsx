import { Link } from '@tanstack/react-router';
import { Notice } from '../../components/notice.tsx';

/** Says that an address has its account, and leads to it. */
export const AddressTaken = ({ email }: { readonly email: string }) => (
  <Notice tone="bad">
    There is an account with this address already.{' '}
    <Link to="/sign-in" search state={{ email }}>
      Sign in
    </Link>{' '}
    or{' '}
    <Link to="/forgot-password" search state={{ email }}>
      set a new password
    </Link>
    .
  </Notice>
);
