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

export type ConfirmAddressProps = {
  readonly email: string;
  /** Whether the address had been signed up before, and not by this form. */
  readonly isBegunBefore: boolean;
  readonly onConfirmed: () => Promise<void>;
  readonly onOtherAddress: () => void;
};

/** Asks for the code that was sent to an address, which shows whose it is. */
export function ConfirmAddress({ email, isBegunBefore, onConfirmed, onOtherAddress }: ConfirmAddressProps) {
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
      We have sent a code to <strong>{email}</strong>. It may take a minute, and it may be in your spam folder.
    </>
  );
  return (
    <SignInPanel title="Confirm your address" lead={lead}>
      {isBegunBefore && (
        <Notice>This address was signed up before and not confirmed. Only the code sent just now works.</Notice>
      )}
      <SubmitForm sending={sending} onSubmit={confirm} label="Confirm">
        <CodeField key={sends} label="Code" value={code} onChange={setCode} />
      </SubmitForm>
      <div className={styles.ways}>
        <ResendCode send={() => sendCodeAgain(email)} onSent={sentAgain} />
        <Button size="small" variant="quiet" onPress={onOtherAddress}>
          Other address
        </Button>
      </div>
    </SignInPanel>
  );
}
