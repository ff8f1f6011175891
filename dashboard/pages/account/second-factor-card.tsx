import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccount } from '../../api/account.ts';
import { useAccountAccess } from '../../api/account-access.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { CurrentPasswordField } from '../../components/password-fields.tsx';
import { QueryState, Skeleton } from '../../components/query-state.tsx';
import { SubmitForm, useSubmit } from '../../components/submit-form.tsx';
import { lazyPart } from '../../layout/lazy-part.tsx';
import { hasSecondFactor } from '../../session/second-factor.ts';
import styles from './account.module.css';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

const SetUpSecondFactor = lazyPart(async () => (await import('./set-up-second-factor.tsx')).SetUpSecondFactor);

const queryKey = ['second-factor'];

/** Shows whether the second factor is on, and turns it on or off. */
export function SecondFactorCard() {
  const query = useQuery({ queryKey, queryFn: hasSecondFactor });
  const cache = useQueryClient();
  const [dialog, setDialog] = useState<'set-up' | 'turn-off' | 'codes'>();
  const close = () => setDialog(undefined);
  const [newCodes, setNewCodes] = useState<readonly string[]>();
  const turned = (codes: readonly string[] | undefined) => {
    cache.setQueryData(queryKey, codes !== undefined);
    setNewCodes(codes);
    setDialog(codes && 'codes');
  };
  const makeCodes = () => {
    setNewCodes(undefined);
    setDialog('codes');
  };
  return (
    <Card
      title="Two-factor authentication"
      description="Signing in also requires a code from an authenticator app, so a stolen password is not enough."
    >
      <QueryState query={query} loading={<Skeleton height="2.375rem" />}>
        {(isOn) => (
          <div className={styles.row}>
            <span role="status">{isOn ? <Badge tone="good">On</Badge> : <Badge>Off</Badge>}</span>
            <Button onPress={() => setDialog(isOn ? 'turn-off' : 'set-up')}>{isOn ? 'Turn off' : 'Set up'}</Button>
            {isOn && <RecoveryCodesLeft onReplace={makeCodes} />}
          </div>
        )}
      </QueryState>
      <Dialog title="Set up two-factor authentication" isOpen={dialog === 'set-up'} onClose={close}>
        <SetUpSecondFactor onAdded={turned} onCancel={close} />
      </Dialog>
      <Dialog title="Turn off two-factor authentication" isOpen={dialog === 'turn-off'} onClose={close}>
        <RemoveSecondFactor onRemoved={() => turned(undefined)} onCancel={close} />
      </Dialog>
      {dialog === 'codes' && <RecoveryCodesDialog newCodes={newCodes} onClose={close} />}
    </Card>
  );
}

const few = 3;

/** How many recovery codes are left, with a button to make new ones. */
function RecoveryCodesLeft({ onReplace }: { readonly onReplace: () => void }) {
  const left = useAccount().data?.secondFactorRecoveryCodesLeft;
  const button = <Button onPress={onReplace}>Create recovery codes</Button>;
  if (left === undefined || left > few) {
    return (
      <>
        {button}
        {left !== undefined && <span>{left} recovery codes left</span>}
      </>
    );
  }
  const title =
    left === 0 ? 'You have no recovery codes' : `Only ${left} recovery ${left === 1 ? 'code' : 'codes'} left`;
  return (
    <Notice tone="caution" title={title} actions={button}>
      Without the authenticator app or a recovery code, you cannot sign in.
    </Notice>
  );
}

type RemoveSecondFactorProps = { readonly onRemoved: () => void; readonly onCancel: () => void };

/** Asks for the password before the second factor is turned off. */
function RemoveSecondFactor({ onRemoved, onCancel }: RemoveSecondFactorProps) {
  const { data: account } = useAccount();
  const { disableSecondFactor } = useAccountAccess();
  const [password, setPassword] = useState('');
  const sending = useSubmit();
  const remove = async () => {
    await disableSecondFactor(password);
    onRemoved();
  };
  return (
    <>
      <p>
        You will then sign in with your password only, and your recovery codes stop working. You can delete the entry in
        your authenticator app.
      </p>
      <SubmitForm sending={sending} onSubmit={remove} label="Turn off" isDanger onCancel={onCancel}>
        <CurrentPasswordField
          label="Password"
          email={account?.email ?? ''}
          value={password}
          onChange={setPassword}
          autoFocus
        />
      </SubmitForm>
    </>
  );
}
