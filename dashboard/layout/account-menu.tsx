import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import { useAccount } from '../api/account.ts';
import { Button } from '../components/button.tsx';
import { useSubmit } from '../components/submit-form.tsx';
import { endSession } from '../session/sign-out.ts';
import styles from './account-menu.module.css';

/** The signed-in account and the button to sign out. */
export function AccountMenu() {
  const { data: account } = useAccount();
  const queryClient = useQueryClient();
  const router = useRouter();
  const signingOut = useSubmit();
  const signOut = () => signingOut.submit(() => endSession(queryClient, router, 'signed-out'));
  return (
    <div className={styles.account}>
      {/* A space for the address: nothing moves when it arrives. */}
      <span className={styles.email} title={account?.email}>
        {account?.email ?? '\u00a0'}
      </span>
      <Button variant="quiet" size="small" isPending={signingOut.isPending} onPress={signOut}>
        <LogOut size={16} aria-hidden="true" />
        Sign out
      </Button>
    </div>
  );
}
