import { QRCodeSVG } from 'qrcode.react';
import { useEffect, useRef, useState } from 'react';
import { useAccount } from '../../api/account.ts';
import { useAccountAccess } from '../../api/account-access.ts';
import { CodeBlock } from '../../components/code-block.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { CurrentPasswordField } from '../../components/password-fields.tsx';
import { Skeleton } from '../../components/query-state.tsx';
import { SubmitForm, useSubmit } from '../../components/submit-form.tsx';
import { CodeField } from '../../components/text-field.tsx';
import { useService } from '../../service.ts';
import { proveSecondFactor, secondFactorSecret, setUpAddress } from '../../session/second-factor.ts';
import { cleanCode } from '../../session/sign-in.ts';
import styles from './account.module.css';

type SetUpSecondFactorProps = {
  readonly onAdded: (recoveryCodes: readonly string[]) => void;
  readonly onCancel: () => void;
};

/**
 * Shows the secret for an authenticator app, verifies a code from the app, and asks for the password: an open session must
 * not be enough to lock its owner out.
 */
export function SetUpSecondFactor({ onAdded, onCancel }: SetUpSecondFactorProps) {
  const [secret, setSecret] = useState<string>();
  const [code, setCode] = useState('');
  const loading = useSubmit();
  const verifying = useSubmit();
  const loadSecret = () => loading.submit(async () => setSecret(await secondFactorSecret()));
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, because each secret replaces the last one
  useEffect(loadSecret, []);
  const { enableSecondFactor } = useAccountAccess();
  const email = useAccount().data?.email ?? '';
  const [password, setPassword] = useState('');
  // After a wrong password, the user pool must not be asked for the same code again: it works once.
  const proved = useRef<string>(undefined);
  const turnOn = async () => {
    if (proved.current !== code) await proveSecondFactor(cleanCode(code));
    proved.current = code;
    onAdded(await enableSecondFactor(password));
  };
  return (
    <>
      {loading.error && !loading.isPending && <ErrorNotice error={loading.error} onRetry={loadSecret} />}
      <ol className={styles.steps}>
        <li>
          Scan this code with your authenticator app.
          {secret === undefined ? <Skeleton height="16rem" /> : <SetUpCode secret={secret} />}
        </li>
        <li>Enter the code that the app shows, and your password.</li>
      </ol>
      {secret !== undefined && (
        <SubmitForm sending={verifying} onSubmit={turnOn} label="Turn on" onCancel={onCancel}>
          <CodeField label="Code" value={code} onChange={setCode} />
          <CurrentPasswordField label="Password" email={email} value={password} onChange={setPassword} />
        </SubmitForm>
      )}
    </>
  );
}

/** The secret to scan, and to type. */
function SetUpCode({ secret }: { readonly secret: string }) {
  const { name } = useService();
  const email = useAccount().data?.email ?? '';
  return (
    <>
      <QRCodeSVG
        value={setUpAddress(secret, name, email)}
        size={176}
        marginSize={4}
        title="QR code with the setup key"
        className={styles.qr}
      />
      <p>
        Or add an account with a setup key: name it {name}, choose “time-based” and enter this key.
        <CodeBlock text={secret} label="setup key" />
      </p>
    </>
  );
}
