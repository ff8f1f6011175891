import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccountAccess } from '../../api/account-access.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { SubmitForm, useSubmit } from '../../components/submit-form.tsx';
import { endSession } from '../../session/sign-out.ts';
import styles from './account.module.css';

/** Signs out of this browser, or of all browsers. */
export function SessionsCard() {
  const signingOut = useSubmit();
  const queryClient = useQueryClient();
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const signOut = () => endSession(queryClient, router, 'signed-out');
  return (
    <Card title="Sessions" description="You stay signed in for 30 days in each browser.">
      <div className={styles.row}>
        <Button isPending={signingOut.isPending} onPress={() => signingOut.submit(signOut)}>
          Sign out
        </Button>
        <Button onPress={() => setOpen(true)}>Sign out everywhere</Button>
      </div>
      <Dialog title="Sign out everywhere" isOpen={isOpen} onClose={() => setOpen(false)}>
        <Everywhere onDone={signOut} onCancel={() => setOpen(false)} />
      </Dialog>
    </Card>
  );
}

type EverywhereProps = { readonly onDone: () => Promise<void>; readonly onCancel: () => void };

function Everywhere({ onDone, onCancel }: EverywhereProps) {
  const { signOutEverywhere } = useAccountAccess();
  const sending = useSubmit();
  const end = async () => {
    await signOutEverywhere();
    await onDone();
  };
  return (
    <>
      <p>
        This ends your sessions in all browsers, including this one. Each ends with its next request. Your keys are not
        affected.
      </p>
      <SubmitForm sending={sending} onSubmit={end} label="Sign out everywhere" isDanger onCancel={onCancel} />
    </>
  );
}
