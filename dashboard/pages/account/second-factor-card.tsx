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

/** Shows whether the second factor is on, and turns it on or off. */
export function SecondFactorCard() {
  const query = useQuery({ queryKey, queryFn: hasSecondFactor });
  return (
    <Card
      title="Two-factor authentication"
      description="Signing in also requires a code from an authenticator app, so a stolen password is not enough."
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
      <Button onPress={() => setOpen(true)}>{isOn ? 'Turn off' : 'Set up'}</Button>
      <Dialog
        title={isOn ? 'Turn off two-factor authentication' : 'Set up two-factor authentication'}
        isOpen={isOpen}
        onClose={close}
      >
        {isOn ? (
          <RemoveSecondFactor onRemoved={changed} onCancel={close} />
        ) : (
          <SetUpSecondFactor onAdded={changed} onCancel={close} />
        )}
      </Dialog>
    </div>
  );
}

type RemoveSecondFactorProps = { readonly onRemoved: () => void; readonly onCancel: () => void };

/** Asks for confirmation before the second factor is turned off. */
function RemoveSecondFactor({ onRemoved, onCancel }: RemoveSecondFactorProps) {
  const sending = useSubmit();
  const remove = async () => {
    await removeSecondFactor();
    onRemoved();
  };
  return (
    <>
      <p>You will then sign in with your password only. You can delete the entry in your authenticator app.</p>
      <SubmitForm sending={sending} onSubmit={remove} label="Turn off" isDanger onCancel={onCancel} />
    </>
  );
}
