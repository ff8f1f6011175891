import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { SubmitForm, useSubmit } from '../../components/submit-form.tsx';
import { endSession, signOutEverywhere } from '../../session/sign-out.ts';
import styles from './account.module.css';

/** The ways out: of this browser, and of all. */
export function SessionsCard() {
  const leaving = useSubmit();
  const queryClient = useQueryClient();
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const leave = () => endSession(queryClient, router, 'signed-out');
  return (
    <Card title="Sessions" description="A session lasts 30 days, in each browser that you have signed in with.">
      <div className={styles.row}>
        <Button isPending={leaving.isPending} onPress={() => leaving.submit(leave)}>
          Sign out
        </Button>
        <Button onPress={() => setOpen(true)}>Sign out everywhere</Button>
      </div>
      <Dialog title="Sign out everywhere" isOpen={isOpen} onClose={() => setOpen(false)}>
        <Everywhere onDone={leave} onCancel={() => setOpen(false)} />
      </Dialog>
    </Card>
  );
}

type EverywhereProps = { readonly onDone: () => Promise<void>; readonly onCancel: () => void };

function Everywhere({ onDone, onCancel }: EverywhereProps) {
  const sending = useSubmit();
  const end = async () => {
    await signOutEverywhere();
    await onDone();
  };
  return (
    <>
      <p>
        This ends your sessions in all browsers, this one too. A page that is open elsewhere may go on for up to 30
        minutes: that long its last token lasts. Your API keys work on.
      </p>
      <SubmitForm sending={sending} onSubmit={end} label="Sign out everywhere" isDanger onCancel={onCancel} />
    </>
  );
}
