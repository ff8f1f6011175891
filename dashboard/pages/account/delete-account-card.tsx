import { useState } from 'react';
import { useAccount } from '../../api/account.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { lazyPart } from '../../layout/lazy-part.tsx';
import styles from './account.module.css';

const DeleteAccountForm = lazyPart(async () => (await import('./delete-account-form.tsx')).DeleteAccountForm);

/** Deletes the account, after its address was typed. */
export function DeleteAccountCard() {
  const email = useAccount().data?.email;
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title="Delete account" description="Your keys stop working at once. You cannot undo this.">
      <div className={styles.row}>
        <Button variant="danger" isDisabled={email === undefined} onPress={() => setOpen(true)}>
          Delete account
        </Button>
      </div>
      <Dialog title="Delete account" isAlert isOpen={isOpen} onClose={() => setOpen(false)}>
        {email !== undefined && <DeleteAccountForm email={email} onCancel={() => setOpen(false)} />}
      </Dialog>
    </Card>
  );
}
