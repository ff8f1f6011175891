import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { SubmitForm, useSubmit } from '../../components/submit-form.tsx';
import { CodeField } from '../../components/text-field.tsx';
import { cleanCode } from '../../session/sign-in.ts';
import { confirmAddress, sendCodeAgain } from '../../session/sign-up.ts';
import { ResendCode } from './resend-code.tsx';
import styles from './sign-in.module.css';
import { SignInPanel } from './sign-in-panel.tsx';

type ConfirmAddressProps = {
  readonly email: string;
  /** Whether the address was signed up before and never confirmed. */
  readonly isStartedBefore: boolean;
  readonly onConfirmed: () => Promise<void>;
  readonly onOtherAddress: () => void;
};

/** Asks for the code that was sent to the address, which proves that the user reads its mail. */
export function ConfirmAddress({ email, isStartedBefore, onConfirmed, onOtherAddress }: ConfirmAddressProps) {
  const [code, setCode] = useState('');
  const [sends, setSends] = useState(1);
  const sending = useSubmit();
  const confirm = async () => {
    await confirmAddress(email, cleanCode(code));
    await onConfirmed();
  };
  const sentAgain = () => {
    setCode('');
    setSends(sends + 1);
  };
  const lead = (
    <>
      We sent a code to <strong>{email}</strong>. It may take a minute. Check your spam folder, too.
    </>
  );
  return (
    <SignInPanel title="Confirm your address" lead={lead}>
      {isStartedBefore && (
        <Notice>This address was signed up before but not confirmed. Only the newest code works.</Notice>
      )}
      <SubmitForm sending={sending} onSubmit={confirm} label="Confirm">
        <CodeField key={sends} label="Code" value={code} onChange={setCode} />
      </SubmitForm>
      <div className={styles.links}>
        <ResendCode send={() => sendCodeAgain(email)} onSent={sentAgain} />
        <Button size="small" variant="quiet" onPress={onOtherAddress}>
          Use another address
        </Button>
      </div>
    </SignInPanel>
  );
}
