import { useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useAccount } from '../api/account.ts';
import { Button } from '../components/button.tsx';
import { endSession } from '../session/end-session.ts';
import { useSubmit } from '../session/use-submit.ts';
import styles from './shell.module.css';
import { ThemeChoice } from './theme-choice.tsx';

/** Whose session it is, and the way out of it. */
export function AccountMenu({ onNavigate }: { readonly onNavigate: () => void }) {
  const { data: account } = useAccount();
  const queryClient = useQueryClient();
  const router = useRouter();
  const leaving = useSubmit();
  const leave = () => leaving.submit(() => endSession(queryClient, router, 'signed-out'));
  return (
    <div className={styles.account}>
      <ThemeChoice />
      <Link to="/account" className={styles.page} onClick={onNavigate}>
        <span className={styles.email}>{account?.email ?? 'Account'}</span>
      </Link>
      <Button variant="quiet" size="small" isPending={leaving.isPending} onPress={leave}>
        Sign out
      </Button>
    </div>
  );
}
