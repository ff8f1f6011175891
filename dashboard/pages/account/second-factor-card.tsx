import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { QueryState, Skeleton } from '../../components/query-state.tsx';
import { SubmitForm, useSubmit } from '../../components/submit-form.tsx';
import { hasSecondFactor, removeSecondFactor } from '../../session/second-factor.ts';
import styles from './account.module.css';
import { SetUpSecondFactor } from './set-up-second-factor.tsx';

const queryKey = ['second-factor'];

/** Whether signing in asks for a second factor, and the ways to change that. */
export function SecondFactorCard() {
  const query = useQuery({ queryKey, queryFn: hasSecondFactor });
  return (
    <Card
      title="Second factor"
      description="With it, signing in asks for a code of an authenticator app too. A stolen password is then not enough."
    >
      <QueryState query={query} loading={<Skeleton height="2.375rem" />}>
        {(isOn) => <Choice isOn={isOn} />}
      </QueryState>
    </Card>
  );
}

function Choice({ isOn }: { readonly isOn: boolean }) {
  const cache = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const changed = () => {
    cache.setQueryData(queryKey, !isOn);
    close();
  };
  return (
    <div className={styles.row}>
      <span role="status">{isOn ? <Badge tone="good">On</Badge> : <Badge>Off</Badge>}</span>
      <Button onPress={() => setOpen(true)}>{isOn ? 'Remove' : 'Set up'}</Button>
      <Dialog title={isOn ? 'Remove the second factor' : 'Set up a second factor'} isOpen={isOpen} onClose={close}>
        {isOn ? (
          <RemoveSecondFactor onRemoved={changed} onCancel={close} />
        ) : (
          <SetUpSecondFactor onAdded={changed} onCancel={close} />
        )}
      </Dialog>
    </div>
  );
}

export type RemoveSecondFactorProps = { readonly onRemoved: () => void; readonly onCancel: () => void };

/** Asks once more before the password alone is enough again. */
export function RemoveSecondFactor({ onRemoved, onCancel }: RemoveSecondFactorProps) {
  const sending = useSubmit();
  const remove = async () => {
    await removeSecondFactor();
    onRemoved();
  };
  return (
    <>
      <p>From then on, your password alone signs in. The entry in your authenticator app is of no more use.</p>
      <SubmitForm sending={sending} onSubmit={remove} label="Remove" isDanger onCancel={onCancel} />
    </>
  );
}
