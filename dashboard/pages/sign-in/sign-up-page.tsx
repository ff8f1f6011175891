import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApi } from '../../api/api.ts';
import { isApiError } from '../../api/api-errors.ts';
import { serverNow } from '../../api/server-clock.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { SubmitForm, useSubmit } from '../../components/submit-form.tsx';
import { ContactSupport } from '../../components/support-link.tsx';
import { useService, useSignUpPolicy } from '../../service.ts';
import { useCarriedState } from '../../session/carried-state.ts';
import { requestSignUpCode } from '../../session/sign-up.ts';
import { addressProblem, signUpCondition } from '../../session/sign-up-condition.ts';
import { FinishSignUpForm } from './finish-sign-up-form.tsx';
import styles from './sign-in.module.css';
import { EmailField, SignInPanel } from './sign-in-panel.tsx';
import { SignInSteps } from './sign-in-steps.tsx';
import { useSignInFlow } from './use-sign-in-flow.ts';

/** Creates an account: asks for the address, then for the code from the mail and a password. */
export function SignUpPage() {
  const entry = useSignInFlow();
  const navigate = useNavigate();
  const isClosed = useSignUpPolicy() === 'closed';
  // In the history entry: a reload shows the same step, and the address bar nothing of it.
  const { email, codeSentAt } = useCarriedState();
  const turnTo = (state: { email: string; codeSentAt?: number }) =>
    navigate({ to: '/sign-up', search: true, state, replace: true });
  if (isClosed) return <SignUpClosed />;
  return (
    <SignInSteps entry={entry}>
      {codeSentAt === undefined ? (
        <SignUpForm
          initialEmail={email}
          onSent={(address) => turnTo({ email: address, codeSentAt: serverNow() })}
          onCode={(address) => void turnTo({ email: address, codeSentAt: 0 })}
        />
      ) : (
        <FinishSignUpForm
          email={email}
          sentAt={codeSentAt}
          onProgress={entry.proceed}
          onOtherAddress={() => void turnTo({ email })}
        />
      )}
    </SignInSteps>
  );
}

/** Shown instead of the form if only the operator creates accounts. */
const SignUpClosed = () => (
  <SignInPanel title="Sign-up is closed" lead={signUpCondition('closed')}>
    <p>
      <ContactSupport />
    </p>
    <div className={styles.links}>
      <Link to="/sign-in" search>
        Have an account? Sign in
      </Link>
    </div>
  </SignInPanel>
);

type SignUpFormProps = {
  readonly initialEmail: string;
  readonly onSent: (email: string) => Promise<void>;
  /** Called if the user already has a code. */
  readonly onCode: (email: string) => void;
};

/** Asks for the address of a new account, and sends a code to it. */
function SignUpForm({ initialEmail, onSent, onCode }: SignUpFormProps) {
  const api = useApi();
  const [email, setEmail] = useState(initialEmail);
  const policy = useSignUpPolicy();
  const sending = useSubmit();
  const condition = signUpCondition(policy);
  const send = async () => {
    await requestSignUpCode(api, email.trim());
    await onSent(email.trim());
  };
  return (
    <SignInPanel title="Create an account" lead={condition ?? 'Start on the free plan. No card required.'}>
      <SubmitForm
        sending={sending}
        onSubmit={send}
        label="Send code"
        explain={(error) => isApiError(error, 'sign_up_refused') && <SignUpRefused condition={condition} />}
      >
        <EmailField value={email} onChange={setEmail} autoFocus validate={(typed) => addressProblem(policy, typed)} />
      </SubmitForm>
      <TermsNote />
      <div className={styles.links}>
        <Link to="/sign-in" search state={{ email }}>
          Have an account? Sign in
        </Link>
        <Button size="small" variant="quiet" onPress={() => onCode(email.trim())}>
          I have a code
        </Button>
      </div>
    </SignInPanel>
  );
}

/** Says what the user accepts, if the operator has terms. */
function TermsNote() {
  const { terms } = useService();
  if (terms === undefined) return null;
  return (
    <p className={styles.note}>
      By creating an account, you accept the <a href={terms}>terms</a>.
    </p>
  );
}

/** Says that the operator's policy does not accept the address. */
const SignUpRefused = ({ condition }: { readonly condition: string | undefined }) => (
  <Notice tone="bad" title="This address cannot sign up">
    {condition} <ContactSupport />
  </Notice>
);
