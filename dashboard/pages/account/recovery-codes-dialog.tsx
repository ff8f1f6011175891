import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useAccount } from '../../api/account.ts';
import { useAccountAccess } from '../../api/account-access.ts';
import { Button } from '../../components/button.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { Dialog, DialogActions } from '../../components/dialog.tsx';
import { download } from '../../components/download.ts';
import { Notice } from '../../components/notice.tsx';
import { CurrentPasswordField } from '../../components/password-fields.tsx';
import { SubmitForm, useSubmit } from '../../components/submit-form.tsx';
import { useService } from '../../service.ts';
import styles from './account.module.css';

type RecoveryCodesDialogProps = {
  /** Codes that were just made; undefined to make some. */
  readonly newCodes: readonly string[] | undefined;
  readonly onClose: () => void;
};

/** Creates recovery codes and shows them, the only time that they can be shown. */
export function RecoveryCodesDialog({ newCodes, onClose }: RecoveryCodesDialogProps) {
  const [codes, setCodes] = useState(newCodes);
  return (
    <Dialog title="Recovery codes" isOpen onClose={onClose} isDismissable={codes === undefined}>
      {codes ? <Codes codes={codes} onSaved={onClose} /> : <CreateCodes onCreated={setCodes} onCancel={onClose} />}
    </Dialog>
  );
}

type CreateCodesProps = { readonly onCreated: (codes: readonly string[]) => void; readonly onCancel: () => void };

/** Asks for the password: together with it, a code replaces the authenticator app. */
function CreateCodes({ onCreated, onCancel }: CreateCodesProps) {
  const { data: account } = useAccount();
  const { createRecoveryCodes } = useAccountAccess();
  const [password, setPassword] = useState('');
  const sending = useSubmit();
  const left = account?.secondFactorRecoveryCodesLeft ?? 0;
  return (
    <>
      <p>
        If you lose the authenticator app, a recovery code turns two-factor authentication off. You get ten codes; each
        works once. {left > 0 && 'Your earlier codes stop working.'}
      </p>
      <SubmitForm
        sending={sending}
        onSubmit={async () => onCreated(await createRecoveryCodes(password))}
        label="Create codes"
        onCancel={onCancel}
      >
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

type CodesProps = { readonly codes: readonly string[]; readonly onSaved: () => void };

/** New codes. Only the button closes them. */
function Codes({ codes, onSaved }: CodesProps) {
  const { name } = useService();
  const start = useRef<HTMLElement>(null);
  // The button that had the focus is gone.
  useEffect(() => start.current?.focus(), []);
  // A session that ends must still reach the sign-in page.
  useBlocker({ shouldBlockFn: ({ next }) => next.pathname !== '/sign-in', enableBeforeUnload: true });
  const text = codes.join('\n');
  const save = () =>
    download(`Recovery codes of ${name}\n\n${text}\n`, 'recovery-codes.txt', 'text/plain;charset=utf-8');
  return (
    <section ref={start} tabIndex={-1} aria-label="New recovery codes" className={styles.codes}>
      <Notice tone="caution" title="Save the codes now. You will not see them again.">
        Store them apart from your password, for example in a password manager or on paper.
      </Notice>
      <CodeBlock label="recovery codes" text={text} />
      <DialogActions>
        <Button onPress={save}>Download</Button>
        <Button variant="primary" onPress={onSaved}>
          I have saved them
        </Button>
      </DialogActions>
    </section>
  );
}
